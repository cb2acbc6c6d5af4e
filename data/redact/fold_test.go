package redact

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// unseen are characters of each kind that nobody sees, and some that a terminal or an editor shows as nothing.
var unseen = []string{
	"\x00", "\x07", "\x1b", "\x1b[1m", "\x7f", "\v", "\f", "\r", "\u0085", "\u009b", "\u00ad", "\u034f", "\u061c", "\u180e", "\u200b", "\u200c", "\u200d", "\u200e", "\u200f",
	"\u2028", "\u2029", "\u202a", "\u202e", "\u2060", "\u2066", "\u2069", "\u3164", "\ufe0f", "\ufeff", "\ufffd", "\xff", "\U000e0020", "\u200b\u200b\x00",
}

func TestACharacterThatNobodySeesPartsNoSecretFromItsName(t *testing.T) {
	for _, hidden := range unseen {
		for _, form := range []string{
			"password#=S", "password#: S", "password: #S", "password=#S", `"password#":"S"`, `"password": "#S"`, "Authorization: Bearer #S", "--password# S", "pass#word: S", "x#password: S",
			"see ghp_#S", "ghp_S#", "#A#PI_KEY=S", "https://me#:S@host.example/", "密码#：S",
		} {
			secret := plain("hunter¦2Qx9¦Lm4T¦z8Kp3¦Vd6W")
			text := strings.ReplaceAll(strings.ReplaceAll(form, "S", secret), "#", hidden)
			if out, spans := (Redactor{}).Redact(text); strings.Contains(out, secret[8:16]) || len(spans) == 0 {
				t.Errorf("%q -> %q", text, out)
			}
			check(t, text)
		}
	}
}

func TestACharacterThatNobodySeesWithinASecretIsHiddenWithIt(t *testing.T) {
	head, tail := plain("hunter¦2Qx9¦Lm4T"), plain("z8Kp3¦Vd6W¦aa9")
	for _, hidden := range unseen {
		for _, form := range []string{"password: %s.", "token=%s rest", "gh" + "p_%s", "Authorization: Bearer %s"} {
			text := strings.Replace(form, "%s", head+hidden+tail, 1)
			if out, _ := (Redactor{}).Redact(text); strings.Contains(out, head[:8]) || strings.Contains(out, tail[4:12]) {
				t.Errorf("%q -> %q", text, out)
			}
			check(t, text)
		}
	}
}

func TestFullWidthLettersAndSignsCountAsTheirASCIIForms(t *testing.T) {
	secret := plain("hunter¦2Qx9¦Lm4T¦z8")
	wide := strings.Map(func(r rune) rune { return r - '!' + '！' }, secret)
	for _, text := range []string{"ＰＡＳＳＷＯＲＤ：" + secret, "ｐａｓｓｗｏｒｄ＝" + secret + "。", "ＰＡＳＳＷＯＲＤ：" + wide, "password: " + wide, "－－ｐａｓｓｗｏｒｄ　" + secret} {
		if out, spans := (Redactor{}).Redact(text); strings.Contains(out, secret[:8]) || strings.Contains(out, wide[:24]) || len(spans) != 1 {
			t.Errorf("%q -> %q", text, out)
		}
		check(t, text)
	}
}

func TestOwnSecretsAndPatternsAreFoundWithCharactersThatNobodySeesInThem(t *testing.T) {
	r, problems := New(Params{Secrets: []string{"summer-rain-77"}, Patterns: []string{`EMP-\d{6}`}})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, hidden := range unseen {
		for _, text := range []string{"the summer" + hidden + "-rain-77 is", "see EMP-12" + hidden + "3456 there"} {
			out, _ := r.Redact(text)
			if line := strings.ContainsAny(hidden, "\r\u2028\u2029") && strings.Contains(text, "EMP"); !line && !strings.Contains(out, stars) {
				t.Errorf("%q -> %q", text, out)
			}
		}
	}
}

func TestATextWithUnseenCharactersAndNoSecretComesBackByteForByte(t *testing.T) {
	for _, text := range load[string](t, "ordinary.json") {
		for _, hidden := range []string{"\u200b", "\ufe0f", "\x00", "\ufeff", "\x1b[1m", "\u202e"} {
			if framed := hidden + text + hidden; utf8.ValidString(framed) {
				if out, _ := (Redactor{}).Redact(framed); out != framed {
					t.Errorf("%q became %q", framed, out)
				}
			}
		}
	}
}

func TestAnOrdinaryTextIsNotFolded(t *testing.T) {
	for _, text := range []string{"", prose, "line\r\nline\r\n", "\tcode", "Привет, мир", "构建在星期二失败了（两次），所以：我们", "ビルドは、二回「失敗」しました。", "naïve — “quoted” … ✓ 👍", "ends with\r"} {
		if f, ok := fold(text); ok {
			t.Errorf("%q is folded to %q", text, f.text)
		}
	}
}

func TestWhatIsHiddenIsWhatUnicodeSaysNobodySees(t *testing.T) {
	for r := range rune(unicode.MaxRune + 1) {
		if !utf8.ValidRune(r) || r == '\t' || r == '\n' {
			continue
		}
		hidden := r == '\u2028' || r == '\u2029' || r == utf8.RuneError ||
			unicode.In(r, unicode.Cc, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
		if isHidden(r) != hidden {
			t.Errorf("%U is hidden: %v", r, !hidden)
		}
	}
}

func FuzzAFoldedTextKeepsItsPlaces(f *testing.F) {
	for _, hidden := range unseen {
		f.Add("pass" + hidden + "word: ｓｅｃｒｅｔ" + hidden)
	}
	f.Fuzz(func(t *testing.T, text string) {
		folded, ok := fold(text)
		if !ok {
			return
		}
		last := 0
		for p := range len(folded.text) {
			start, end := folded.start(p), folded.end(p+1)
			if start < last || end <= start || end > len(text) {
				t.Fatalf("byte %d of %q is from %d to %d of %q", p, folded.text, start, end, text)
			}
			if size, ascii := foldAt(text, start); ascii != 0 && (ascii != folded.text[p] || end-start != size) || ascii == 0 && text[start] != folded.text[p] {
				t.Fatalf("byte %d of %q is not %q", p, folded.text, text[start:end])
			}
			last = end
		}
		check(t, text)
	})
}
