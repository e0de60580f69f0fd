import { expect, test } from "vitest"
import { splitParts } from "../split-parts.ts"
import { readPatternFile } from "./pattern-file.ts"
import { readPatterns } from "./read-patterns.ts"
import { assignZones } from "../assign-zones.ts"

function read(...lines: readonly string[]) {
  const parts = assignZones(splitParts(["## Auto-Validated Patterns", ...lines].join("\n"), 1))
  return readPatterns(parts.filter(({ zone }) => zone === "patterns"))
}

test("ids, expressions and descriptions are read from a table, whatever else it has", () => {
  expect(
    read(
      "| Pattern Name | Regex | Description | Severity | Language |",
      "|---|---|---|---|---|",
      "| `secret_key` | `(?:key\\|token)\\s*=\\s*[\"']` | a key in code | Critical | any |",
      "| `cycle` | N/A (import graph) | modules that import each other | | Node.js |",
      "| plain_id | | no expression | Minor | |",
    ),
  ).toEqual({
    patterns: [
      { id: "secret_key", pattern: "(?:key|token)\\s*=\\s*[\"']", description: "a key in code", severity: "Critical" },
      { id: "cycle", detector: "external", description: "modules that import each other", language: "Node.js" },
      { id: "plain_id", description: "no expression", severity: "Minor" },
    ],
    problems: [],
  })
})

test("two columns are enough, and an id may have its own column", () => {
  expect(read("| Pattern | Description |", "|---|---|", '| `a` | `password = "..."` |').patterns).toEqual([
    { id: "a", description: '`password = "..."`' },
  ])
  expect(read("| ID | Pattern | Description |", "|---|---|---|", "| b | `x+` | y |").patterns).toEqual([
    { id: "b", pattern: "x+", description: "y" },
  ])
})

test("tables below titles take their category from them", () => {
  expect(
    read(
      "**Bug patterns:**",
      "",
      "| Pattern | Description |",
      "|-|-|",
      "| `a` | x |",
      "### Technical Debt",
      "| Pattern | Description |",
      "|-|-|",
      "| `b` | y |",
    ).patterns,
  ).toEqual([
    { id: "a", description: "x", category: "Bug" },
    { id: "b", description: "y", category: "Technical Debt" },
  ])
})

test.each([
  ["`a`: what", { id: "a", description: "what" }],
  ["`a`", { id: "a", description: "" }],
  ["**`a`** - what", { id: "a", description: "what" }],
  ["`a` [Bugs/Major]: what", { id: "a", description: "what", category: "Bugs", severity: "Major" }],
  [
    "`a` [Bugs/Major] [.NET]: what — `x\\|y`",
    { id: "a", pattern: "x|y", description: "what", category: "Bugs", severity: "Major", language: ".NET" },
  ],
  ["`a` [Minor] [Node.js/React]: b", { id: "a", description: "b", severity: "Minor", language: "Node.js/React" }],
  ["`a`: what — ``x`y``", { id: "a", pattern: "x`y", description: "what" }],
  ["`a`: what — N/A (line count)", { id: "a", description: "what", detector: "external" }],
])("the entry %s is a pattern", (entry, pattern) => {
  expect(read(`- ${entry}`)).toEqual({ patterns: [pattern], problems: [] })
})

test.each([
  ["no columns", ["| Name | Text |", "|-|-|", "| a | b |"], ["2 review.pattern-table"], []],
  ["no id", ["| Pattern | Description |", "|-|-|", "| two words | b |"], ["4 review.pattern-row"], []],
  [
    "a bar that is not escaped",
    ["| Pattern | Regex | Description |", "|-|-|-|", "| `a` | `x|y` | b |"],
    ["4 review.pattern-row"],
    [],
  ],
  [
    "a cell too many",
    ["| Pattern | Regex | Description |", "|-|-|-|", "| `a` | x | y | z |"],
    ["4 review.pattern-row"],
    [],
  ],
  [
    "two expressions in one cell",
    ["| Pattern | Regex | Description |", "|-|-|-|", "| `a` | `x` or `y` | b |"],
    ["4 review.pattern-row"],
    [],
  ],
  [
    "an expression that does not compile",
    ["| Pattern | Regex | Description |", "|-|-|-|", "| `a` | `x(` | b |"],
    ["4 review.bad-pattern"],
    [{ id: "a", description: "b", isBroken: true }],
  ],
  ["an id twice", ["- `a`: one", "- `a`: two"], ["3 review.pattern-clash"], [{ id: "a", description: "one" }]],
  ["an unknown severity", ["- `a` [Bugs/High]: one"], ["2 review.unknown-severity"], []],
  ["an entry without an id", ["- something"], ["2 review.pattern-row"], []],
  ["prose alone", ["These skip validation."], ["1 review.pattern-table"], []],
  ["the word none", ["None."], [], []],
])("%s", (_, lines, problems, patterns) => {
  const found = read(...lines)
  expect(found.problems.map(({ line, code }) => `${line} ${code}`)).toEqual(problems)
  expect(found.patterns).toEqual(patterns)
})

test("a section may name a file instead, and which of its patterns to use", () => {
  expect(
    read(
      "Definitions are in `${CLAUDE_PLUGIN_ROOT}/shared/validation-rules.md`.",
      "",
      "**Technical Debt patterns:** `todo_left`, `hack_left`",
    ),
  ).toEqual({
    patterns: [],
    wanted: {
      path: "${CLAUDE_PLUGIN_ROOT}/shared/validation-rules.md",
      line: 2,
      ids: ["todo_left", "hack_left"],
      category: "Technical Debt",
    },
    problems: [],
  })
  expect(read("See `rules.md`.").wanted).toEqual({ path: "rules.md", line: 2, ids: [] })
  expect(read("See [the rules](references/rules.md#bugs).").wanted).toEqual({
    path: "references/rules.md",
    line: 2,
    ids: [],
  })
})

const file = [
  "# Rules",
  "| Category | Model |",
  "|-|-|",
  "| Bugs | large |",
  "",
  "**Bug patterns:**",
  "",
  "| Pattern Name | Regex | Description |",
  "|-|-|-|",
  "| `empty_catch` | `catch\\s*\\{\\}` | swallowed |",
  "| `broken` | `(` | no expression |",
  "### Security",
  "- `eval_input` [Security/Critical]: eval — `eval\\(`",
  "- plain prose",
].join("\n")

test.each([
  ["those it names", { ids: ["eval_input"] }, ["eval_input"], []],
  ["those of its category", { ids: [], category: "bugs" }, ["empty_catch", "broken"], []],
  ["all of them", { ids: [] }, ["empty_catch", "broken", "eval_input"], []],
  [
    "none, and the nearest is named",
    { ids: ["empty_cach"] },
    [],
    ["there is no pattern empty_cach in rules.md → did you mean empty_catch?"],
  ],
  [
    "none, for a category that does not exist",
    { ids: [], category: "Performance" },
    [],
    [
      "auto_validated_patterns: unresolved reference rules.md (it has no patterns for Performance) → name a file within the skill or its plugin, or put the table into the skill",
    ],
  ],
])("from a pattern file a skill gets %s", (_, wanted, ids, problems) => {
  const found = readPatternFile(file, { path: "rules.md", line: 3, ...wanted })
  expect(found.patterns.map(({ id }) => id)).toEqual(ids)
  expect(found.problems.map(({ message, fix }) => `${message} → ${fix}`)).toEqual(problems)
  expect(found.fileProblems.map(({ line, code }) => `${line} ${code}`)).toEqual(["11 review.bad-pattern"])
})
