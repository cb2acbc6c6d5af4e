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
  await mine.run("index", []); // without a library the window asks before it makes one
  const program = path.join(path.dirname(wordwake.program), "wordwake");
  const window = spawn(program, ["--state", gateway.state, "--library", mine.library], {
    // Without an address, a bus would be started for the window, which outlives it.
    env: { ...mine.environment, DISPLAY: screen.name, DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent" }, stdio: "ignore",
  });
  try {
    const count = async () => (await mine.status()).library.messages;
    await opened(count, gateway, window);
    const reached = [];
    for (let n = 1; n <= 5; n++) {
      const before = await count();
      await gateway.say("agent:main:follow", `windowword${n} question`);
      reached.push(await poll.reach(count, (messages) => messages === before + 2));
      await wait(1500); // a message that comes alone, as those of people do
    }
    poll.check("messages come into the library while the window is open, as a rule", reached);
  } finally {
    window.kill();
    screen.close();
  }
}

/** opened waits until the window is there, which is when it answers for the first change. */
async function opened(count, gateway, window) {
  const before = await count();
  await gateway.say("agent:main:follow", "windowopens question");
  for (const end = Date.now() + startLimit; (await count()) < before + 2; await wait(100)) {
    if (window.exitCode !== null) throw new Error(`the window ended with ${window.exitCode}`);
    if (Date.now() > end) throw new Error(`the window took nothing in within ${startLimit / 1000} s`);
  }
}
