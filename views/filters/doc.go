// Package filters is the row of choices under the search field: agents, time, who, order, and the count of what matched.
// It shows the choices that it is given and reports new ones.
package filters
