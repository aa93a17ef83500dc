// Abbreviations, and other words for the same.

package audit

import (
	"slices"
	"strings"
	"sync"
)

// abbreviation is the word as lower-case initials if it looks like some: two to
// five capital letters, with or without a plural s; "" otherwise.
func abbreviation(w word) string {
	raw := strings.TrimSuffix(w.raw, "s")
	if len(raw) < 2 || len(raw) > 5 || strings.Trim(raw, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return ""
	}
	return strings.ToLower(raw)
}

// spelled are the words of a text that stand side by side and begin with the
// letters of an abbreviation, as indexes.
func spelled(short string, words []word) (from, to int, ok bool) {
	for i := 0; short != "" && i+len(short) <= len(words); i++ {
		fits := true
		for k := range len(short) {
			w := words[i+k]
			fits = fits && !w.hard && len(w.s) > 1 && w.s[0] == short[k] && w.at == words[i].at+k
		}
		if fits {
			return i, i + len(short), true
		}
	}
	return 0, 0, false
}

// shorten scores abbreviations of the subject's words, and words that the
// subject abbreviates.
func (f *field) shorten() {
	for u, x := range f.units {
		for _, w := range x.words {
			short := abbreviation(w)
			if from, to, ok := spelled(short, f.words); ok {
				for i := from; i < to; i++ {
					f.scores[i][u] = 1
				}
			}
		}
	}
	for i, w := range f.words {
		short := abbreviation(w)
		if short == "" {
			continue
		}
		for u, x := range f.units {
			if _, _, ok := spelled(short, x.words); ok {
				f.scores[i][u] = 1
			}
		}
	}
}

// synonyms are the verbs in which rules and requests are put in other words:
// change, delete, add, keep, mend. The beginnings of words, in ten languages;
// two characters of Chinese and Japanese.
var synonyms = sync.OnceValue(func() [][]string {
	var out [][]string
	for _, line := range []string{
		"touch modif chang edit alter tamper untouch unchang anfass angefass anzufass anrühr berühr unberühr änder geänder veränder unveränder bearbeit toca toque modific cambi mexe mexa mud трога трон трож меня измен правит редактир לגעת תיגע נוגע לשנות תשנה משנה 改动 修改 更改 变更 変更 修正 触 건드 수정 변경 바꾸 손대",
		"delet remov drop eras wip purg lösch gelösch entfern borr elimin suprim supprim effac enlev retir apag exclu удал стер стира убер убра מחק למחוק תמחק למחיקת להסיר הסר 删除 移除 清除 削除 消去 삭제 제거 지우",
		"add writ wrot creat schreib geschrieb ergänz erstell hinzu anleg añad agreg escrib escrit crea ajout écri cré adicion escrev cria добав напис напиш пиши созда הוסיף להוסיף תוסיף לכתוב תכתוב כתיבת ליצור 添加 增加 编写 新增 创建 补充 追加 作成 추가 작성 만들",
		"keep kept stay leav left remain preserv retain bleib behalt beibehalt lass gelass mant dej conserv gard laiss rest deix остав сохран 保持 保留 維持 유지 남기",
		"fix repair correct mend behob beheb reparier korrigier arregl corrig corrij répar исправ почин לתקן תקן תתקן תיקון 修复 修好 修正 고치 고쳐",
		"updat aktualisier actualiz actualis atualiz обнов לעדכן עדכ תעדכן עודכן 更新 업데이트 갱신",
		"doc docs dokument document documenta docu документ תיעוד 文档 ドキュメント 문서",
	} {
		out = append(out, strings.Fields(line))
	}
	return out
})

// meanings are the lines of synonyms that a word is in.
func meanings(w word) (set uint8) {
	if w.hard {
		return 0
	}
	for i, line := range synonyms() {
		if slices.ContainsFunc(line, func(p string) bool { return strings.HasPrefix(w.s, p) && len(w.s) <= len(p)+maxEnding }) {
			set |= 1 << i
		}
	}
	return set
}

// maxEnding bounds what may follow the beginning of a synonym, in bytes: "rest"
// is not the beginning of "restaurant".
const maxEnding = 8

// synonymScore is what a synonym counts: half a claim it is not.
const synonymScore = 0.6

// reword scores the subject's words by their synonyms, too; senses are the
// meanings of the page's vocabulary.
func (f *field) reword(pg page, senses []uint8) {
	for i, w := range f.words {
		mine := meanings(w)
		if mine == 0 {
			continue
		}
		for n, its := range senses {
			if mine&its != 0 {
				for _, u := range pg.postings[n] {
					f.scores[i][u] = max(f.scores[i][u], synonymScore)
				}
			}
		}
	}
}
