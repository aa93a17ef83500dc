package main

import "os"

// given is a file without a name that holds the event.
func given(event []byte) (*os.File, error) {
	f, err := os.CreateTemp("", "savectx-event-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, err
	}
	if _, err := f.Write(event); err != nil {
		return nil, err
	}
	_, err = f.Seek(0, 0)
	return f, err
}
