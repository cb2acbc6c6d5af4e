// What lies beside a store, and whether Wordwake leaves it as it was.
import fs from "node:fs";
import path from "node:path";

/** look gives the names below the agents' folders with size and time; -shm is memory, not content, so only its name counts. */
export function look(state) {
  const root = path.join(state, "agents");
  const seen = {};
  for (const entry of fs.readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const { size, mtimeMs } = fs.statSync(file);
    seen[path.relative(root, file)] = entry.name.endsWith("-shm") ? "" : `${size} bytes, ${mtimeMs}`;
  }
  return seen;
}

/** changes tells what differs between two looks. */
export function changes(before, after) {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((n) => before[n] !== after[n]).map((n) => `${n}: ${before[n] ?? "absent"} -> ${after[n] ?? "absent"}`);
}
