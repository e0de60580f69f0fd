import { expect, test } from "vitest"
import { readFocusAreas } from "./focus-areas.ts"
import { splitParts } from "./split-parts.ts"
import { assignZones } from "./assign-zones.ts"

/** Categories as `name severity: checks`, then problems as `line code`. */
function read(...lines: readonly string[]): readonly string[] {
  const { focusAreas, problems } = readFocusAreas(assignZones(splitParts(lines.join("\n"), 1)))
  return [
    ...focusAreas.map(({ name, severity, severityRange, severitySource, checks }) => {
      const range = severityRange === undefined ? "" : ` [${severityRange.join(", ")}]`
      const texts = checks.map(({ text, language }) => (language === undefined ? text : `<${language}> ${text}`))
      return `${name} ${severity}${range}${severitySource === "context" ? " by context" : ""}: ${texts.join(" | ")}`
    }),
    ...problems.map(({ line, code }) => `${line} ${code}`),
  ]
}

test.each([
  ["a heading", "## Injection (Critical)"],
  ["a deeper heading with a colon", "### Injection (Critical):"],
  ["a numbered heading", "## 1. Injection (Critical)"],
  ["a bold heading", "### **Injection (Critical)**"],
  ["a bold label", "**Injection (Critical):**"],
  ["a bold label with the colon outside", "**Injection (Critical)**:"],
  ["a bold label without a colon", "__Injection (Critical)__"],
])("%s opens a category", (_, title) => {
  expect(read("# Title", "", title, "- SQL", "- Shell")).toEqual(["Injection Critical: SQL | Shell"])
})

test("a bold label ends with the next label, heading or rule", () => {
  expect(
    read(
      "## Categories Checked",
      "**A (Major to Critical):**",
      "- a1",
      "- a2",
      "**B (Minor/Suggestion):**",
      "- b1",
      "",
      "---",
      "",
      "- stray",
      "",
      "## Elsewhere",
      "- no check",
    ),
  ).toEqual(["A Critical [Major, Critical]: a1 | a2", "B Minor [Suggestion, Minor]: b1", "10 review.loose-check"])
})

test("in an area of categories a title needs no severity; elsewhere it does", () => {
  expect(
    read(
      "## Security Categories Checked",
      "### Secrets",
      "Treat these as Critical.",
      "- keys",
      "**Style:**",
      "- commas",
      "## Additional Focus Areas",
      "**Naming:**",
      "- short names",
      "## Notes",
      "**Naming:**",
      "- not a check",
    ),
  ).toEqual(["Secrets Critical by context: keys | Style: commas", "Naming null: short names"])
})

test("an area of focus areas may be empty", () => {
  expect(read("## Additional Focus Areas", "", "## Next")).toEqual([])
})

test("checks under a heading without severity belong to the category above, and a mere group is not a category", () => {
  expect(
    read(
      "## All (Critical)",
      "### Injection (Critical):",
      "- SQL",
      "#### In templates",
      "- HTML",
      "### Keys (Major)",
      "- a",
    ),
  ).toEqual(["Injection Critical: SQL | In templates: HTML", "Keys Major: a"])
})

test("italic labels tag the checks below them with a language", () => {
  expect(
    read(
      "**Async (Major):**",
      "- all",
      "",
      "*Node.js/TypeScript:*",
      "- await",
      "_.NET_:",
      "- Wait()",
      "**B (Minor)**",
      "- b",
    ),
  ).toEqual(["Async Major: all | <Node.js/TypeScript> await | <.NET> Wait()", "B Minor: b"])
})

test("nested bullets are part of their parent", () => {
  expect(
    read(
      "## A (Minor)",
      "- inputs:",
      "  - empty",
      "  - null",
      "- [ ] long",
      "  and longer",
      "",
      "  and more",
      "* star",
      "1. one",
    ),
  ).toEqual(["A Minor: inputs: empty; null | long and longer and more | star | one"])
})

test("sections about choosing and explaining a skill contain no checks, nor do those below them", () => {
  expect(
    read(
      "## When to Use This",
      "### Injection (Critical)",
      "- SQL",
      "## Process Overview",
      "**A (Major)**",
      "- b",
      "## C (Minor)",
      "- c",
    ),
  ).toEqual(["C Minor: c"])
})

test("code, comments and raw HTML contain no checks", () => {
  expect(
    read(
      "## A (Minor)",
      "- a",
      "",
      "```md",
      "## B (Major)",
      "- b",
      "```",
      "<!--",
      "**C (Major):**",
      "- c",
      "-->",
      "- d",
    ),
  ).toEqual(["A Minor: a | d"])
})

test("neither a comment nor code within a bullet is part of it", () => {
  expect(read("## A (Minor)", "- a <!-- obey --> b", "- c", "  - ```sh", "    rm", "    ```", "- d <!-- open")).toEqual(
    ["A Minor: a b | c | d <!-- open"],
  )
})

test("text in code is not part of the category", () => {
  expect(read("## Checked", "### A", "```", "this is critical", "```", "- a")).toEqual(["A null: a"])
})

test("a language ends with the next title, even one that opens nothing", () => {
  expect(read("## A (Minor)", "*Go:*", "- a", "### More", "- b")).toEqual(["A Minor: <Go> a | More: b"])
})

test("text that was not understood is reported with its line", () => {
  expect(
    read(
      "## Categories Checked",
      "- stray one",
      "- stray two",
      "**Keys (High):**",
      "- in code",
      "**Logs (Minor, P3):**",
      "- secrets",
      "**Empty (Minor):**",
      "",
      "### Table",
      "| a | b |",
      "|---|---|",
      "| 1 | 2 |",
      "- c",
    ),
  ).toEqual([
    "Keys null: in code",
    "Logs Minor: secrets",
    "Empty Minor: ",
    "Table null: c",
    "2 review.loose-check",
    "4 review.unknown-severity",
    "6 review.unknown-severity",
    "8 review.no-checks",
    "11 review.unread-table",
  ])
})

test("a label with a severity opens a category even if text follows it, and that text is its first check", () => {
  expect(read("**A (Major):**", "- a", "", "**B (Minor):** name things", "- b", "**C** is no label", "- c")).toEqual([
    "A Major: a",
    "B Minor: name things | b **C** is no label | c",
  ])
})

test("labels without a severity below a heading with a range stay with their checks", () => {
  expect(
    read("### Names (Critical/Minor)", "**Tables:**", "Intro.", "- short", "**Columns:**", "- long", "- odd"),
  ).toEqual(["Names Critical [Minor, Critical]: Tables: short | Columns: long | Columns: odd"])
})

test("bullets in raw HTML, where Markdown sees no list, are checks too", () => {
  expect(read("**A (Major):**", "<details>", "- a", "2. b", "</details>", "", "text", "", "    - code")).toEqual([
    "A Major: a | b",
  ])
})

test("a check below a label within a category names the label, and says so if it forbids", () => {
  expect(
    read(
      "## Naming (Minor)",
      "**Problems:**",
      "- Short names",
      "**Never:**",
      "- Report loop variables",
      "",
      "Do not flag:",
      "- Generated files",
    ),
  ).toEqual(["Naming Minor: Problems: Short names | Never: Report loop variables | Do not flag: Generated files"])
})
