// What the server needs of a store.

package mcpserver

import (
	"context"
	"errors"
	"time"
)

// ErrNotFound is in the error of a reference that leads nowhere. Other errors
// of a Store are told to the model as failures of the store.
var ErrNotFound = errors.New("not found")

// Store is the memory behind the tools. What it gets is without secrets and
// within the bounds of this package.
type Store interface {
	// PutSession saves a session; saving the same id again replaces title,
	// summary, tags and, unless it is "", the compact text.
	PutSession(ctx context.Context, s Session) error
	// Rules are the feedback memories of a project that are most relevant to
	// a text, at most limit.
	Rules(ctx context.Context, project, about string, limit int) ([]Hit, error)
	// Remember keeps a fact; the same project and title again replaces it.
	Remember(ctx context.Context, m Memory) (ref string, err error)
	Search(ctx context.Context, q Query) ([]Hit, error)
	// Read gives one session, fact or entry whole.
	Read(ctx context.Context, ref string) (Document, error)
	// LoadSession gives a session's compact text, facts and the end of its
	// transcript, within the budget.
	LoadSession(ctx context.Context, l Load) (string, error)
	Tags(ctx context.Context) ([]Tag, error)
}

// Session is what memory_session saves.
type Session struct {
	ID, Project, Title, Summary string
	Tags                        []string
	Compact                     string // "": as it was
}

// Memory is what memory_remember keeps. Project is that of a tag
// "project/NAME", else the server's; a tag "universal" makes it "".
type Memory struct {
	Content, Title, Project string
	Tags                    []string
	Rule                    bool // a tag says that it is a rule, a preference or feedback
}

// Query is what memory_search asks for. Since and Until are zero when not
// given; Until is the end of its day.
type Query struct {
	Text                       string // "": the newest
	Project                    string // the server's; its items come first
	Tags, AnyTags, ExcludeTags []string
	Since, Until               time.Time
	Limit                      int
	ExcludeSession             string
}

// Load is what memory_load_session asks for.
type Load struct {
	Ref     string // an id, the beginning of one, or "latest"
	Project string // the server's: "latest" is the newest of it
	Current string // the session that asks; "latest" is another one
	Budget  int    // characters
}

// Hit is one thing that was found. Text is an excerpt, or the whole.
type Hit struct {
	Ref, Kind, Project, Title, Text string
	Tags                            []string
	Created                         time.Time
}

// Document is one thing, whole.
type Document struct {
	Hit
	Body string
}

// Tag is a tag and how many items have it.
type Tag struct {
	Name  string
	Count int
}
