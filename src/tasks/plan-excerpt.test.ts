import { expect, test } from "vitest"
import { lowerPacketHeadings } from "./packet/packet-headings.ts"
import { findPlanSection, lowerHeadings } from "./plan-excerpt.ts"

const filler = Array.from({ length: 50 }, (_, at) => `Line ${at} about nothing in particular.`).join("\n")
const plan = (heading: (nth: number, name: string) => string) =>
  [
    "# Shop plan",
    filler,
    ...["user model", "password hashing", "login endpoint", "session cookie", "logout", "mails", "docs", "metrics"].map(
      (name, at) => `${heading(at + 1, name)}\n\n- [ ] Step 1: Write the failing test\n\nAbout ${name}.`,
    ),
    `${heading(9, "JWT middleware")}\n\n**Files:**\n- src/jwt.ts\n\n- [ ] Step 1: Write the failing test\n\nUse RS256.`,
    `${heading(10, "rate limits")}\n\nNo more than ten.`,
  ].join("\n\n")

test.each([
  ["### Task 9: …", (nth: number, name: string) => `### Task ${nth}: Add ${name}`],
  ["## 9. …", (nth: number, name: string) => `## ${nth}. Add ${name}`],
  ["#### Task 9 – …", (nth: number, name: string) => `#### Task ${nth} – ${name}`],
  ["### …", (_nth: number, name: string) => `### Add ${name}`],
])("the section of the nearest task above that has one is shown, for headings such as %s", (_what, heading) => {
  const section = findPlanSection(plan(heading), [
    "Step 1: Write the failing test",
    "Task 9: Add JWT middleware",
    "Shop plan",
  ])
  expect(section).toContain("Use RS256.")
  expect(section).toContain("src/jwt.ts")
  expect(section).not.toContain("No more than ten.")
  expect(section).not.toContain("About metrics.")
  expect(section).not.toContain("Line 0")
})

test.each([
  ["a number is enough", ["Task 9"], "Use RS256."],
  ["so are words", ["Write the JWT middleware"], "Use RS256."],
  ["a stage of a task has the section of the task", ["Spec review", "Task 10: Add rate limits"], "No more than ten."],
  ["a plan that was renumbered is found by its words", ["Task 3: Add JWT middleware"], "Use RS256."],
])("%s", (_what, titles, expected) => {
  expect(
    findPlanSection(
      plan((nth, name) => `### Task ${nth}: Add ${name}`),
      titles,
    ),
  ).toContain(expected)
})

test("the first step of a task is not that of another task", () => {
  const steps = (nth: number) =>
    `## Task ${nth}: Part ${nth}\n\n#### Step 1: Write the failing test\n\nTest of ${nth}.\n`
  const text = `${steps(1)}\n## Task 2: Part 2\n\nNo steps, only words.\n\n${steps(3)}`
  const find = (nth: number) => findPlanSection(text, ["Step 1: Write the failing test", `Task ${nth}: Part ${nth}`])
  expect(find(3)).toContain("Test of 3.")
  expect(find(2)).toBe("## Task 2: Part 2\n\nNo steps, only words.")
})

test("a task that is in no section has none; a plan without headings has its entry", () => {
  expect(
    findPlanSection(
      plan((nth, name) => `### Task ${nth}: Add ${name}`),
      ["Buy milk", "Errands"],
    ),
  ).toBeUndefined()
  const list = "- [ ] Add user model\n- [ ] Add login endpoint\n  - [ ] Hash with bcrypt\n- [ ] Add logout\n"
  expect(findPlanSection(list, ["Add login endpoint"])).toBe("- [ ] Add login endpoint\n  - [ ] Hash with bcrypt")
})

test.each([
  ["<div>\n## New Message\n</div>", "<div>\n### New Message\n</div>"],
  ["<!--\n# New Message\n-->\n\nText", "<!--\n### New Message\n-->\n\nText"],
  ["```sh\n# a comment\n```\n\n## New Message", "```sh\n# a comment\n```\n\n### New Message"],
  ["    # indented code\n\n#hash\n\n### Deep", "    # indented code\n\n#hash\n\n### Deep"],
])("a line that looks like a heading is lowered wherever it is, except in code: %j", (text, lowered) => {
  expect(lowerHeadings(text)).toBe(lowered)
})

test("a heading of a packet is found after any end of a line", () => {
  expect(lowerPacketHeadings("# Mine\r## New Message\rText")).toBe("# Mine\n### New Message\nText")
  expect(lowerPacketHeadings("<p>\n# Mine\n## New Message\n</p>")).toBe("<p>\n# Mine\n### New Message\n</p>")
})
