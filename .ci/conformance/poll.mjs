// Asks Wordwake again and again, from the moment on that OpenClaw says that something is done.
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";

const withinMs = 1000; // what the issue of Wordwake promises
const giveUpMs = 20_000; // how long a late answer is waited for, so that the report can tell "late" from "never"

// On a busy machine the start of a program alone may take a second; that is no delay of ours.
async function timeOf(ask) {
  const start = performance.now();
  await ask();
  return performance.now() - start;
}

/** Poll makes checks of the form: a search that holds, within a second of the write. */
export class Poll {
  constructor(wordwake, report) {
    Object.assign(this, { wordwake, report });
  }

  /** until asks `ask` until `holds` is true of the answer, and checks how long that took since `since`. */
  async until(name, ask, holds, since = performance.now()) {
    let answer;
    for (let looks = 1; ; looks++) {
      answer = await ask();
      const ms = performance.now() - since;
      if (holds(answer)) {
        this.report.time(ms);
        const idle = ms > withinMs ? await timeOf(ask) : 0;
        const detail = idle ? `, of which ${Math.round(idle)} ms is what asking takes now with nothing new` : "";
        this.report.check(name, ms - idle <= withinMs, `after ${Math.round(ms)} ms, look ${looks}${detail}`);
        return answer;
      }
      if (ms > giveUpMs) {
        this.report.check(name, false, `never within ${giveUpMs / 1000} s; last: ${brief(answer)}`);
        return answer;
      }
      await wait(20);
    }
  }

  /** finds searches a word until it has this many hits. */
  finds(name, word, count, flags = [], since = undefined) {
    return this.until(name, () => this.wordwake.search(word, flags), (answer) => answer.hits.length === count, since);
  }
}

/** brief tells of an answer what a report needs. */
export function brief(answer) {
  if (!answer?.hits) return JSON.stringify(answer)?.slice(0, 300);
  const { indexing, faults, hiddenKinds, hits } = answer;
  return JSON.stringify({ hits: hits.map((h) => `${h.sessionKey}#${h.role}`), indexing, hiddenKinds, faults });
}
