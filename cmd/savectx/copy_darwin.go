package main

func clipboardTools(func(string) string) [][]string { return [][]string{{"pbcopy"}} }
