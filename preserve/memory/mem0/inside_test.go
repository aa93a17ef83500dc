package mem0

import (
	"context"
	"errors"
	"testing"

	"savectx/preserve/memory/record"
)

func recordOf(text, project, typ string) record.Record {
	return record.Record{Text: text, Project: project, Type: typ}
}

// A name can mean any address: over http the connection itself is asked. The
// address is refused before anything is sent to it.
func TestHTTPDialsNoPublicAddress(t *testing.T) {
	for _, address := range []string{"93.184.216.34:80", "[2606:2800::1]:80", "0.0.0.0:1", "[::ffff:8.8.8.8]:80"} {
		conn, err := transport("http").DialContext(context.Background(), "tcp", address)
		if !errors.Is(err, errPublic) {
			t.Errorf("%s: %v", address, err)
		}
		if conn != nil {
			conn.Close()
		}
	}
}
