// Has the gateway do what a person does: the acts of talks.mjs, one after the other.
import fs from "node:fs";
import path from "node:path";

const redSquare = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP8z4APMOGVHbHSAEEsAROxCnMTAAAAAElFTkSuQmCC";

export const rewind = async (gateway, key) => gateway.call("sessions.rewind", { sessionKey: key, entryId: await gateway.lastSaid(key) });
export const fork = async (gateway, key) => gateway.call("sessions.fork", { sessionKey: key, entryId: await gateway.lastSaid(key) });
export const reset = (gateway, key) => gateway.call("sessions.reset", { key, reason: "reset" });
export const remove = (gateway, key) => gateway.call("sessions.delete", { key, deleteTranscript: true });

export async function archive(gateway, key, archived = true) {
  const { sessionId } = await gateway.history(key);
  return gateway.call("sessions.patch", { key, archived, expectedSessionId: sessionId });
}

const byName = { rewind, fork, reset, remove, archive, compact: (gateway, key) => gateway.call("sessions.compact", { key }) };

async function one(gateway, talk, act) {
  if (act.say !== undefined) {
    const attachments = [{ type: "image", mimeType: "image/png", fileName: "red.png", content: redSquare }];
    if (act.image) return gateway.chat(talk.key, act.say, { attachments });
    return gateway.say(talk.key, act.say, talk.group ? { channel: "discord", groupId: talk.key.split(":").at(-1) } : {});
  }
  if (act.command) {
    await gateway.chat(talk.key, act.command);
    return gateway.idle();
  }
  const [name] = Object.keys(act);
  return byName[name](gateway, talk.key);
}

/** hold lets one talk take place. */
export async function hold(gateway, talk) {
  const workspace = path.join(gateway.folder, "work", talk.key.split(":")[1]);
  for (const [name, content] of Object.entries(talk.files ?? {})) fs.writeFileSync(path.join(workspace, name), content);
  for (const act of talk.acts) await one(gateway, talk, act);
}

/** rulesOf are the rules with which the model plays its part in the talks. */
export function rulesOf(talks) {
  const said = (talk) => talk.acts.filter((a) => a.say !== undefined).map((a) => ({ match: a.say.slice(0, 300), steps: a.steps }));
  return talks.flatMap((talk) => [...said(talk), ...(talk.also ?? [])]);
}
