import fc from "fast-check"
import { expect, test } from "vitest"
import { compileSkill } from "./compile-skill.ts"
import { extractChecklist } from "./extract-checklist.ts"

const extract = (body: string, tokens = 500) => extractChecklist(compileSkill(body), tokens, "/s/x/SKILL.md")

test("only what is asked for is a box; what is forbidden says so; everything else is quoted with its label", () => {
  const { text } = extract(`# Reviewing

A review must be asked for.

\`\`\`
NO MERGE WITHOUT A REVIEW FIRST
\`\`\`

## Red Flags

**Never:**
- Skip the review because the change is small
- Ignore critical issues

**Always:**
- Answer every comment

## Red Flags - STOP

- Code before test

All of these mean: start over.

## Checklist

- [ ] The build is green

## Common Mistakes

❌ **Bad:**
- You must fix it later

## Background

- Reviews were invented long ago
`)
  expect(text).toMatchInlineSnapshot(`
    "- A review must be asked for.
    - NO MERGE WITHOUT A REVIEW FIRST
    - Never: Skip the review because the change is small
    - Never: Ignore critical issues
    Red Flags: Always:
    - Answer every comment
    Red Flags - STOP: All of these mean: start over:
    - Code before test
    Checklist:
    - [ ] The build is green
    Common Mistakes: ❌ Bad:
    - You must fix it later"
  `)
})

test.each([
  ["a label in bold", "**Never:**\n- Push to main"],
  ["a heading", "## Don't\n\n- Push to main"],
  ["a heading further up", "## Anti-patterns\n\n### At release time\n\n**Steps:**\n- Push to main"],
  ["a sentence that ends with never", "On release days you must never:\n\n1. Push to main\n2. Leave early"],
  ["a sentence without a colon", "Nobody here does any of the following.\n\n- Push to main"],
  [
    "a long sentence without a colon",
    `Nobody here does any of the following, for reasons that ${"everybody has heard in the meetings of that year and ".repeat(5)}knows.\n\n- Push to main`,
  ],
  ["a mark", "❌ Wrong:\n- Push to main"],
  ["a mark on the item", "## Checklist\n\n- ❌ Push to main"],
  ["rationalisations", "## Rationalizations\n\n- Push to main"],
  ["a verdict below", "## Checklist\n\n- Push to main\n\n**All of these mean: STOP.**"],
  ["a parent item", "- Forbidden:\n  - Push to main, always\n  - Leave early, always"],
])("a prohibition never loses its negation: %s", (_, body) => {
  const { text } = extract(`# Releases\n\n${body}\n\n## Checklist\n\n- Drink water`)
  const line = text.split("\n").find((one) => one.includes("Push to main"))
  expect(line).not.toContain("[ ]")
  const before = text.slice(0, text.indexOf("Push to main"))
  expect(before).toMatch(/never|don't|anti-patterns|nobody|❌|rationalizations|stop|forbidden/i)
  expect(text).toContain("- [ ] Drink water")
})

test("no list of ours decides: below a label in another language there is no box, and the label is not lost", () => {
  expect(extract("# A\n\n**Verboten:**\n- You must push to main").text).toBe("A: Verboten:\n- You must push to main")
})

test("a checklist has no code, and says how much did not fit", () => {
  const many = Array.from({ length: 40 }, (_, at) => `- Check number ${at}`).join("\n")
  const { text, tokens, leftOut } = extract(
    `# A\n\nYou must run:\n\n\`\`\`sh\nmake\n\`\`\`\n\n## Checklist\n\n${many}`,
    100,
  )
  expect(text).not.toContain("```")
  expect(tokens).toBeLessThanOrEqual(100)
  expect(text.match(/Check number/g)?.length).toBe(40 - leftOut)
})

test("the skill's directory is filled in", () => {
  expect(extract("# A\n\nYou must run ${CLAUDE_SKILL_DIR}/check.sh.").text).toBe("- You must run /s/x/check.sh.")
})

const NEGATIVE = ["**Never:**", "❌ Bad:", "You must never:", "Red flags that mean STOP:", "Anti-patterns", "Don't:"]
const POSITIVE = ["**Always:**", "Checklist:", "**Confirm:**"]

test("whatever the order and the budget, boxes come from positive labels only", () => {
  const list = fc.tuple(fc.constantFrom(...NEGATIVE, ...POSITIVE), fc.constantFrom("-", "1.", "- [ ]"))
  fc.assert(
    fc.property(fc.array(list, { minLength: 1, maxLength: 8 }), fc.integer({ min: 20, max: 400 }), (lists, tokens) => {
      const body = lists.map(([label, mark], at) => `${label}\n${mark} Take step n${at}x\n${mark} Go on n${at}x`)
      for (const line of extract(`# A\n\n${body.join("\n\n")}`, tokens).text.split("\n")) {
        const [, id] = /n(\d+)x/.exec(line) ?? []
        if (id === undefined) continue
        const isPositive = POSITIVE.includes(lists[Number(id)]?.[0] ?? "")
        expect(`${line} ${isPositive}`).toBe(`${line} ${line.startsWith("- [ ] ")}`)
      }
    }),
    { numRuns: 200 },
  )
})

test.each([
  ["**MANDATORY.**\n\nYou must run the tests.", "- You must run the tests."],
  ["**MANDATORY.** You must run the tests.", "- **MANDATORY.** You must run the tests."],
  ["- **REQUIRED!**\n- You must run the tests.", "- You must run the tests."],
])("a single word that stresses something is not an entry: %j", (body, text) => {
  expect(extract(`# Testing\n\n${body}\n`).text).toContain(text)
  expect(extract(`# Testing\n\n${body}\n`).text).not.toMatch(/^- \**(?:MANDATORY|REQUIRED)[.!]\**$/m)
})
