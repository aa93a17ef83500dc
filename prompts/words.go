// The words of one language.

package prompts

import (
	"embed"
	"encoding/json"
	"fmt"
)

//go:embed words/*.json
var files embed.FS

// Words is everything savectx says in one language.
type Words struct {
	// Lang is the language these words are in, as in [Languages].
	Lang string `json:"-"`
	// Line has the words of the line typed after "/compact ".
	Line Line `json:"line"`
	// Mark has what stands before an item that needs it.
	Mark Mark `json:"mark"`
	// Blocks has the labels of the two blocks of a handover that are pasted.
	Blocks Blocks `json:"blocks"`
	// Handoff has the headings and words of HANDOFF.md.
	Handoff Handoff `json:"handoff"`
	// Receipt has what a save says it did.
	Receipt Receipt `json:"receipt"`
	// Panel has the review before a save.
	Panel Panel `json:"panel"`
	// Hook has what hooks tell the person.
	Hook Hook `json:"hook"`
	// Status has the pieces of the status line.
	Status Status `json:"status"`
}

// Line has the pieces of the text that follows "/compact ". A field that is
// called a template holds exactly one "%s", which stands for text that is put
// in as it is, never formatted.
type Line struct {
	// Whole is the complete text when nothing is known about the session. With
	// "/compact " in front it is at most 700 code points and, where the script
	// allows it, 900 bytes, so that it goes in as one paste.
	Whole string `json:"whole"`
	// Short says the same in at most 45 words, "/compact" included.
	Short string `json:"short"`
	// Intro stands before the items, without a separator at its end.
	Intro string `json:"intro"`
	// Labels has one label for each kind of item, with the colon (or dash) and
	// the space the language puts behind it.
	Labels map[string]string `json:"labels"`
	// Why is the template behind an item for its reason.
	Why string `json:"why"`
	// Quote is the template behind an item for the user's own words, with the
	// quotation marks of the language.
	Quote string `json:"quote"`
	// Exact is the template behind an item for strings to keep letter for
	// letter. The strings bring their own quotation marks.
	Exact string `json:"exact"`
	// ExactSep stands between two such strings.
	ExactSep string `json:"exact_sep"`
	// Sep stands between two sentences: a space, or nothing.
	Sep string `json:"sep"`
	// Outro is the sentence that ends a line with items.
	Outro string `json:"outro"`
	// HandoffNote is the template that names a file with notes, and a sentence
	// after it, with a space between in every language, so that no part of the
	// path is in the line's last word.
	HandoffNote string `json:"handoff_note"`
	// Stop is the full stop of the language.
	Stop string `json:"stop"`
}

// Load returns the words of one of [Languages]. Any other name is an error;
// [Match] turns a locale into such a name.
func Load(lang string) (Words, error) {
	data, err := files.ReadFile("words/" + lang + ".json")
	if err != nil {
		return Words{}, fmt.Errorf("no words in language %q", lang)
	}
	w := Words{Lang: lang}
	if err := json.Unmarshal(data, &w); err != nil {
		return Words{}, fmt.Errorf("words in language %q: %w", lang, err)
	}
	return w, nil
}
