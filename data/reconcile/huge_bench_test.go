package reconcile

import (
	"fmt"
	"testing"

	"github.com/wordwake/wordwake/data"
)

// BenchmarkAnAppendToAHugeSession lets a session grow by one message, within the budget of a search.
func BenchmarkAnAppendToAHugeSession(b *testing.B) {
	for _, events := range []int{1_000, 200_000} {
		b.Run(fmt.Sprint("of events ", events), func(b *testing.B) {
			w := newWorld(b)
			alpha := w.add("alpha")
			one := alpha.session("one").keepsLog()
			for i := range events {
				one.log.events = append(one.log.events, one.tells(fmt.Sprint("apple ", i)))
			}
			one.logged()
			l := newBench(b, w)
			l.pass(b, Options{})
			b.ResetTimer()
			for range b.N {
				b.StopTimer()
				e := one.tells("pear")
				one.log.events = append(one.log.events, e)
				e.message.Seq = int64(len(one.messages) + 1)
				one.messages = append(one.messages, e.message)
				one.Events++
				one.touch()
				alpha.stamp++
				b.StartTimer()
				out := l.pass(b, Options{Budget: data.CatchUpBudget, MaxEvents: data.CatchUpEvents, MaxBytes: data.CatchUpBytes})
				if out.Pending != 0 || out.Rows != 2 || out.Done.Inserted != 1 || out.Done.Read != 0 {
					b.Fatalf("outcome %+v", out)
				}
			}
		})
	}
}
