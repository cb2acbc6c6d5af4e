// What was checked, line by line as it happens, and what it comes to.

/** Report counts the checks. What OpenClaw cannot do in the release under test is told, and is no failure. */
export class Report {
  passed = 0;
  failed = 0;
  times = [];

  line(mark, text) {
    console.log(`${mark.padEnd(5)} ${text}`);
  }

  section(title) {
    console.log(`\n${title}`);
  }

  note(text) {
    this.line("", text);
  }

  check(name, holds, detail = "") {
    if (holds) this.passed++;
    else this.failed++;
    this.line(holds ? "ok" : "FAIL", detail ? `${name}: ${detail}` : name);
    return holds;
  }

  /** attempt runs one act; an error in it is a failed check, and the next act goes on. */
  async attempt(name, act) {
    try {
      await act();
    } catch (error) {
      this.check(name, false, error.message);
    }
  }

  time(ms) {
    this.times.push(ms);
  }

  /** close prints the sum and gives the exit code. */
  close(about) {
    const sorted = this.times.toSorted((a, b) => a - b);
    if (sorted.length) {
      const at = (share) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]);
      console.log(`\nfound after a write: median ${at(0.5)} ms, slowest ${at(1)} ms, of ${sorted.length}`);
    }
    console.log(`${about}: ${this.passed} passed, ${this.failed} failed`);
    return this.failed ? 1 : 0;
  }
}
