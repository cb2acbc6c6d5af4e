// Package keys says which key does what, and where. It turns keys into commands and lends them to widgets that would
// otherwise swallow them; it carries nothing out itself.
package keys
