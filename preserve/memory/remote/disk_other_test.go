//go:build !linux

package remote_test

func fullDisk() int { return 0 }
