package redact

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strconv"
)

// stampSize is how many bytes of a hash a stamp shows.
const stampSize = 16

// stampRounds make each guess at a secret slow where no key protects the stamp.
const stampRounds = 600_000

// stampOf names the built-in rules and those of p. It does not give the secrets away: it is keyed, or slow to compute, since the
// plain hash of a short secret could be guessed.
func stampOf(p Params) string {
	version := strconv.Itoa(Version)
	if len(p.Patterns) == 0 && len(p.Secrets) == 0 {
		return version
	}
	digest := digestOf(p)
	if len(p.Key) > 0 {
		h := hmac.New(sha256.New, p.Key)
		h.Write([]byte("rules\x00"))
		h.Write(digest)
		return version + "-" + hex.EncodeToString(h.Sum(nil)[:stampSize])
	}
	slow := sha256.Sum256(digest)
	for range stampRounds {
		slow = sha256.Sum256(append(slow[:], digest...))
	}
	return version + "-" + hex.EncodeToString(slow[:stampSize])
}

// digestOf hashes the patterns in their order, and the secrets in none.
func digestOf(p Params) []byte {
	secrets := slices.Compact(slices.Sorted(slices.Values(p.Secrets)))
	h := sha256.New()
	for _, list := range [][]string{p.Patterns, secrets} {
		var size [8]byte
		binary.BigEndian.PutUint64(size[:], uint64(len(list)))
		h.Write(size[:])
		for _, s := range list {
			binary.BigEndian.PutUint64(size[:], uint64(len(s)))
			h.Write(size[:])
			h.Write([]byte(s))
		}
	}
	return h.Sum(nil)
}
