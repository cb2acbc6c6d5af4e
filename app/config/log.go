package config

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"gopkg.in/natefinch/lumberjack.v2"
)

// The log is three files of five megabytes at most: enough for weeks of one line per job, little enough to send.
const (
	logMegabytes = 5
	logOldFiles  = 2
)

// OpenLog opens the log file at path, 0600 in a folder of 0700, and gives a logger that writes to it. The closer ends it.
func OpenLog(path string, level slog.Leveler) (*slog.Logger, io.Closer, error) {
	if err := makeOwn(filepath.Dir(path)); err != nil {
		return nil, nil, fmt.Errorf("make log folder: %w", err)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, nil, fmt.Errorf("open log: %w", err)
	}
	// Lumberjack keeps the mode of the file that it finds, also for those that follow.
	if err := file.Chmod(0o600); err != nil {
		_ = file.Close()
		return nil, nil, fmt.Errorf("protect log: %w", err)
	}
	if err := file.Close(); err != nil {
		return nil, nil, fmt.Errorf("make log: %w", err)
	}
	rotating := &lumberjack.Logger{Filename: path, MaxSize: logMegabytes, MaxBackups: logOldFiles}
	return slog.New(slog.NewTextHandler(rotating, &slog.HandlerOptions{Level: level})), rotating, nil
}
