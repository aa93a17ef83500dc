package main

import (
	"errors"
	"time"
)

var errLinuxOnly = errors.New("what waiting costs is measured on Linux only")

func orchestratorOf(string) (int, error) { return 0, errLinuxOnly }

func usage(int) (time.Duration, int, error) { return 0, 0, errLinuxOnly }
