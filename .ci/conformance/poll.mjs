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

  /** reach asks `ask` until `holds` is true of the answer, and tells how long that took since `since`; ms is undefined if it never was. */
  async reach(ask, holds, since = performance.now()) {
    for (let looks = 1; ; looks++) {
      const answer = await ask();
      const ms = performance.now() - since;
      if (holds(answer)) return { answer, looks, ms, idle: ms > withinMs ? await timeOf(ask) : 0 };
      if (ms > giveUpMs) return { answer };
      await wait(20);
    }
  }

  /** until checks that `holds` is true of the answer within a second. */
  async until(name, ask, holds, since) {
    const reached = await this.reach(ask, holds, since);
    this.check(name, [reached]);
    return reached.answer;
  }

  /** check judges the median of what was reached, and tells of each. */
  check(name, reached) {
    const never = reached.find((r) => r.ms === undefined);
    if (never) return this.report.check(name, false, `never within ${giveUpMs / 1000} s; last: ${brief(never.answer)}`);
    for (const { ms } of reached) this.report.time(ms);
    const own = reached.map(({ ms, idle }) => ms - idle).sort((a, b) => a - b);
    const told = reached.map(({ ms, looks, idle }) => {
      const machine = idle ? `, of which ${Math.round(idle)} ms is what asking takes now with nothing new` : "";
      return `after ${Math.round(ms)} ms, look ${looks}${machine}`;
    });
    return this.report.check(name, own[Math.floor(own.length / 2)] <= withinMs, told.join("; "));
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
