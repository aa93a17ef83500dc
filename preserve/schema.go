// The schema of a snapshot, and a filled example, for who writes one.

package preserve

import _ "embed"

//go:embed schema/snapshot.json
var snapshotSchema string

//go:embed schema/template.json
var snapshotTemplate string

// Schema is the JSON Schema (2020-12) of a [Snapshot].
func Schema() string { return snapshotSchema }

// Template is a filled example of a [Snapshot].
func Template() string { return snapshotTemplate }
