package redact

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"

	"github.com/wordwake/wordwake/data"
)

// keyMark begins the mark by which masked session keys differ; keyDigits is how many hexadecimal digits follow it.
const (
	keyMark   = '~'
	keyDigits = 12
)

// Key implements data.Redactor. The mark is made by Params.Key, so that nobody else can tell by it what was masked.
func (r Redactor) Key(key data.SessionKey) data.SessionKey {
	whole := string(key)
	if masked, _ := r.Redact(unmarked(whole)); masked != unmarked(whole) {
		return data.SessionKey(masked + string(keyMark) + r.keyDigest(whole))
	}
	return key
}

// unmarked leaves the mark of a masked key out.
func unmarked(key string) string {
	at := len(key) - keyDigits - 1
	if at < 0 || key[at] != keyMark || !allIn(key[at+1:], clsHex) {
		return key
	}
	return key[:at]
}

func (r Redactor) keyDigest(key string) string {
	var secret []byte
	if r.own != nil {
		secret = r.own.key
	}
	mac := hmac.New(sha256.New, secret)
	_, _ = mac.Write([]byte("session key\x00" + key)) // a hash takes everything
	return hex.EncodeToString(mac.Sum(nil)[:keyDigits/2])
}
