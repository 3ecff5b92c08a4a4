module encodings

go 1.24

require github.com/moov-io/iso8583 v0.23.4

require (
	github.com/yerden/go-util v1.1.4 // indirect
	golang.org/x/text v0.26.0 // indirect
)
