// The errors that callers branch on.

package markdown

import "errors"

var (
	// ErrNoSection says that no section has the name that was asked for.
	ErrNoSection = errors.New("no such section")
	// ErrAmbiguous says that more than one section fits a name equally well.
	ErrAmbiguous = errors.New("more than one section fits")
	// ErrUnsafe says that added lines would not be read as what they are: in
	// an open fence, comment or HTML block, or because they would change what
	// is around them.
	ErrUnsafe = errors.New("the added lines would not be read as they are meant")
	// ErrNotText says that a document is not UTF-8 or has a NUL byte.
	ErrNotText = errors.New("not UTF-8 text")
)
