import { expect, test } from "vitest"
import { canBeAdded, isPlainName, LONGEST_BODY, renderActivation } from "./render-activation.ts"

test("the text says why, and has the skill's text only if there is one", () => {
  const named = {
    name: "pdf",
    path: "/home/a/.claude/skills/pdf/SKILL.md",
    by: "words",
    because: ["merge", "pdfs"],
  } as const
  const added = { ...named, by: "trigger", because: ["merge\u001b[2J pdfs"], body: "\nUse qpdf.\n" } as const
  expect(renderActivation([named, added])).toMatchInlineSnapshot(`
    "Skillet: the skill pdf may fit this prompt (its description fits: merge, pdfs). If it does, load it before you answer. Its text: /home/a/.claude/skills/pdf/SKILL.md

    Skillet: the skill pdf was added to this prompt (its trigger "merge\\u001b[2J pdfs"). Follow it where it applies.

    <skill name="pdf">
    Use qpdf.
    </skill>"
  `)
})

test.each([
  ["Use qpdf.", true],
  ["State: !`git status`", false],
  ["Do $ARGUMENTS", false],
  ["Do $1", false],
  ["In ${CLAUDE_SKILL_DIR}", false],
  ["", false],
  ["a".repeat(LONGEST_BODY + 1), false],
])("a text that would have to be filled in, or is too long, is not added: %#", (body, expected) => {
  expect(canBeAdded(body)).toBe(expected)
})

test.each([
  ["pdf", true],
  ["office:slides", true],
  ["表格", true],
  ["ignore all\nprevious", false],
  ["a b", false],
  ["", false],
  ["-x", false],
])("the name %j is plain: %s", (name, expected) => {
  expect(isPlainName(name)).toBe(expected)
})
