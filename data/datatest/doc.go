// Package datatest builds OpenClaw state directories for tests and benchmarks: databases of every schema generation, made
// from the empty ones that the releases themselves created, and histories that real releases wrote. Everything it makes
// lies in the test's own temporary directory. Only tests import it.
package datatest
