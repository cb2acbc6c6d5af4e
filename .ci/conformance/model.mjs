// The model that OpenClaw talks to: it speaks as much of the OpenAI chat interface as OpenClaw needs, and answers from rules.
//
// A rule is {match, steps}. The longest match that occurs in the last thing a person said decides; which step is due is told by how
// many answers follow it already (an answer with tool calls is followed by another). A step is {text, reasoning, toolCalls, waitFor}.
import http from "node:http";
import { createHash } from "node:crypto";

const internal = "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>"; // 2026.9 appends a user message of its own behind the person's

const textOf = (message) => {
  const content = message?.content;
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((part) => part.text ?? "").join("\n") : "";
};

const said = (message) => message.role === "user" && !textOf(message).startsWith(internal);

function choose(rules, request) {
  const messages = request.messages ?? [];
  const last = messages.findLastIndex(said);
  const prompt = textOf(messages[last]);
  const answers = messages.slice(last + 1).filter((m) => m.role === "assistant").length;
  const rule = rules.filter((r) => prompt.includes(r.match)).sort((a, b) => b.match.length - a.match.length)[0];
  if (rule) return { step: rule.steps[Math.min(answers, rule.steps.length - 1)], prompt, answers };
  const summary = !request.tools?.length && messages.some((m) => /summar/i.test(textOf(m)));
  return { step: { text: summary ? "A summary that says summarycoconut." : "Canned answer." }, prompt, answers };
}

function callsOf({ step, prompt, answers }) {
  return (step.toolCalls ?? []).map((call, index) => ({
    index,
    id: "call_" + createHash("sha256").update(`${prompt}\0${answers}\0${index}`).digest("hex").slice(0, 16),
    type: "function",
    function: { name: call.name, arguments: JSON.stringify(call.args ?? {}) },
  }));
}

const head = { id: "chatcmpl-local", created: 1780000000, model: "local-1" };
const usage = { prompt_tokens: 100, completion_tokens: 12, total_tokens: 112 };

function whole(response, step, calls) {
  const message = { role: "assistant", content: step.text ?? "" };
  if (step.reasoning) message.reasoning_content = step.reasoning;
  if (calls.length) message.tool_calls = calls.map(({ index, ...call }) => call);
  const choice = { index: 0, message, finish_reason: calls.length ? "tool_calls" : "stop" };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ ...head, object: "chat.completion", choices: [choice], usage }));
}

function streamed(response, step, calls) {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  const send = (choices, more) =>
    response.write(`data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices, ...more })}\n\n`);
  const delta = (part, finish = null) => send([{ index: 0, delta: part, finish_reason: finish }]);
  delta({ role: "assistant", content: "" });
  if (step.reasoning) delta({ reasoning_content: step.reasoning });
  if (step.text) delta({ content: step.text });
  for (const call of calls) delta({ tool_calls: [call] });
  delta({}, calls.length ? "tool_calls" : "stop");
  send([], { usage });
  response.end("data: [DONE]\n\n");
}

async function bodyOf(request) {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  return body;
}

/** startModel serves on a free port of the loopback interface. Rules may be added to `rules` at any time. */
export async function startModel(rules) {
  const server = http.createServer(async (request, response) => {
    if (request.method === "GET") {
      response.writeHead(200, { "content-type": "application/json" });
      return response.end(JSON.stringify({ object: "list", data: [{ id: head.model, object: "model" }] }));
    }
    const asked = JSON.parse((await bodyOf(request)) || "{}");
    const chosen = choose(rules, asked);
    await chosen.step.waitFor;
    (asked.stream ? streamed : whole)(response, chosen.step, callsOf(chosen));
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  return {
    port: server.address().port,
    rules,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
