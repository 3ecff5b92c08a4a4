// Packs and unpacks messages by moov-io/iso8583, one a line: `pack 0200 4:303030 55:9f26` answers the bytes, `unpack …` the fields.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"

	"github.com/moov-io/iso8583"
	"github.com/moov-io/iso8583/encoding"
	"github.com/moov-io/iso8583/field"
	"github.com/moov-io/iso8583/prefix"
)

type layout struct{ ascii bool }

func (l layout) digits(length int) field.Field {
	if l.ascii {
		return field.NewString(&field.Spec{Length: length, Enc: encoding.ASCII, Pref: prefix.ASCII.Fixed})
	}
	return field.NewString(&field.Spec{Length: length, Enc: encoding.BCD, Pref: prefix.BCD.Fixed})
}

func (l layout) text(length int) field.Field {
	return field.NewString(&field.Spec{Length: length, Enc: encoding.ASCII, Pref: prefix.ASCII.Fixed})
}

func (l layout) short(length int, isNumber bool) field.Field {
	spec := &field.Spec{Length: length, Enc: encoding.ASCII, Pref: prefix.BCD.LL}
	if l.ascii {
		spec.Pref = prefix.ASCII.LL
	} else if isNumber {
		spec.Enc = encoding.BCD
	}
	return field.NewString(spec)
}

func (l layout) long(length int) *field.Spec {
	if l.ascii {
		return &field.Spec{Length: length, Enc: encoding.ASCII, Pref: prefix.ASCII.LLL}
	}
	return &field.Spec{Length: length, Enc: encoding.ASCII, Pref: prefix.BCD.LLL}
}

func (l layout) spec() *iso8583.MessageSpec {
	bitmap := &field.Spec{Enc: encoding.Binary, Pref: prefix.Binary.Fixed}
	if l.ascii {
		bitmap = &field.Spec{Enc: encoding.BytesToASCIIHex, Pref: prefix.Hex.Fixed}
	}
	fields := map[int]field.Field{0: l.digits(4), 1: field.NewBitmap(bitmap)}
	for number, length := range map[int]int{3: 6, 4: 12, 7: 10, 11: 6, 12: 6, 13: 4, 14: 4, 15: 4, 18: 4, 22: 3, 23: 3, 25: 2, 49: 3, 70: 3, 90: 42} {
		fields[number] = l.digits(length)
	}
	for number, length := range map[int]int{37: 12, 38: 6, 39: 2, 41: 8, 42: 15, 43: 40, 95: 42} {
		fields[number] = l.text(length)
	}
	fields[2], fields[32] = l.short(19, true), l.short(11, true)
	for number, length := range map[int]int{44: 25, 102: 28, 103: 28} {
		fields[number] = l.short(length, false)
	}
	for number, length := range map[int]int{48: 999, 54: 120, 60: 999, 61: 999, 62: 999, 63: 999} {
		fields[number] = field.NewString(l.long(length))
	}
	chip := l.long(999)
	chip.Enc = encoding.Binary
	fields[55] = field.NewBinary(chip)
	return &iso8583.MessageSpec{Fields: fields}
}

func pack(spec *iso8583.MessageSpec, words []string) (string, error) {
	message := iso8583.NewMessage(spec)
	message.MTI(words[0])
	for _, word := range words[1:] {
		number, value, _ := strings.Cut(word, ":")
		at, err := strconv.Atoi(number)
		if err != nil {
			return "", err
		}
		bytes, err := hex.DecodeString(value)
		if err != nil {
			return "", err
		}
		if at == 55 {
			err = message.BinaryField(at, bytes)
		} else {
			err = message.Field(at, string(bytes))
		}
		if err != nil {
			return "", err
		}
	}
	packed, err := message.Pack()
	return hex.EncodeToString(packed), err
}

func unpack(spec *iso8583.MessageSpec, text string) (string, error) {
	bytes, err := hex.DecodeString(text)
	if err != nil {
		return "", err
	}
	message := iso8583.NewMessage(spec)
	if err := message.Unpack(bytes); err != nil {
		return "", err
	}
	mti, err := message.GetMTI()
	if err != nil {
		return "", err
	}
	numbers := []int{}
	for number := range message.GetFields() {
		if number > 1 {
			numbers = append(numbers, number)
		}
	}
	sort.Ints(numbers)
	words := []string{mti}
	for _, number := range numbers {
		value, err := message.GetBytes(number)
		if err != nil {
			return "", err
		}
		words = append(words, fmt.Sprintf("%d:%s", number, hex.EncodeToString(value)))
	}
	return strings.Join(words, " "), nil
}

func main() {
	spec := layout{ascii: os.Args[1] == "ascii"}.spec()
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		var answer string
		var err error
		if words[0] == "pack" {
			answer, err = pack(spec, words[1:])
		} else {
			answer, err = unpack(spec, words[1])
		}
		if err != nil {
			answer = "error: " + err.Error()
		}
		fmt.Println(answer)
	}
}
