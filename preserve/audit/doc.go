// Package audit says what a compaction kept, changed, lost and invented.
//
//	items in force ──┐
//	                 ├─ Judge ──── a verdict an item, with the sentence that shows it
//	summary, tail ───┤
//	                 ├─ Invented ─ claims about the user that the user never made
//	user's own words ┘
//	                        │
//	                      Report ── Table (terminal), HTML (one page), JSON
//
// An item is searched for letter for letter first, and then as prose: the
// sentence with the largest share of the item's telling words is the one that
// speaks of it. That sentence is then asked for what a paraphrase may not
// lose: numbers with units, identifiers, words of negation and quantity, who
// said it, whether it was granted, whether it is done, and the reason of a
// decision or a dead end. Words are known in the ten languages of package
// prompts. No dictionary is used: inflected words are compared by what they
// share, Chinese and Japanese by neighbouring characters.
//
// The limits are those of words: a paraphrase that shares fewer than half of
// the telling words counts as lost, and a summary in another language than the
// item keeps its strings and numbers only. To put back what was there after
// all costs little; to miss a loss costs the work.
//
// What counts as a claim about the user: a sentence that says what the user
// asked, wants, ruled or approved, or does something "as requested"; a quote
// below a heading such as "All user messages"; a bare rule below one such as
// "Constraints". A claim in a language that the user did not speak is left
// aside, since its words can be compared with nothing.
//
// Nothing here reads or writes files, and nothing is kept between calls but
// tables.
package audit
