// Package theme is the look of the window: colours in a light and a dark set whose contrast is tested, sizes on a grid of
// four units, a text font with arrows and check marks, and the icons of folding rows. It draws nothing itself and never
// reads a file.
package theme
