import { expect, test } from "vitest"
import { digestSession } from "./digest-session.ts"
import type { SessionEvent } from "./session.ts"

test("a session with very many uses is counted whole, and only some of them are judged", () => {
  const body = "1. Run `npm test`.\n2. Look.\n"
  const events = Array.from({ length: 3000 }, (_, line): readonly SessionEvent[] => [
    { kind: "skill", line, name: "ship", by: "model", outcome: "ok", key: String(line), body },
    { kind: "call", line, tool: "Bash", action: "run", command: "npm test", files: [], exit: 0, outcome: "ok" },
  ]).flat()
  const tokens = { read: 0, cached: 0, written: 0 }
  const { uses } = digestSession({ host: "claude", id: "1", tokens, compactions: 0, events, leftOut: 0 })
  const judged = uses.filter(({ followed }) => followed === "yes").length
  expect([uses.length, judged > 10, judged < 100]).toEqual([3000, true, true])
})
