// The way of the window: it watches the stores while it is open, and brings in what changes without being asked.
import { spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { Wordwake } from "./wordwake.mjs";

const startLimit = 60_000;

/** display starts a virtual display, and gives undefined where there is none to be had. */
async function display() {
  const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1200x800x24", "-nolisten", "tcp"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const number = await new Promise((resolve) => {
    server.once("error", () => resolve(undefined));
    server.once("exit", () => resolve(undefined));
    server.stdio[3].once("data", (data) => resolve(String(data).trim()));
  });
  return number && { name: `:${number}`, close: () => server.kill() };
}

/** watching opens the window over a library of its own and counts the messages in the library, which asks no store. */
export async function watching({ gateway, wordwake, poll, report }) {
  const screen = process.platform === "linux" ? await display() : undefined;
  if (!screen) return report.note("no virtual display (Xvfb): the window is not tried");
  const mine = new Wordwake({ program: wordwake.program, folder: path.join(gateway.folder, "window"), state: gateway.state });
  const program = path.join(path.dirname(wordwake.program), "wordwake");
  const window = spawn(program, ["--state", gateway.state, "--library", mine.library], {
    env: { ...mine.environment, DISPLAY: screen.name }, stdio: "ignore",
  });
  try {
    const count = async () => (await mine.status()).library.messages;
    await settled(count, window);
    for (let n = 1; n <= 5; n++) {
      const before = await count();
      await gateway.say("agent:main:follow", `windowword${n} question`);
      await poll.until(`message ${n} comes into the library while the window is open`, count, (messages) => messages === before + 2);
      await wait(1500); // a message that comes alone, as those of people do
    }
  } finally {
    window.kill();
    screen.close();
  }
}

/** settled waits until the window has read what there was: the count is above none and stays. */
async function settled(count, window) {
  for (let last = 0, same = 0, end = Date.now() + startLimit; same < 4; await wait(500)) {
    if (window.exitCode !== null) throw new Error(`the window ended with ${window.exitCode}`);
    if (Date.now() > end) throw new Error(`the window did not read the stores within ${startLimit / 1000} s`);
    const now = await count();
    same = now > 0 && now === last ? same + 1 : 0;
    last = now;
  }
}
