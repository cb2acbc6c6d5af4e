// A real OpenClaw gateway with a home, a state directory and a model of its own, and the two ways to talk to it: the calls of its
// WebSocket, as its own apps make them, and the tools as an agent calls them.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const token = "local-only";
const startLimit = 400_000; // seconds on an idle machine, minutes on a busy one
const startTries = 5;
const callLimit = 300_000;
const scopes = ["operator.admin", "operator.read", "operator.write", "operator.approvals", "operator.pairing"];
const tools = ["read", "exec", "process", "write", "sessions_search", "sessions_history", "sessions_list", "sessions_spawn", "sessions_yield", "subagents"];

async function freePort() {
  const server = net.createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function configFor({ folder, port, modelPort, agents, cold }) {
  const workspace = (agent) => path.join(folder, "work", agent);
  const entries = agents.map((agent, n) => [agent, { workspace: workspace(agent), ...(n === 0 ? { default: true } : {}) }]);
  return {
    gateway: { mode: "local", port, bind: "loopback", auth: { mode: "token", token }, controlUi: { enabled: false }, reload: { mode: "off" } },
    update: { checkOnStart: false, auto: { enabled: false } },
    discovery: { mdns: { mode: "off" } },
    plugins: { allow: [] },
    agents: {
      defaults: {
        workspace: workspace(agents[0]), skipBootstrap: true, skills: [], contextInjection: "never", model: { primary: "local/local-1" },
        heartbeat: { every: "0m" }, userTimezone: "UTC", compaction: { mode: "default", keepRecentTokens: 200 },
      },
      entries: Object.fromEntries(entries),
    },
    models: {
      mode: "replace",
      providers: {
        local: {
          baseUrl: `http://127.0.0.1:${modelPort}/v1`, apiKey: "local", api: "openai-completions",
          models: [{
            id: "local-1", name: "Local", reasoning: true, input: ["text", "image"], contextWindow: 200000, maxTokens: 8192,
            cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
          }],
        },
      },
    },
    tools: { allow: tools, toolSearch: false, exec: { security: "full", ask: "off" } },
    session: { maintenance: { mode: "warn", ...(cold ? { coldStorage: { enabled: true, afterDays: 1 } } : {}) } },
  };
}

/** environment is all that OpenClaw sees of this machine: nothing of the person's own OpenClaw. */
function environment(folder) {
  return {
    PATH: process.env.PATH, LANG: "C.UTF-8", TZ: "UTC", TERM: "dumb", HOME: path.join(folder, "home"), TMPDIR: path.join(folder, "tmp"),
    OPENCLAW_STATE_DIR: path.join(folder, "state"), OPENCLAW_HIDE_BANNER: "1", OPENCLAW_TRAJECTORY: "0",
    NO_COLOR: "1", DO_NOT_TRACK: "1", CI: "1",
    NODE_OPTIONS: `--require=${path.join(import.meta.dirname, "loopback.cjs")}`, CONFORMANCE_REFUSED: path.join(folder, "refused"),
  };
}

/** Gateway is one OpenClaw that can be started and stopped again over the same state directory. */
export class Gateway {
  #process;
  #socket;
  #pending = new Map();

  constructor({ openclaw, folder, modelPort, agents }) {
    Object.assign(this, { openclaw, folder, modelPort, agents });
    this.state = path.join(folder, "state");
    this.log = path.join(folder, "gateway.log");
  }

  /** start returns when the gateway answers. On a busy machine 2026.9.6 misses deadlines of its own and ends; then it is tried again. */
  async start({ cold = false } = {}) {
    for (const name of ["home", "state", "tmp", ...this.agents.map((a) => path.join("work", a))]) {
      fs.mkdirSync(path.join(this.folder, name), { recursive: true });
    }
    for (let left = startTries; ; left--) {
      try {
        return await this.#startOnce(cold);
      } catch (error) {
        await this.stop();
        if (left <= 1) throw error;
        console.error(`conformance: ${error.message.split("\n")[0]}; trying again`);
      }
    }
  }

  async #startOnce(cold) {
    this.port = await freePort();
    fs.writeFileSync(path.join(this.state, "openclaw.json"), JSON.stringify(configFor({ ...this, cold }), null, 2));
    const log = fs.openSync(this.log, "a");
    this.ended = undefined;
    this.#process = preferred(() =>
      spawn(process.execPath, [path.join(this.openclaw, "openclaw.mjs"), "gateway", "run", "--port", String(this.port)], {
        env: environment(this.folder), cwd: path.join(this.folder, "work"), stdio: ["ignore", log, log], detached: true,
      }));
    fs.closeSync(log);
    this.#process.once("exit", (code, signal) => (this.ended = signal ?? code));
    await this.#until("answer", async () => (await fetch(`http://127.0.0.1:${this.port}/healthz`)).ok);
    await this.#until("let us in", () => this.#connect());
  }

  async #until(what, attempt) {
    const end = Date.now() + startLimit;
    let last;
    while (Date.now() < end) {
      if (this.ended !== undefined) throw new Error(`the gateway ended with ${this.ended} and did not ${what}:\n${this.tail()}`);
      try {
        if (await attempt()) return;
      } catch (error) {
        last = error;
      }
      await wait(200);
    }
    throw new Error(`the gateway did not ${what} within ${startLimit / 1000} s: ${last?.message ?? ""}\n${this.tail()}`);
  }

  tail() {
    return fs.readFileSync(this.log, "utf8").slice(-2000);
  }

  async #connect() {
    const socket = new WebSocket(`ws://127.0.0.1:${this.port}/`);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = () => reject(new Error("no WebSocket"));
    });
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    socket.onclose = ({ code }) => {
      for (const { reject } of this.#pending.values()) reject(new Error(`connection closed with ${code}`));
      this.#pending.clear();
    };
    this.#socket = socket;
    const hello = await this.call("connect", {
      minProtocol: 3, maxProtocol: 9, role: "operator", scopes, caps: [], commands: [], permissions: {}, auth: { token },
      client: { id: "gateway-client", version: "1.0.0", platform: process.platform, mode: "backend" }, locale: "en-US", userAgent: "conformance",
    });
    this.server = hello.server;
    return true;
  }

  #receive(frame) {
    const asked = frame.type === "res" && this.#pending.get(frame.id);
    if (!asked || (asked.final && frame.ok && frame.payload?.status === "accepted")) return;
    this.#pending.delete(frame.id);
    if (frame.ok) asked.resolve(frame.payload);
    else asked.reject(Object.assign(new Error(`${asked.method}: ${frame.error?.message ?? JSON.stringify(frame.error)}`), { answer: frame.error }));
  }

  /** call asks one method of the gateway; final waits for the second answer of those that first say "accepted". */
  call(method, params = {}, { final = false } = {}) {
    return new Promise((resolve, reject) => {
      const id = randomUUID();
      const timer = setTimeout(() => {
        if (this.#pending.delete(id)) reject(new Error(`${method}: no answer within ${callLimit / 1000} s`));
      }, callLimit);
      const settle = (f) => (value) => {
        clearTimeout(timer);
        f(value);
      };
      this.#pending.set(id, { method, final, resolve: settle(resolve), reject: settle(reject) });
      this.#socket.send(JSON.stringify({ type: "req", id, method, params }));
    });
  }

  /** say has a person say something in a session, and returns when the agent has answered. */
  say(sessionKey, message, more = {}) {
    return this.call("agent", { message, sessionKey, idempotencyKey: randomUUID(), deliver: false, ...more }, { final: true });
  }

  /** chat is say by the way of the chat window, which knows commands and attachments. */
  async chat(sessionKey, message, more = {}) {
    const { runId, status } = await this.call("chat.send", { sessionKey, message, idempotencyKey: randomUUID(), ...more });
    if (runId && status !== "ok") await this.call("agent.wait", { runId, timeoutMs: 120_000 });
  }

  /** tool calls a tool as the agent of a session does. */
  async tool(name, args, sessionKey) {
    const answer = await fetch(`http://127.0.0.1:${this.port}/tools/invoke`, {
      method: "POST", headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ tool: name, args, sessionKey }),
    });
    const body = await answer.json();
    return body?.result?.details ?? body;
  }

  /** idle waits until no session is at work. */
  async idle() {
    for (let quiet = 0, end = Date.now() + callLimit; quiet < 2; ) {
      if (Date.now() > end) throw new Error(`a session is still at work after ${callLimit / 1000} s`);
      const { sessions } = await this.call("sessions.list", { limit: 200, includeGlobal: true, includeUnknown: true });
      quiet = sessions.some((s) => s.hasActiveRun || s.status === "running") ? 0 : quiet + 1;
      await wait(300);
    }
  }

  /** keys are those of all sessions of an agent that OpenClaw lists, archived ones too. */
  async keys(agentId) {
    const keys = new Set();
    for (const archived of [false, true]) {
      for (let offset = 0; offset !== undefined; ) {
        const page = await this.call("sessions.list", { limit: 200, offset, archived, includeGlobal: true, includeUnknown: true, agentId });
        for (const row of page.sessions) keys.add(row.key);
        offset = page.hasMore ? page.nextOffset : undefined;
      }
    }
    return [...keys].sort();
  }

  history(sessionKey) {
    return this.call("chat.history", { sessionKey, limit: 200 });
  }

  /** lastSaid is the id of the newest message of the person in a session. */
  async lastSaid(sessionKey) {
    const { messages } = await this.history(sessionKey);
    return messages.findLast((m) => m.role === "user").__openclaw.id;
  }

  /** stop ends the gateway as a service manager does, and what it started. */
  async stop() {
    const { pid } = this.#process ?? {};
    if (pid === undefined) return;
    this.#socket?.close();
    for (const [signal, limit] of [["SIGTERM", 30_000], ["SIGKILL", 5_000]]) {
      signalGroup(pid, signal);
      for (const end = Date.now() + limit; alive(pid) && Date.now() < end; ) await wait(50);
    }
    this.#process = undefined;
  }

  /** kill is for our own sudden end: no waiting. */
  kill() {
    if (this.#process) signalGroup(this.#process.pid, "SIGKILL");
  }
}

// Who may (root) lets the gateway go before others, for the same deadlines. Wordwake keeps its place, so that the times of the report are
// not made better than they are.
function preferred(start) {
  try {
    os.setPriority(os.constants.priority.PRIORITY_HIGH);
  } catch {
    return start(); // everybody else
  }
  try {
    return start();
  } finally {
    os.setPriority(os.constants.priority.PRIORITY_NORMAL);
  }
}

// The gateway is started as a process group of its own, so that its helpers end with it.
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

function alive(pid) {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}
