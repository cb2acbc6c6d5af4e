// Wordwake as a person at a terminal has it: the program, asked for JSON.
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** everything are the flags with which nothing is left out, as OpenClaw's own search leaves nothing out. */
export const everything = ["--archived", "--automated", "--subagents", "--rewound"];

export class Wordwake {
  constructor({ program, folder, state }) {
    this.program = path.resolve(program);
    this.library = path.join(folder, "library");
    this.state = state;
    const home = path.join(folder, "home");
    fs.mkdirSync(home, { recursive: true });
    this.environment = { PATH: process.env.PATH, HOME: home, LANG: "C.UTF-8", TZ: "UTC", NO_COLOR: "1" };
  }

  /** run gives what a command prints, as the JSON that it is, and its exit code. */
  run(command, flags, words = []) {
    const args = [command, "--json", "--quiet", "--state", this.state, "--library", this.library, ...flags, "--", ...words];
    return new Promise((resolve, reject) => {
      execFile(this.program, args, { env: this.environment, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
        if (error && typeof error.code !== "number") return reject(error);
        let answer;
        try {
          answer = stdout ? JSON.parse(stdout) : undefined;
        } catch (e) {
          return reject(new Error(`${command} printed no JSON: ${e.message}`));
        }
        resolve({ code: error?.code ?? 0, answer, complaint: stderr.trim() });
      });
    });
  }

  async #ask(command, flags, words) {
    const { code, answer, complaint } = await this.run(command, flags, words);
    if (code !== 0) throw new Error(`${command} ended with ${code}: ${complaint}`);
    return answer;
  }

  /** search gives the answer with its hits in one list beside the groups. */
  async search(query, flags = []) {
    const answer = await this.#ask("search", ["--limit", "500", ...flags], [query]);
    const hits = answer.groups.flatMap((g) => g.hits.map((h) => ({ ...h, sessionKey: g.sessionKey, title: g.title, kind: g.kind })));
    return { ...answer, hits };
  }

  show(key, flags = []) {
    return this.#ask("show", flags, [key]);
  }

  status() {
    return this.#ask("status", []);
  }
}
