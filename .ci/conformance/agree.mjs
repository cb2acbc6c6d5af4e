// Asks OpenClaw and Wordwake the same queries about the same conversations, and compares which messages they find.
import fs from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import queries from "./queries.mjs";
import talks from "./talks.mjs";
import { everything } from "./wordwake.mjs";

const mostHits = 25; // what OpenClaw gives at most

/** namedDifferences are the cases that docs/differences.md names, in the first column of its table. */
export function namedDifferences() {
  const page = fs.readFileSync(path.join(import.meta.dirname, "../../docs/differences.md"), "utf8");
  const cases = page.split("\n").filter((line) => line.startsWith("|")).map((line) => line.split("|")[1]);
  return new Set(cases.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((m) => m[1])));
}

async function overRPC(gateway, agentId, sessionKeys, query) {
  for (;;) {
    const answer = await gateway.call("sessions.search", { agentId, sessionKeys, query, limit: mostHits });
    if (!answer.indexing) return answer;
    await wait(200);
  }
}

/** theirs is all that OpenClaw finds: where an answer is cut, its sessions are asked one by one. */
async function theirs(gateway, agentId, keys, query) {
  const answer = await overRPC(gateway, agentId, keys, query);
  if (!answer.truncated) return { hits: answer.results, whole: true };
  const hits = [];
  let whole = true;
  for (const key of keys) {
    const one = await overRPC(gateway, agentId, [key], query);
    hits.push(...one.results);
    whole &&= !one.truncated;
  }
  return { hits, whole };
}

async function byTool(gateway, agentId, query) {
  for (;;) {
    const answer = await gateway.tool("sessions_search", { query, limit: mostHits }, `agent:${agentId}:main`);
    if (!answer.results) throw new Error(`sessions_search: ${JSON.stringify(answer).slice(0, 200)}`);
    if (!answer.indexing) return { hits: answer.results.filter((h) => h.sessionKey.startsWith(`agent:${agentId}:`)), whole: !answer.truncated };
    await wait(200);
  }
}

const id = (hit) => `${hit.sessionKey} ${hit.messageId}`;

/** difference lists what only one of them found, and messages whose role or time they tell otherwise. */
function difference(theirs, ours) {
  const known = new Map(ours.hits.map((h) => [id(h), h]));
  const found = new Map(theirs.hits.map((h) => [id(h), h]));
  const missing = [...found.keys()].filter((k) => !known.has(k));
  const more = theirs.whole ? [...known.keys()].filter((k) => !found.has(k)) : [];
  const both = [...found.keys()].filter((k) => known.has(k));
  const other = both.filter((k) => found.get(k).role !== known.get(k).role || found.get(k).timestamp !== Date.parse(known.get(k).timestamp));
  return { missing, more, other };
}

const told = ({ missing, more, other }) =>
  [["not found", missing], ["found besides", more], ["other role or time", other]].filter(([, list]) => list.length)
    .map(([what, list]) => `${what}: ${list.slice(0, 6).join(", ")}${list.length > 6 ? ` and ${list.length - 6} more` : ""}`).join("; ");

/** ways are how OpenClaw is asked: by its apps, and, for the agent that the queries are about, by its agents. */
function ways(gateway, agent, first, keys, query) {
  const apps = ["sessions.search", () => theirs(gateway, agent, keys, query)];
  return agent === first ? [apps, ["sessions_search", () => byTool(gateway, agent, query)]] : [apps];
}

/** about are the queries that can find something of an agent: of the first one all, of others those with a word that was said there. */
function about(agent, first) {
  if (agent === first) return queries;
  const said = JSON.stringify(talks.filter((t) => t.key.startsWith(`agent:${agent}:`))).toLowerCase();
  return queries.filter(([, query]) => query.toLowerCase().split(/\s+/).some((word) => said.includes(word)));
}

/** agree asks the queries for each agent. */
export async function agree({ gateway, wordwake, report, agents }) {
  const allowed = namedDifferences();
  const used = new Map();
  let asked = 0;
  let same = 0;
  let found = 0;
  for (const agent of agents) {
    const keys = await gateway.keys(agent);
    for (const [name, query] of about(agent, agents[0])) {
      const ours = await wordwake.search(query, ["--agent", agent, ...everything]);
      for (const [way, ask] of ways(gateway, agent, agents[0], keys, query)) {
        const answer = await ask();
        asked++;
        if (answer.hits.length) found++;
        const text = told(difference(answer, ours));
        if (!text) same++;
        else if (allowed.has(name)) used.set(name, text);
        else report.check(`${way} of ${agent}, ${name} ${JSON.stringify(query).slice(0, 60)}`, false, text);
      }
    }
  }
  report.check("answers agree", same > 0 && found > asked / 2, `${same} of ${asked} searches; OpenClaw found something in ${found}`);
  for (const [name, text] of used) report.note(`${name}: as docs/differences.md says (${text})`);
}

/** kept tells whether a session is on the disk at all: incognito ones are listed while OpenClaw runs. */
const kept = (key) => !key.includes(":incognito-");

/** conversations compares each conversation as a whole: what OpenClaw's history gives, in its order, is in ours. */
export async function conversations({ gateway, wordwake, report, agents }) {
  const allowed = namedDifferences();
  let same = 0;
  for (const agent of agents) {
    for (const key of (await gateway.keys(agent)).filter(kept)) {
      const { messages } = await gateway.history(key);
      const want = messages.filter((m) => ["user", "assistant"].includes(m.role) && hasText(m)).map((m) => m.__openclaw?.id).filter(Boolean);
      if (want.length === 0) continue;
      const { code, answer, complaint } = await wordwake.run("show", [], [key]);
      if (code !== 0) {
        const text = complaint.split("\n")[0];
        if (key.includes(":cron:") && allowed.has("cron")) report.note(`cron: as docs/differences.md says (${text})`);
        else report.check(`${key} is shown`, false, text);
        continue;
      }
      const ours = answer.messages.map((m) => m.messageId);
      const shared = ours.filter((m) => want.includes(m));
      const unique = [...new Set(want)];
      if (shared.join() === unique.join()) same++;
      else report.check(`${key} as OpenClaw's history`, false, `${unique.filter((m) => !ours.includes(m)).length} of ${unique.length} missing, or another order`);
    }
  }
  report.check("conversations agree", same > 0, `${same}`);
}

function hasText(message) {
  const { content } = message;
  if (typeof content === "string") return content.trim() !== "";
  return (content ?? []).some((b) => b.type === "text" && b.text.trim() !== "");
}
