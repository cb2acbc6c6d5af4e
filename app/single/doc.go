// Package single keeps a library to one window: a second one finds the first by a socket in the library's folder and has it come
// to the front. It opens no port, and where it cannot work it says so and never keeps a window from opening.
package single
