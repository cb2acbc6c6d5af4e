// Starts OpenClaw and Wordwake over one temporary folder, and runs the checks in their order. `run` brings what it needs.
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

import { hold, rulesOf } from "./act.mjs";
import { agree, conversations } from "./agree.mjs";
import { changes, look } from "./beside.mjs";
import { coldStorage } from "./cold.mjs";
import { follow } from "./follow.mjs";
import { Gateway } from "./gateway.mjs";
import { startModel } from "./model.mjs";
import { Poll } from "./poll.mjs";
import { Report } from "./report.mjs";
import talks from "./talks.mjs";
import { watching } from "./window.mjs";
import { Wordwake } from "./wordwake.mjs";

// Nobody has spoken with the last one when the checks begin.
const agents = ["main", "work", "research", "late"];

async function quiet({ gateway, wordwake, report }) {
  await gateway.idle();
  const before = look(gateway.state);
  for (const word of ["kiwi", "nosuchwordanywhere"]) await wordwake.search(word);
  const changed = changes(before, look(gateway.state));
  report.check("searching leaves the stores of a running gateway as they are", changed.length === 0, changed.join("; "));
  report.note(`a search with nothing new takes ${await usual(wordwake)} ms on this machine now`);
}

/** usual is the median time of a search that has nothing to bring in: what of the times above is due to the machine. */
async function usual(wordwake) {
  const times = [];
  for (let n = 0; n < 9; n++) {
    const start = performance.now();
    await wordwake.search("nosuchwordanywhere");
    times.push(performance.now() - start);
  }
  return Math.round(times.sort((a, b) => a - b)[4]);
}

async function stopped({ gateway, wordwake, poll, report }) {
  await gateway.say("agent:main:follow", "laststopword question");
  await gateway.stop();
  const before = look(gateway.state);
  // Newer releases leave an empty -wal by themselves; one with content means that somebody was in the way.
  const left = Object.entries(before).filter(([name, what]) => name.endsWith("openclaw-agent.sqlite-wal") && !what.startsWith("0 bytes"));
  report.check("the gateway could write its logs back when it stopped", left.length === 0, left.join("; "));
  await poll.finds("what was said last is found after the stop", "laststopword", 1);
  await wordwake.search("kiwi");
  const changed = changes(before, look(gateway.state));
  report.check("searching leaves the stores of a stopped gateway as they are", changed.length === 0, changed.join("; "));
  await gateway.start();
  await gateway.say("agent:main:follow", "restartword question");
  await poll.finds("what is said after a new start is found", "restartword", 1);
}

/** fresh makes a second library from nothing: it has to hold what the first one came to hold step by step. */
async function fresh({ gateway, wordwake, report }) {
  const second = new Wordwake({ program: wordwake.program, folder: path.join(gateway.folder, "again"), state: gateway.state });
  for (const one of [wordwake, second]) await one.run("index", []);
  const counts = async (one) => {
    const { library, stores } = await one.status();
    return JSON.stringify({ sessions: library.sessions, messages: library.messages, states: stores.map((s) => s.state) });
  };
  const [grown, made] = [await counts(wordwake), await counts(second)];
  report.check("a library made from nothing is like the one that followed", grown === made, grown === made ? made : `followed ${grown}, made ${made}`);
}

async function conversing({ gateway, report }) {
  const started = Date.now();
  for (const talk of talks) await report.attempt(talk.key, () => hold(gateway, talk));
  await gateway.idle();
  report.note(`${talks.length} conversations held in ${Math.round((Date.now() - started) / 1000)} s`);
}

async function checks(all) {
  const { report, gateway } = all;
  report.section("Following");
  await follow(all);
  report.section("Conversations");
  await conversing(all);
  report.section("Leaving alone");
  await report.attempt("quiet", () => quiet(all));
  report.section("Watching");
  await report.attempt("window", () => watching(all));
  report.section("Agreeing");
  await report.attempt("agree", () => agree(all));
  await report.attempt("conversations", () => conversations(all));
  report.section("Stop and start");
  await report.attempt("stop", () => stopped(all));
  report.section("Cold storage");
  await report.attempt("cold", () => coldStorage(all));
  report.section("From nothing");
  await report.attempt("fresh", () => fresh(all));
}

function refused(folder, report) {
  const file = path.join(folder, "refused");
  if (!fs.existsSync(file)) return;
  const tried = new Set(fs.readFileSync(file, "utf8").trim().split("\n"));
  report.note(`OpenClaw tried to reach, and was refused: ${[...tried].join(", ")}`);
}

async function main() {
  const { values } = parseArgs({ options: { openclaw: { type: "string" }, wordwake: { type: "string" }, folder: { type: "string" } } });
  fs.rmSync(values.folder, { recursive: true, force: true });
  fs.mkdirSync(values.folder, { recursive: true });
  const folder = fs.realpathSync(values.folder);
  const { version } = JSON.parse(fs.readFileSync(path.join(values.openclaw, "package.json"), "utf8"));
  const report = new Report();
  const model = await startModel(rulesOf(talks));
  const gateway = new Gateway({ openclaw: values.openclaw, folder, modelPort: model.port, agents });
  const wordwake = new Wordwake({ program: values.wordwake, folder: path.join(folder, "wordwake"), state: gateway.state });
  const end = (code) => {
    gateway.kill();
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => end(130));
  try {
    await gateway.start();
  } catch (error) {
    console.error(`conformance: ${error.message}`);
    return end(3);
  }
  try {
    report.note(`OpenClaw ${version} on Node ${process.version}`);
    await checks({ gateway, wordwake, model, report, agents, poll: new Poll(wordwake, report) });
  } finally {
    await gateway.stop();
    model.close();
  }
  refused(folder, report);
  process.exitCode = report.close(`OpenClaw ${version}`);
}

await main();
