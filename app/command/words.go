package command

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/rivo/uniseg"

	"github.com/wordwake/wordwake/data"
)

// grouped writes a number with its thousands apart.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0 && digits[at-1] != '-'; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// count is "1 match" or "12 matches".
func count(n int, noun string) string {
	if n != 1 {
		noun = plural(noun)
	}
	return grouped(n) + " " + noun
}

func plural(noun string) string {
	switch {
	case strings.HasSuffix(noun, "ch"):
		return noun + "es"
	case strings.HasSuffix(noun, "ry"):
		return strings.TrimSuffix(noun, "y") + "ies"
	default:
		return noun + "s"
	}
}

// counted is count for numbers that are exact up to data.MaxCount only.
func counted(n int, noun string) string {
	if n >= data.MaxCount {
		return grouped(data.MaxCount) + " or more " + plural(noun)
	}
	return count(n, noun)
}

// are is "1 session is" or "2 sessions are".
func are(n int, noun string) string {
	if n == 1 {
		return count(n, noun) + " is"
	}
	return count(n, noun) + " are"
}

func roleName(role data.Role) string {
	if role == data.RoleUser {
		return "You"
	}
	return "Agent"
}

// clock writes a time so that it sorts and lines up.
func (w world) clock(at time.Time) string {
	if at.IsZero() {
		return "no time known"
	}
	return at.In(w.local).Format("2006-01-02 15:04")
}

// size writes a number of bytes for people.
func size(bytes int64) string {
	switch {
	case bytes < 1<<10:
		return count(int(bytes), "byte")
	case bytes < 1<<20:
		return fmt.Sprintf("%.1f KB", float64(bytes)/(1<<10))
	case bytes < 1<<30:
		return fmt.Sprintf("%.1f MB", float64(bytes)/(1<<20))
	default:
		return fmt.Sprintf("%.1f GB", float64(bytes)/(1<<30))
	}
}

// table lines cells up; numeric columns to the right. The last column is not filled up.
func table(rows [][]string, right map[int]bool) []string {
	widths := map[int]int{}
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], uniseg.StringWidth(cell))
		}
	}
	lines := make([]string, 0, len(rows))
	for _, row := range rows {
		var b strings.Builder
		for i, cell := range row {
			gap := strings.Repeat(" ", widths[i]-uniseg.StringWidth(cell))
			switch {
			case right[i]:
				b.WriteString(gap + cell)
			case i == len(row)-1:
				b.WriteString(cell)
			default:
				b.WriteString(cell + gap)
			}
			if i < len(row)-1 {
				b.WriteString("  ")
			}
		}
		lines = append(lines, b.String())
	}
	return lines
}
