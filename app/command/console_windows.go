package command

import (
	"os"
	"syscall"
)

// enableVirtualTerminal is ENABLE_VIRTUAL_TERMINAL_PROCESSING of the Windows console.
const enableVirtualTerminal = 0x0004

var setConsoleMode = syscall.NewLazyDLL("kernel32.dll").NewProc("SetConsoleMode")

// obeys tells whether a terminal obeys control sequences. Older consoles only do so when they are asked to.
func obeys(file *os.File) bool {
	handle := syscall.Handle(file.Fd())
	var mode uint32
	if syscall.GetConsoleMode(handle, &mode) != nil {
		return false
	}
	if mode&enableVirtualTerminal != 0 {
		return true
	}
	done, _, _ := setConsoleMode.Call(uintptr(handle), uintptr(mode|enableVirtualTerminal))
	return done != 0
}
