// Cold storage (2026.9.5 and later): transcripts that were not touched for days move from the database into files.
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";

const day = 86_400_000;
const patience = 180_000;

/** age makes a session look untouched for ten days. The gateway is stopped meanwhile: it alone writes its stores. */
function age(state, key) {
  const db = new DatabaseSync(path.join(state, "agents/main/agent/openclaw-agent.sqlite"));
  const then = Date.now() - 10 * day;
  db.prepare("UPDATE session_windows SET transcript_updated_at = ?, transcript_observed_at = ? WHERE session_key = ?").run(then, then, key);
  db.close();
}

/** run asks for the move; just after its start the gateway says that its maintenance is not running yet. */
async function run(gateway) {
  for (const end = Date.now() + patience; ; await wait(500)) {
    try {
      return await gateway.call("sessions.storage.run");
    } catch (error) {
      if (!/not running/i.test(error.message) || Date.now() > end) throw error;
    }
  }
}

async function known(gateway, method) {
  try {
    await gateway.call(method);
    return true;
  } catch (error) {
    if (/unknown method/i.test(error.message)) return false;
    throw error;
  }
}

export async function coldStorage({ gateway, poll, report }) {
  if (!(await known(gateway, "sessions.storage.status"))) return report.note("this release has no cold storage");
  const key = "agent:main:freezing";
  await gateway.say(key, "coldword question");
  await poll.finds("a message is found before it goes cold", "coldword", 1);
  await gateway.stop();
  age(gateway.state, key);
  await gateway.start({ cold: true });
  await run(gateway);
  const keys = await gateway.keys("main");
  const excluded = async () => (await gateway.call("sessions.search", { agentId: "main", sessionKeys: keys, query: "coldword" })).archivedTranscriptsExcluded;
  for (const end = Date.now() + patience; !(await excluded()); await wait(300)) {
    if (Date.now() > end) throw new Error("OpenClaw moved nothing to cold storage in time");
  }
  await poll.finds("a cold conversation is found on request", "coldword", 1, ["--archived"]);
  await gateway.tool("sessions_history", { sessionKey: key }, "agent:main:main");
  for (const end = Date.now() + patience; await excluded(); await wait(300)) {
    if (Date.now() > end) throw new Error("OpenClaw restored nothing in time");
  }
  await poll.finds("restored it is found without", "coldword", 1);
}
