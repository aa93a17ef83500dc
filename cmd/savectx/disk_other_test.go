//go:build !linux

package main

const onDisk = "savectx-on-disk"

func diskMain() {}
