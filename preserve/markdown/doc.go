// Package markdown is the structure of a Markdown document, and adding to the
// end of a section of it.
//
//	src ── front matter, BOM and lone CR aside ── goldmark, blocks only ── Headings, Title
//	                                                                        │
//	name ──────────────────────────────────────────────────────────────── Find
//	                                                                        │
//	lines ── the section's last line ── Append ── parsed again, compared ── result, or ErrUnsafe
//	lines ── the end of the document ── AppendEnd ── Cut takes them out again
//
//	root ── walk ── read ── scanner of lines ─┬─ headings ── Map ── Docs
//	                            unsure ── goldmark ─┘
//
// All but [Map] and [Scan.Each] are pure functions, bytes in and bytes out, and safe for
// concurrent use. The language is CommonMark with the tables and the
// strikethrough of GFM. A lone CR ends a line, as CommonMark says, and counts
// as one in every line number. Footnotes are paragraphs here, and their marks in
// a heading are text.
//
// Front matter is YAML between "---" and "---" or "...", or TOML between "+++",
// at the very start, beginning with a key. It is not parsed beyond a title of
// one line or a block scalar.
//
// Not promised: the outline of text that only another dialect reads, and good
// speed on documents made to be slow to parse; a document is parsed whole, and
// ctx ends a scan between documents only.
package markdown
