// Does one thing after the other in OpenClaw and looks whether Wordwake has it within a second.
import { setTimeout as wait } from "node:timers/promises";

import { archive, fork, remove, reset, rewind } from "./act.mjs";

/** answering lets the model answer a text, at once or when `waitFor` is done. */
const answering = (model, match, text, waitFor) => model.rules.push({ match, steps: [{ text, waitFor }] });

async function question({ gateway, poll, model }) {
  let release;
  answering(model, "followone", "followone answered", new Promise((resolve) => (release = resolve)));
  const key = "agent:main:follow";
  const told = gateway.say(key, "followone question");
  try {
    const own = async () => (await gateway.call("sessions.search", { agentId: "main", sessionKeys: [key], query: "followone" })).results;
    for (const end = Date.now() + 120_000; (await own()).length === 0; await wait(20)) {
      if (Date.now() > end) throw new Error("OpenClaw itself does not find a question before its answer");
    }
    await poll.finds("a question is found while the agent still thinks", "followone", 1);
  } finally {
    release();
    await told;
  }
  await poll.finds("its answer is found", "followone", 2);
}

async function appended({ gateway, poll }) {
  for (let n = 1; n <= 5; n++) {
    await gateway.say("agent:main:follow", `appendedword${n} in a going conversation`);
    await poll.finds(`message ${n} of a going conversation is found`, `appendedword${n}`, 1);
  }
}

async function long({ gateway, poll }) {
  const text = `longfirst ${"a long text is packed by newer releases. ".repeat(2000)} longlast`;
  await gateway.say("agent:main:follow", text);
  await poll.finds("the end of a text of 80 KB is found", "longlast", 1);
}

async function newAgent({ gateway, poll }) {
  await gateway.say("agent:late:main", "lateagentword is the first of its agent");
  await poll.finds("the first message of a new agent is found", "lateagentword", 1);
}

async function title({ gateway, poll }) {
  await gateway.call("sessions.patch", { key: "agent:main:follow", label: "A renamed conversation" });
  await poll.until("a new title is shown", () => poll.wordwake.search("followone"), ({ hits }) => hits[0]?.title === "A renamed conversation");
}

async function rewound({ gateway, poll, report }) {
  const key = "agent:main:rewinding";
  await gateway.say(key, "rwkept question");
  await gateway.say(key, "rwgone question");
  await poll.finds("a message is found before it is rewound", "rwgone", 1);
  await rewind(gateway, key);
  const answer = await poll.finds("a rewound message is found no more", "rwgone", 0);
  report.check("it is counted as rewound", answer.hiddenKinds.rewound === 1, JSON.stringify(answer.hiddenKinds));
  await poll.finds("on request it is found", "rwgone", 1, ["--rewound"]);
  await poll.finds("what was kept is found once", "rwkept", 1, ["--rewound"]);
  await gateway.say(key, "rwinstead question");
  await poll.finds("what is said instead is found", "rwinstead", 1);
  const { branches } = await gateway.call("sessions.branches.list", { sessionKey: key });
  const other = branches?.find((b) => !(b.active ?? b.current ?? b.isActive));
  if (!other) return report.note(`OpenClaw lists no other branch: ${JSON.stringify(branches)?.slice(0, 300)}`);
  await gateway.call("sessions.branches.switch", { sessionKey: key, leafEntryId: other.leafEntryId ?? other.leafId ?? other.entryId });
  await poll.finds("after a switch of the branch the other text is found again", "rwgone", 1);
  await poll.finds("and what was said instead is not", "rwinstead", 0);
}

async function resets({ gateway, poll }) {
  const key = "agent:main:resetting";
  await gateway.say(key, "rsbefore question");
  await gateway.chat(key, "/new");
  await gateway.idle();
  await gateway.say(key, "rsbetween question");
  await reset(gateway, key);
  await gateway.say(key, "rsafter question");
  for (const word of ["rsbefore", "rsbetween", "rsafter"]) await poll.finds(`${word} is found across resets`, word, 1);
}

async function forked({ gateway, poll, report }) {
  const key = "agent:main:forking";
  await gateway.say(key, "fkshared question");
  await gateway.say(key, "fkleft question");
  await fork(gateway, key);
  const two = ({ hits }) => new Set(hits.map((h) => h.sessionKey)).size === 2;
  const answer = await poll.until("a fork is found beside its origin", () => poll.wordwake.search("fkshared"), two);
  report.check("its messages keep their ids", new Set(answer.hits.map((h) => h.messageId)).size === 1);
}

async function archived({ gateway, poll, report }) {
  const key = "agent:main:archiving";
  await gateway.say(key, "arcword question");
  await poll.finds("a message is found before it is archived", "arcword", 1);
  await archive(gateway, key);
  const answer = await poll.finds("an archived conversation is left out", "arcword", 0);
  report.check("it is counted as archived", answer.hiddenKinds.archived === 1, JSON.stringify(answer.hiddenKinds));
  await poll.finds("on request it is found", "arcword", 1, ["--archived"]);
  await archive(gateway, key, false);
  await poll.finds("taken out of the archive it is found", "arcword", 1);
}

async function deleted({ gateway, poll, report }) {
  const key = "agent:main:deleting";
  await gateway.say(key, "delword question");
  await poll.finds("a message is found before it is deleted", "delword", 1);
  await remove(gateway, key);
  await poll.finds("a deleted conversation is found no more", "delword", 0, ["--archived", "--rewound"]);
  const { code } = await poll.wordwake.run("show", [], [key]);
  report.check("nor shown", code === 1, `show ended with ${code}`);
}

async function incognito({ gateway, poll, report }) {
  const { key } = await gateway.call("sessions.create", { agentId: "main", incognito: true });
  await gateway.say(key, "secretword question");
  await gateway.say("agent:main:follow", "aftersecret question");
  await poll.finds("a message after an incognito one is found", "aftersecret", 1);
  report.check("the incognito one is not", (await poll.wordwake.search("secretword")).hits.length === 0);
}

async function injected({ gateway, poll }) {
  await gateway.call("chat.inject", { sessionKey: "agent:main:follow", message: "injectword by the operator" });
  await poll.finds("a note that the operator puts in is found", "injectword", 1);
}

async function subagent({ gateway, poll, model, report }) {
  const steps = [{ toolCalls: [{ name: "sessions_spawn", args: { task: "childjob: count", label: "counter", cleanup: "keep" } }] }, { text: "started" }];
  model.rules.push({ match: "spawn a childjob helper", steps }, { match: "childjob: count", steps: [{ text: "childanswer is seven" }] });
  await gateway.say("agent:main:spawning", "spawn a childjob helper");
  await gateway.idle();
  const answer = await poll.until("what a sub-agent answered is found on request", () => poll.wordwake.search("childanswer", ["--subagents"]),
    ({ hits }) => hits.some((h) => h.sessionKey.includes(":subagent:")));
  const kind = answer.hits.find((h) => h.sessionKey.includes(":subagent:"))?.kind;
  report.check("it is told to be one", kind === "subagent", `kind ${kind}`);
  const { hits } = await poll.wordwake.search("childanswer");
  report.check("without the request it is not found", !hits.some((h) => h.sessionKey.includes(":subagent:")));
}

// The run is one of an agent that the recorded queries are not asked of: releases differ in the key that they give a run.
async function cron({ gateway, poll, model }) {
  answering(model, "timedword", "timedword answer");
  const job = await gateway.call("cron.add", {
    name: "conformance", agentId: "late", schedule: { kind: "every", everyMs: 86_400_000 }, sessionTarget: "isolated", wakeMode: "next-heartbeat",
    payload: { kind: "agentTurn", message: "timedword question" }, delivery: { mode: "none" },
  });
  await gateway.call("cron.run", { id: job.id ?? job.job?.id, mode: "force" });
  const done = async () => (await poll.wordwake.search("timedword", ["--automated"])).hits.length === 2;
  for (const end = Date.now() + 120_000; !(await done()); await wait(100)) {
    if (Date.now() > end) break; // the check below tells
  }
  await poll.finds("a scheduled run is found on request", "timedword", 2, ["--automated"]);
  await poll.finds("and left out without it", "timedword", 0);
}

async function compacted({ gateway, poll }) {
  const key = "agent:main:compacting";
  for (const n of [1, 2, 3]) await gateway.say(key, `cmpword${n} ${"talks about a matter. ".repeat(40)}`);
  await gateway.call("sessions.compact", { key });
  await gateway.say(key, "cmpafter question");
  await poll.finds("what came before a compaction is found", "cmpword1", 1);
  await poll.finds("what came after it too", "cmpafter", 1);
}

async function together({ gateway, poll }) {
  const keys = [1, 2, 3, 4].map((n) => `agent:main:busy${n}`);
  await Promise.all(keys.map((key) => gateway.say(key, "busyword question")));
  await poll.finds("four conversations at once are found", "busyword", 4);
}

const acts = {
  question, appended, long, "new agent": newAgent, title, rewound, resets, forked, archived, deleted, incognito, injected, subagent, cron, compacted, together,
};

/** follow runs every act. One that OpenClaw refuses is a failed check, and the next goes on. */
export async function follow(all) {
  for (const [name, act] of Object.entries(acts)) await all.report.attempt(name, () => act(all));
}
