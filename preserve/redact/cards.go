// Card numbers: an issuer's prefix, its length, the usual grouping, Luhn's checksum.

package redact

// maxCard is the most digits a card number has.
const maxCard = 19

// findCards finds card numbers.
func findCards(v *view, add func(from, to int, name string, rank int)) {
	t := v.text
	for i := 0; i < len(t); {
		if !isDigit(t[i]) {
			i++
			continue
		}
		from := i
		var digits [maxCard + 1]byte
		var groups [8]int
		n, g := 0, 0
		sep := byte(0)
		for i < len(t) {
			if isDigit(t[i]) {
				if n < len(digits) {
					digits[n] = t[i]
					n++
				}
				groups[g]++
				i++
				continue
			}
			if (t[i] != ' ' && t[i] != '-') || i+1 >= len(t) || !isDigit(t[i+1]) || g+1 == len(groups) || sep != 0 && t[i] != sep {
				break
			}
			sep = t[i]
			g++
			i++
		}
		if n > maxCard || !grouped(groups[:g+1]) || !issued(digits[:n]) || !luhn(digits[:n]) {
			continue
		}
		if from > 0 && partOfNumber(t[from-1]) || i < len(t) && partOfNumber(t[i]) && (t[i] != '.' || i+1 < len(t) && isAlnum(t[i+1])) {
			continue
		}
		add(from, i, "card number", rankToken)
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func partOfNumber(c byte) bool {
	return isAlnum(c) || c == '_' || c == '-' || c == '.' || c == '/' || c == '+' || c == '#' || c == '@'
}

// grouped reports whether the digits are written as on a card: all together,
// in fours, or 4-6-5 and 4-6-4.
func grouped(groups []int) bool {
	if len(groups) == 1 {
		return true
	}
	if len(groups) == 3 && groups[0] == 4 && groups[1] == 6 {
		return groups[2] == 5 || groups[2] == 4
	}
	for i, n := range groups {
		if n != 4 && (i < len(groups)-1 || n > 4) {
			return false
		}
	}
	return len(groups) >= 4
}

// issued reports whether digits have the prefix and the length of an issuer.
func issued(digits []byte) bool {
	if len(digits) < 13 {
		return false
	}
	p := 0
	for _, c := range digits[:4] {
		p = p*10 + int(c-'0')
	}
	n := len(digits)
	distinct := map[byte]bool{}
	for _, c := range digits {
		distinct[c] = true
	}
	if len(distinct) < 2 {
		return false
	}
	switch {
	case p/1000 == 4: // Visa
		return n == 13 || n == 16 || n == 19
	case p/100 >= 51 && p/100 <= 55, p >= 2221 && p <= 2720: // Mastercard
		return n == 16
	case p/100 == 34, p/100 == 37: // American Express
		return n == 15
	case p == 6011, p/100 == 65, p/10 >= 644 && p/10 <= 649: // Discover
		return n == 16 || n == 19
	case p/100 == 62, p/100 == 81: // UnionPay
		return n >= 16
	case p >= 3528 && p <= 3589: // JCB
		return n == 16 || n == 19
	case p/10 >= 300 && p/10 <= 305, p/100 == 36, p/100 == 38, p/100 == 39: // Diners Club
		return n == 14
	case p == 5018, p == 5020, p == 5038, p == 6304, p == 6759, p/10 == 676: // Maestro
		return n >= 16
	}
	return false
}

func luhn(digits []byte) bool {
	sum := 0
	for i, c := range digits {
		d := int(c - '0')
		if (len(digits)-i)%2 == 0 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}
