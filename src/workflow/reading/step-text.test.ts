import { expect, test } from "vitest"
import { cutChunks, readStepText, stripListMark } from "./step-text.ts"

test("text before the first section is actions, one for each paragraph and list item", () => {
  const text = [
    "# Write it",
    "",
    "Begin here,",
    "in two lines.",
    "",
    "1. Read",
    "   - the code",
    "   - the tests",
    "",
    "   and what belongs to them",
    "2. Run:",
    "   ```sh",
    "",
    "   npm test",
    "   ```",
    "- a bullet",
    "",
    "```js",
    "- not an item",
    "",
    "## not a heading",
    "```",
    "",
    "The end.",
  ].join("\n")
  const read = readStepText(text)
  expect(read.title).toBe("Write it")
  expect(read.actions).toEqual([
    "Begin here,\nin two lines.",
    "1. Read\n   - the code\n   - the tests\n\n   and what belongs to them",
    "2. Run:\n   ```sh\n\n   npm test\n   ```",
    "- a bullet",
    "```js\n- not an item\n\n## not a heading\n```",
    "The end.",
  ])
  expect(read.blocks).toEqual([])
  expect(read.faults).toEqual([])
})

test("each known section becomes its block, and any other stays in the actions with its heading", () => {
  const text = `First.

## Forbidden

- Guess
- Skip
  a test

## Background

Some text.

### Deeper

More.

## Done when
- [ ] it passes

## Expected output

- the list

When issues: one line each

## Ask yourself
1. Is it so?

## Wrong

It says "should work".

## Open Questions

Write them down.

## Why separately

Fresh eyes.

## Orchestrator

Do not repair it.

## Do

Second.
`
  const read = readStepText(text)
  expect(read.actions).toEqual(["First.", "## Background", "Some text.", "### Deeper", "More.", "Second."])
  expect(read.blocks).toEqual([
    { kind: "forbidden", items: ["Guess", "Skip\na test"] },
    { kind: "verification-checklist", items: ["it passes"] },
    { kind: "expected-output", items: ["the list"], whenIssues: "one line each" },
    { kind: "detection-questions", items: ["Is it so?"] },
    { kind: "incorrect-behavior", items: ['It says "should work".'] },
    { kind: "open-question-guidance", text: "Write them down." },
    { kind: "factored-verification-rationale", text: "Fresh eyes." },
    { kind: "orchestrator-constraint", text: "Do not repair it." },
  ])
  expect(read.sectionLines.get("done when")).toBe(17)
})

test("a prompt keeps its own headings and ends at the next known section", () => {
  const read = readStepText("## Prompt\n\n# Task\n\nLook.\n\n## Where\n\nHere.\n\n## Forbidden\n\n- Change\n")
  expect(read.prompt).toBe("# Task\n\nLook.\n\n## Where\n\nHere.")
  expect(read.actions).toEqual([])
  expect(read.blocks).toEqual([{ kind: "forbidden", items: ["Change"] }])
})

test("an empty section and one that occurs twice are problems with their line", () => {
  expect(readStepText("a\n\n## Forbidden\n\n## Do\n\nb\n\n## Do\n\nc\n").faults).toEqual([
    { line: 3, message: 'the section "forbidden" is empty', fix: "write something under it, or remove it" },
    { line: 9, message: 'the section "do" occurs twice', fix: "merge them into one" },
  ])
})

test.each([
  ["", []],
  ["\n\n", []],
  ["a\n- b\nc", ["a", "- b\nc"]],
  ["- a\n\n- b\n\nc", ["- a", "- b", "c"]],
  ["Title\n=====\ntext", ["Title\n=====", "text"]],
  ["> - quoted\n> - more", ["> - quoted\n> - more"]],
  ["| a | b |\n| - | - |\n| 1 | 2 |", ["| a | b |\n| - | - |\n| 1 | 2 |"]],
])("%j is divided into %j", (text, chunks) => {
  expect(cutChunks(text)).toEqual(chunks)
})

test("a list item loses its marker, and its other lines move left by the same amount", () => {
  expect(stripListMark("10. one\n    two\n      - three")).toBe("one\ntwo\n  - three")
})

test("items below a label with a negation keep it: as one action, and as checks that say it", () => {
  const { actions, blocks } = readStepText(
    "**Never:**\n- Skip the tests\n- Push\n\n**Then:**\n- Run it\n\n## Done when\n\n- It runs\n\nYou must never:\n- Leave a warning\n\nDo not count these:\n- Skipped tests",
  )
  expect(actions).toEqual(["**Never:**\n- Skip the tests\n- Push", "**Then:**", "- Run it"])
  expect(blocks).toEqual([
    {
      kind: "verification-checklist",
      items: ["It runs", "Never: Leave a warning", "Do not count these: Skipped tests"],
    },
  ])
})
