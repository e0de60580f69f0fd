import { expect, test } from "vitest"
import type { SessionEvent } from "../session.ts"
import { openCodexReader } from "./codex-reader.ts"
import { findReadSkills } from "./find-read-skills.ts"

const files = new Map([
  ["/p/.agents/skills/ship-it/SKILL.md", "ship-it"],
  ["/home/ann/.codex/skills/pdf/SKILL.md", "pdf"],
])
const read = (line: string, known = files) => {
  const { skills, isOnly } = findReadSkills(line, { cwd: "/p", files: known })
  return [...skills.map(({ name, isRest }) => (isRest ? `${name} rest` : name)), ...(isOnly ? ["only"] : [])]
}

test.each([
  ["cat .agents/skills/ship-it/SKILL.md", ["ship-it", "only"]],
  ["sed -n '1,200p' .agents/skills/ship-it/SKILL.md", ["ship-it", "only"]],
  ["sed -n '201,400p' .agents/skills/ship-it/SKILL.md", ["ship-it rest", "only"]],
  ["tail -n +120 /home/ann/.codex/skills/pdf/SKILL.md", ["pdf rest", "only"]],
  ["bash -lc 'cat .agents/skills/ship-it/SKILL.md'", ["ship-it", "only"]],
  ["cd .agents/skills/ship-it && cat SKILL.md", ["ship-it", "only"]],
  ["cat .agents/skills/ship-it/SKILL.md | head -50", ["ship-it", "only"]],
  ["cat ~/.codex/skills/pdf/SKILL.md", ["pdf", "only"]],
  ['cat "$CODEX_HOME/skills/pdf/SKILL.md"', ["pdf", "only"]],
  ["cat .agents/skills/ship-it/SKILL.md && ./check.sh", ["ship-it"]],
  ["./check.sh; cat .agents/skills/ship-it/SKILL.md ~/.codex/skills/pdf/SKILL.md", ["ship-it", "pdf"]],
  ["cat > .agents/skills/ship-it/SKILL.md <<'EOF'\nx\nEOF", []],
  ["cat other.md > .agents/skills/ship-it/SKILL.md", []],
  ["sed -i 's/a/b/' .agents/skills/ship-it/SKILL.md", []],
  ["sed -n -i.bak '1p' .agents/skills/ship-it/SKILL.md", []],
  ["find . -name SKILL.md | head -5", []],
  ["ls .agents/skills/*/SKILL.md | head", []],
  ["grep -n name .agents/skills/ship-it/SKILL.md | head -3", []],
  ["git diff -- .agents/skills/ship-it/SKILL.md | cat", []],
  ["cat README.md && rm -f .agents/skills/ship-it/SKILL.md", []],
  ["cat src/other/SKILL.md", []],
  ["for f in a b; do cat $f/SKILL.md; done", []],
])("the skills that a line reads: %s", (line, wanted) => {
  expect(read(line)).toEqual(wanted)
})

test("without a listing a file named SKILL.md is the skill of its directory", () => {
  expect(read("cat skills/deploy/SKILL.md", new Map())).toEqual(["deploy", "only"])
  expect(read("cat $dir/SKILL.md", new Map())).toEqual([])
})

const item = (payload: object) => ({ type: "response_item", timestamp: "2026-11-18T20:00:00Z", payload })
const listing = item({
  type: "message",
  role: "developer",
  content: [{ text: "### Available skills\n- ship-it: Ships. (file: /p/.agents/skills/ship-it/SKILL.md)\n" }],
})
const call = (id: string, cmd: string) =>
  item({ type: "function_call", name: "exec_command", call_id: id, arguments: JSON.stringify({ cmd }) })
const output = (id: string, code: number, text: string) =>
  item({ type: "function_call_output", call_id: id, output: `Process exited with code ${code}\nOutput:\n${text}` })

function readEntries(...entries: readonly object[]): readonly SessionEvent[] {
  const reader = openCodexReader()
  const facts = { type: "session_meta", payload: { id: "s", cwd: "/p" } }
  for (const [at, entry] of [facts, listing, ...entries].entries()) reader.take({ ...entry }, at + 1)
  return reader.finish().events.filter(({ kind }) => kind !== "offered")
}

test("a line that reads a skill and does something else is a use of the skill and a call", () => {
  const cmd = "cat .agents/skills/ship-it/SKILL.md && ./check.sh"
  expect(readEntries(call("1", cmd), output("1", 0, "1. Do it.\nchecked\n"))).toMatchObject([
    { kind: "skill", name: "ship-it", outcome: "ok", body: undefined },
    { kind: "call", command: cmd, exit: 0, outcome: "ok" },
  ])
  expect(readEntries(call("1", cmd), output("1", 3, "1. Do it.\n"))).toMatchObject([
    { kind: "skill", outcome: "unknown" },
    { kind: "call", exit: 3, outcome: "failed" },
  ])
})

test("a skill that is read in parts is used once, and its text is all of them", () => {
  const at = ".agents/skills/ship-it/SKILL.md"
  const parts = [call("1", `sed -n '1,2p' ${at}`), call("2", `sed -n '3,9p' ${at}`)]
  const events = readEntries(...parts, output("1", 0, "# Ship\n1. Check."), output("2", 0, "2. Ship."))
  expect(events).toMatchObject([
    { kind: "skill", name: "ship-it", outcome: "ok", body: "# Ship\n1. Check.\n2. Ship." },
    { kind: "call", outcome: "ok" },
  ])
})
