// Whether something can be added at the end of a document.

package markdown

// Closed reports whether what [AppendEnd] adds to src is read as Markdown of
// its own: not where src ends inside an open code fence, comment or HTML block.
func Closed(src []byte) bool {
	return len(Headings(AppendEnd(src, []string{"# x"}))) == len(Headings(src))+1
}
