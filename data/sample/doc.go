// Package sample is a small invented history that is built into the program, so that it can be tried where there is none. It
// implements the same ports as a real history. All of it is made up; it reads no file.
package sample
