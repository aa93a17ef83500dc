package compare_test

import (
	"slices"
	"testing"

	"savectx/preserve/memory/compare"
	"savectx/preserve/memory/record"
)

const (
	redis    = "Sessions live in Redis"
	redisTTL = "Sessions live in Redis, with a TTL of 30 minutes"
	limit218 = "The limit is 218 requests a second"
	limit219 = "The limit is 219 requests a second"
	limit220 = "The limit is 220 requests a second"
	mail     = "Mail goes out by Mailchimp"
	deployA  = "We deploy to Fly.io using blue-green because rolling deploys dropped websockets"
	deployB  = "Deployments go to Fly.io with blue-green, since rolling deploys dropped the websockets"
)

func ours(id, text string) record.Record {
	return record.Record{ID: id, Text: text, Project: "shop"}
}
func theirs(id, text string) record.Record {
	return record.Record{ID: id, Text: text, Project: "depot"}
}
func everybodys(id, text string) record.Record { return record.Record{ID: id, Text: text} }

func TestDecide(t *testing.T) {
	type list = []record.Record
	for name, tt := range map[string]struct {
		fact   string // of project shop
		stored list
		named  int // one more than its index; 0: none
		do     compare.Action
		old    int
		others []int
	}{
		"nothing is there": {fact: redis, do: compare.Add, old: -1},
		"unrelated":        {fact: redis, stored: list{ours("1", mail), everybodys("2", limit219)}, do: compare.Add, old: -1},

		"the same":                             {fact: redis, stored: list{ours("1", mail), ours("2", redis)}, do: compare.Keep, old: 1},
		"the same, of nobody":                  {fact: redis, stored: list{everybodys("1", redis)}, do: compare.Keep},
		"the same, of another project":         {fact: redis, stored: list{theirs("1", redis)}, do: compare.Add, old: -1},
		"contradicted in another project":      {fact: limit219, stored: list{theirs("1", limit220)}, do: compare.Add, old: -1},
		"reworded in another project and here": {fact: deployB, stored: list{theirs("1", deployA), ours("2", deployA)}, do: compare.Reword, old: 1},

		"covered":                            {fact: redis, stored: list{ours("1", redisTTL)}, do: compare.Keep},
		"exact beats covered":                {fact: redis, stored: list{ours("1", redisTTL), ours("2", redis)}, do: compare.Keep, old: 1},
		"the first of two exact ones":        {fact: redis, stored: list{ours("1", redis), ours("2", redis)}, do: compare.Keep, old: 0},
		"the first of two that cover it":     {fact: redis, stored: list{ours("1", redisTTL), ours("2", redis+", in the cellar")}, do: compare.Keep, old: 0},
		"said, and contradicted":             {fact: limit219, stored: list{ours("1", limit220), ours("2", limit219)}, do: compare.Keep, old: 1, others: []int{0}},
		"reworded":                           {fact: deployB, stored: list{ours("1", mail), ours("2", deployA)}, do: compare.Reword, old: 1},
		"more than is stored":                {fact: redisTTL, stored: list{everybodys("1", redis)}, do: compare.Reword},
		"another number":                     {fact: limit219, stored: list{ours("1", limit220)}, do: compare.Ask},
		"several other numbers, in order":    {fact: limit219, stored: list{ours("1", limit220), theirs("2", limit220), everybodys("3", limit218)}, do: compare.Ask, others: []int{2}},
		"contradicted comes before reworded": {fact: redisTTL, stored: list{ours("1", redis), ours("2", "Sessions live in Redis, with a TTL of 60 minutes")}, do: compare.Ask, old: 1},

		"named":                               {fact: limit219, stored: list{ours("1", limit220)}, named: 1, do: compare.Replace},
		"named, unrelated":                    {fact: redis, stored: list{ours("1", mail)}, named: 1, do: compare.Replace},
		"named, of another project":           {fact: limit219, stored: list{theirs("1", limit219)}, named: 1, do: compare.Replace},
		"named, and reworded by another":      {fact: deployB, stored: list{ours("1", deployA), ours("2", mail)}, named: 2, do: compare.Replace, old: 1},
		"named, and contradicted by others":   {fact: limit219, stored: list{ours("1", limit218), ours("2", limit220), ours("3", "The limit is 221 requests a second")}, named: 2, do: compare.Replace, old: 1, others: []int{0, 2}},
		"named, and says it":                  {fact: redis, stored: list{ours("1", redis)}, named: 1, do: compare.Keep},
		"named, and says more":                {fact: redis, stored: list{ours("1", redisTTL)}, named: 1, do: compare.Replace},
		"named, and another says it":          {fact: limit219, stored: list{ours("1", limit220), ours("2", limit219)}, named: 1, do: compare.Remove, old: 1},
		"twins, the first one named":          {fact: redis, stored: list{ours("1", redis), ours("2", redis)}, named: 1, do: compare.Keep, old: 0},
		"twins, the second one named":         {fact: redis, stored: list{ours("1", redis), ours("2", redis)}, named: 2, do: compare.Keep, old: 1},
		"named says it, and so does nobody's": {fact: redis, stored: list{everybodys("1", redis), ours("2", redis)}, named: 2, do: compare.Keep, old: 1},
		"named elsewhere, and another has it": {fact: redis, stored: list{ours("1", redis), theirs("2", redis)}, named: 2, do: compare.Remove, old: 0},
		"named says more, another does, too":  {fact: redis, stored: list{ours("1", redisTTL), ours("2", redis+", in the cellar")}, named: 1, do: compare.Remove, old: 1},
		"named says it, another says more":    {fact: redis, stored: list{ours("1", redisTTL), ours("2", redis)}, named: 2, do: compare.Keep, old: 1},
		"named, found twice":                  {fact: limit219, stored: list{ours("1", limit220), ours("1", limit220)}, named: 2, do: compare.Replace, old: 1},
		"named, other words by the search":    {fact: limit219, stored: list{ours("1", limit219), ours("1", limit220)}, named: 2, do: compare.Keep, old: 0},

		"no ids, named":              {fact: limit219, stored: list{ours("", limit218), ours("", limit220)}, named: 2, do: compare.Replace, old: 1, others: []int{0}},
		"no ids, another says it":    {fact: limit219, stored: list{ours("", limit219), ours("", limit220)}, named: 2, do: compare.Remove, old: 0},
		"no ids, named and says it":  {fact: limit219, stored: list{ours("", limit219)}, named: 1, do: compare.Keep},
		"no ids, contradicted twice": {fact: limit219, stored: list{ours("", limit218), ours("", limit220)}, do: compare.Ask, others: []int{1}},
	} {
		got := compare.Decide(ours("", tt.fact), tt.stored, tt.named-1)
		if got.Action != tt.do || got.Old != tt.old || !slices.Equal(got.Others, tt.others) {
			t.Errorf("%s: %+v, want {%v %v %v}", name, got, tt.do, tt.old, tt.others)
		}
	}
}

// A server that found one near by itself has dropped the fact, or stored it.
func TestTaken(t *testing.T) {
	for name, tt := range map[string]struct {
		fact            string
		old             record.Record
		replaces        string
		dropped, stored compare.Action
	}{
		"the same":                   {redis, ours("1", "sessions live in **Redis**."), "", compare.Keep, compare.Keep},
		"covered":                    {redis, everybodys("1", redisTTL), "", compare.Keep, compare.Keep},
		"reworded":                   {deployB, ours("1", deployA), "", compare.Reword, compare.Reword},
		"another number":             {limit219, ours("1", limit220), "", compare.Ask, compare.Ask},
		"unrelated":                  {redis, ours("1", mail), "", compare.Ask, compare.Add},
		"of another project":         {redis, theirs("1", redis), "", compare.Ask, compare.Add},
		"another number, named":      {limit219, ours("1", limit220), "1", compare.Replace, compare.Replace},
		"named by its words":         {limit219, everybodys("1", limit220), "the limit is 220 requests a second.", compare.Replace, compare.Replace},
		"named, and the same":        {redis, ours("1", redis), "1", compare.Keep, compare.Keep},
		"named, and says more":       {redis, ours("1", redisTTL), redisTTL, compare.Replace, compare.Replace},
		"another one is named":       {limit219, ours("1", limit220), mail, compare.Ask, compare.Ask},
		"theirs, named by its id":    {redis, theirs("1", mail), "1", compare.Replace, compare.Replace},
		"theirs, named by its words": {redis, theirs("1", mail), mail, compare.Ask, compare.Add},
		"without an id":              {limit219, ours("", limit220), "", compare.Ask, compare.Ask},
	} {
		fact := ours("", tt.fact)
		if got := compare.Taken(fact, tt.old, tt.replaces, false); got != tt.dropped {
			t.Errorf("%s, dropped: %v, want %v", name, got, tt.dropped)
		}
		if got := compare.Taken(fact, tt.old, tt.replaces, true); got != tt.stored {
			t.Errorf("%s, stored: %v, want %v", name, got, tt.stored)
		}
	}
}

func TestNames(t *testing.T) {
	for _, tt := range []struct {
		replaces string
		r        record.Record
		want     bool
	}{
		{"1", ours("1", mail), true},
		{"1", theirs("1", mail), true},
		{"1", ours("11", mail), false},
		{"mail goes out by **Mailchimp**", ours("1", mail), true},
		{mail, everybodys("1", mail), true},
		{mail, theirs("1", mail), false},
		{limit219, ours("1", limit220), false},
		{redis, ours("1", redisTTL), false},
		{"", ours("", mail), false},
		{"", ours("", ""), false},
		{" ", ours("1", ""), false},
		{"...", ours("1", "()"), false},
		{"()", everybodys("1", "---"), false},
		{"...", ours("...", mail), false},
	} {
		if got := compare.Names(tt.replaces, tt.r, "shop"); got != tt.want {
			t.Errorf("%q names %+v: %v", tt.replaces, tt.r, got)
		}
	}
}
