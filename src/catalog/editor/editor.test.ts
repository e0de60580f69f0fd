import fc from "fast-check"
import { expect, test } from "vitest"
import { skillProblem } from "../../skill/problems.ts"
import { completeHeader } from "./complete-header.ts"
import { describePosition } from "./describe-field.ts"
import { findChange, listQuickFixes } from "./list-quick-fixes.ts"

const labels = (text: string, line: number, character: number) =>
  completeHeader(text, { line, character }).map(({ label }) => label)

test("fields that are missing are offered, under any spelling of those that are there", () => {
  const found = labels("---\nname: a\nallowedTools: Read\ndes\n---\n", 3, 3)
  expect(found).toContain("description")
  expect(found).not.toContain("name")
  expect(found).not.toContain("allowed-tools")
})

test("values are offered for the field of the line, or of the list above", () => {
  expect(labels("---\ncontext: \n---\n", 1, 9)).toEqual(["inline", "fork"])
  expect(labels("---\ndisable-model-invocation: t\n---\n", 1, 27)).toEqual(["true", "false"])
  expect(labels("---\nallowed-tools:\n  - Re\n---\n", 2, 6)).toContain("Read")
  const [item] = completeHeader("---\nallowed-tools: Bash(git log:*), Re\n---\n", { line: 1, character: 34 })
  expect(item?.from).toBe(32)
})

test("nothing is offered in a body, on a fence, or without frontmatter", () => {
  expect(labels("---\nname: a\n---\nbod\n", 3, 3)).toEqual([])
  expect(labels("---\nname: a\n---\n", 0, 3)).toEqual([])
  expect(labels("nam\n", 0, 3)).toEqual([])
})

test("a field is described with what each agent does with it", () => {
  const text = "---\ndescription: x\nallowed-tools: [Read, Nope]\nname: a\n---\n"
  expect(describePosition(text, { line: 1, character: 2 })).toMatchInlineSnapshot(`
    "**description**

    What the skill does and when to use it, in at most 1,024 characters. Models use this text to choose a skill.

    - Claude Code: shows it to the model; cuts it after 1,536 characters
    - Codex: shows it to the model; cuts it after 1,024 characters; skips a skill without it
    - opencode: shows it to the model
    - Gemini CLI: shows it to the model
    - Skillet: reads it"
  `)
  expect(describePosition(text, { line: 2, character: 3 })).toContain("- Codex: ignores it")
  expect(describePosition(text, { line: 2, character: 17 })).toBe("**Read**\n\nA tool of Claude Code.")
  expect(describePosition(text, { line: 2, character: 24 })).toContain("No agent is known to have a tool of this name.")
  expect(describePosition(text, { line: 3, character: 1 })).toContain("Claude Code: a second name; the directory's")
  expect(describePosition(text, { line: 5, character: 0 })).toBeUndefined()
})

test("a safe fix changes only the lines that lint --fix changes", () => {
  const text = "---\nname: a\ndescription: Use when: x\n---\nBody.\n"
  expect(listQuickFixes(text, [])).toEqual([
    {
      title: "Apply the safe fixes of skillet lint",
      codes: ["header.unquoted"],
      edit: {
        start: { line: 2, character: 0 },
        end: { line: 3, character: 0 },
        text: 'description: "Use when: x"\n',
      },
    },
  ])
})

test("what a problem says word by word can be applied", () => {
  const text = "---\nname: A_b\ndescription: x\nallowed-tools: Raed\n---\nBody.\n"
  const unnamed = { message: 'the name "A_b" has capital letters', fix: "name: a-b" }
  const tool = { message: "allowed-tools names Raed, and no agent is known to have it", fix: "did you mean Read?" }
  const problems = [
    skillProblem("name.rules", { line: 2, column: 1 }, unnamed),
    skillProblem("header.unknown-tool", { line: 4, column: 1 }, tool),
    skillProblem("body.empty", { line: 99 }, { message: "m", fix: "did you mean x?" }),
  ]
  expect(listQuickFixes(text, problems).map(({ title, edit }) => [title, edit.start, edit.end, edit.text])).toEqual([
    ["Write name: a-b", { line: 1, character: 0 }, { line: 1, character: 9 }, "name: a-b"],
    ["Change Raed to Read", { line: 3, character: 15 }, { line: 3, character: 19 }, "Read"],
  ])
})

test("a change of whole lines makes one text of any other", () => {
  const text = fc.array(fc.constantFrom("a", "b", "\n", "\r\n", "\r", "x: y")).map((parts) => parts.join(""))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { start, end, text: inserted } = findChange(before, after)
      const lines = before.split(/(?<=\n)|(?<=\r)(?!\n)/)
      const offset = ({ line, character }: { line: number; character: number }) =>
        lines.slice(0, line).join("").length + character
      expect(before.slice(0, offset(start)) + inserted + before.slice(offset(end))).toBe(after)
    }),
    { numRuns: 300 },
  )
})

test("no text and no place makes completion, hover or fixes fail", () => {
  const part = fc.constantFrom(
    "---",
    "\n",
    "name",
    ":",
    " ",
    "- ",
    "allowed-tools: ",
    "Read",
    "\ufeff",
    "\t",
    "\0",
    "é𝒳",
    "[",
  )
  fc.assert(
    fc.property(fc.array(part), fc.nat(20), fc.nat(40), (parts, line, character) => {
      const text = parts.join("")
      completeHeader(text, { line, character })
      describePosition(text, { line, character })
      listQuickFixes(text, [])
    }),
    { numRuns: 300 },
  )
})
