// Package secrets is the page that lists where secrets are hidden: the kinds, and under each the sessions that hold it, with masks
// and times. It draws what it is given and reports which place the person opens; it never has a secret.
package secrets
