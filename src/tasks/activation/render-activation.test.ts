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

test("several skills are a choice", () => {
  const skills = ["pdf", "office:slides"].map((name) => ({
    name,
    path: `/skills/${name}\n/SKILL.md`,
    by: "words" as const,
    because: ["deck"],
  }))
  expect(renderActivation(skills)).toMatchInlineSnapshot(`
    "Skillet: these skills may fit this prompt. If one does, load it before you answer.
    - pdf (its description fits: deck): /skills/pdf /SKILL.md
    - office:slides (its description fits: deck): /skills/office:slides /SKILL.md"
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
