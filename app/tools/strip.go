package tools

import "strings"

// replay is what only a model can read, or only needs to go on.
var replay = []string{
	"thinkingSignature", "textSignature", "thoughtSignature", "providerReplay", "encrypted_content", "encryptedContent", "redactedThinking",
}

// media are the members of an image, a sound or a film that hold it, or say where it lies.
var media = []string{"data", "blob", "path", "file", "filePath"}

// strip takes out of a block what is of no use to a reader.
func strip(block *node) {
	if block.kind != nodeObject {
		return
	}
	block.drop(replay...)
	kind := block.textAt("type")
	switch {
	case kind == "redacted_thinking":
		block.drop("data")
	case strings.Contains(kind, "image"), strings.Contains(kind, "audio"), strings.Contains(kind, "video"):
		stripMedia(block)
	}
	if nested := block.get("content"); nested != nil {
		for i := range nested.items {
			strip(&nested.items[i])
		}
	}
}

func stripMedia(block *node) {
	size := 0
	for _, part := range []*node{block, block.get("source"), block.get("image_url")} {
		if part == nil {
			continue
		}
		for _, name := range media {
			size += len(part.textAt(name))
		}
		if url := part.get("url"); url != nil {
			if strings.HasPrefix(url.text, "data:") {
				size += len(url.text)
				part.drop("url")
			} else {
				*url = textNode(bareURL(url.text))
			}
		}
		part.drop(media...)
	}
	if size > 0 {
		block.set("omitted", trueNode)
		block.set("bytes", numberNode(int64(size)))
	}
}

// bareURL is an address without its credentials, query and fragment.
func bareURL(url string) string {
	url, _, _ = strings.Cut(url, "#")
	url, _, _ = strings.Cut(url, "?")
	scheme, rest, found := strings.Cut(url, "://")
	if !found {
		return url
	}
	host, path, slash := strings.Cut(rest, "/")
	if at := strings.LastIndexByte(host, '@'); at >= 0 {
		host = host[at+1:]
	}
	if slash {
		path = "/" + path
	}
	return scheme + "://" + host + path
}
