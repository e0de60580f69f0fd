import { Readable } from "node:stream"
import { describe, expect, test } from "vitest"
import { answerLine, streamLines, shellCheck } from "../src/cli/commands/trust/shell-check.ts"
import { recordIo } from "./record-io.ts"

async function check(...words: readonly string[]) {
  const { io, out, err } = recordIo({ env: {}, cwd: "/" })
  const code = await shellCheck.run(words, { name: "shell check", io })
  return { code, out, err }
}

describe("skillet shell check", () => {
  test("exits with 0 for a covered command and shows the rule for each part", async () => {
    expect(await check("--allow", "Bash(git log:*)", "--allow", "Bash(wc:*)", "--", "git log | wc -l")).toEqual({
      code: 0,
      out: [
        "allow: every command in it is allowed",
        "  allow  git log  (Bash(git log:*))",
        "  allow  wc -l  (Bash(wc:*))",
      ],
      err: [],
    })
  })

  test("exits with 1 for any other", async () => {
    expect((await check("--allow", "Bash(git:*)", "--deny", "Bash(git push:*)", "--", "git", "push")).code).toBe(1)
    expect((await check("--ask", "Bash(make:*)", "--", "make")).code).toBe(1)
    expect((await check("--", "ls")).code).toBe(1)
  })

  test("says which rule would allow a refused command, as text and as JSON", async () => {
    const words = ["--allow", "Bash(sort:*)", "--", "sort -o 'a b' x"]
    expect((await check(...words)).out.at(-1)).toBe("  would be covered by  Bash(sort -o 'a b' x)")
    const { out } = await check("--json", ...words)
    expect(JSON.parse(out.join("")).suggested).toEqual(["Bash(sort -o 'a b' x)"])
    expect((await check("--", "eval x")).out.filter((line) => line.includes("would be"))).toEqual([])
  })

  test("prints the decision as JSON", async () => {
    const { code, out } = await check("--json", "--allow", "Bash(ls *)", "--", "ls -l")
    expect([code, JSON.parse(out.join(""))]).toEqual([
      0,
      {
        decision: "allow",
        reason: "every command in it is allowed",
        commands: [{ words: ["ls", "-l"], decision: "allow", rule: "Bash(ls *)", reason: "allowed by a rule" }],
      },
    ])
  })

  test("says which rule it could not read", async () => {
    expect((await check("--allow", "Bash(ls", "--", "ls")).err).toEqual([
      'skillet: the rule "Bash(ls" is not closed: end it with one closing parenthesis',
    ])
  })

  test("allows read-only commands under Claude's rules if requested", async () => {
    expect((await check("--host", "claude", "--", "git status")).code).toBe(0)
    expect((await check("--host", "open", "--", "git status")).code).toBe(1)
  })

  test("needs a command, but not with --batch", async () => {
    await expect(check("--allow", "Bash")).rejects.toThrow("skillet shell check needs a command")
    await expect(check("--batch", "--", "ls")).rejects.toThrow("--batch takes its commands from stdin")
  })
})

describe("a batch", () => {
  const rules = { allow: ["Bash(ls *)"], ask: [], deny: [] }
  test.each([
    ['{"id": 1, "command": "ls", "allow": []}', { id: 1, decision: "allow" }],
    [
      '{"id": "a", "command": "git log", "allow": ["Bash(git:*)"], "deny": ["Bash(git log:*)"]}',
      { id: "a", decision: "deny" },
    ],
    ['{"command": "ls"}', { id: null, decision: "allow" }],
    ["{", { id: null, decision: "deny", reason: "the line is not JSON", commands: [] }],
    ["[]", { id: null, decision: "deny", reason: "the line is not a JSON object", commands: [] }],
    ['{"id": 2}', { id: 2, decision: "deny", reason: "command is not a text", commands: [] }],
    [
      '{"id": 3, "command": "ls", "allow": "Bash"}',
      { id: 3, decision: "deny", reason: "allow, ask and deny are lists of rules" },
    ],
    ['{"id": 4, "command": "id", "__proto__": {"allow": ["Bash"]}}', { id: 4, decision: "deny" }],
  ])("answers %s", (line, expected) => expect(answerLine(line, rules)).toMatchObject(expected))

  test("splits its input only at line feeds", async () => {
    const lines: string[] = []
    for await (const line of streamLines(Readable.from(["a\nb", "c\u2028d\r\n", "e"]))) lines.push(line)
    expect(lines).toEqual(["a", "bc\u2028d\r", "e"])
  })
})
