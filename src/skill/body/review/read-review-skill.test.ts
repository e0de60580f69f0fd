import fc from "fast-check"
import { expect, test } from "vitest"
import { readSkill } from "../../read-skill.ts"
import { readPriorityFiles, readReviewSkill } from "./read-review-skill.ts"
import { splitParts } from "./split-parts.ts"

function read(name: string, text: string) {
  const reading = readSkill(text)
  if (reading.kind === "refused") throw new Error("a test's skill must be readable")
  return readReviewSkill(name, reading.skill)
}

const header = (...metadata: readonly string[]) =>
  ["---", "description: d", ...(metadata.length > 0 ? ["metadata:"] : []), ...metadata, "---", ""].join("\n")

test("a review skill is read completely, without a problem", () => {
  const text = `${header()}
# Security

## When to Use
- Always (Critical)

## Security Categories Checked

**Injection (Critical):**
- SQL by concatenation

*Node.js:*
- \`exec\` with input

**Cryptography (Major to Critical):**
- Weak hashes

---

## Auto-Validated Patterns

| Pattern | Regex | Description |
|---------|-------|-------------|
| \`eval_input\` | \`eval\\(\\s*(?:req\\|input)\` | eval of input |

## Scope Prioritization
- Files with "auth" in their names

## Security-Specific False Positives
Do NOT flag:
- Test files
- Placeholders
`
  expect(read("reviewing-security", text)).toMatchInlineSnapshot(`
    {
      "problems": [],
      "skill": {
        "falsePositiveRules": [
          "Test files",
          "Placeholders",
        ],
        "focusAreas": [
          {
            "checks": [
              {
                "language": undefined,
                "text": "SQL by concatenation",
              },
              {
                "language": "Node.js",
                "text": "\`exec\` with input",
              },
            ],
            "name": "Injection",
            "severity": "Critical",
            "severitySource": "title",
          },
          {
            "checks": [
              {
                "language": undefined,
                "text": "Weak hashes",
              },
            ],
            "name": "Cryptography",
            "severity": "Critical",
            "severityRange": [
              "Major",
              "Critical",
            ],
            "severitySource": "title",
          },
        ],
        "methodology": null,
        "name": "reviewing-security",
        "patterns": [
          {
            "description": "eval of input",
            "id": "eval_input",
            "pattern": "eval\\(\\s*(?:req|input)",
          },
        ],
        "primaryAgent": "security-agent",
        "priorityFiles": {
          "notes": [
            "Files with "auth" in their names",
          ],
          "patterns": [
            "**/*auth*",
            "**/*auth*/**",
          ],
        },
        "type": "review",
      },
    }
  `)
})

test("labels may replace headings: patterns and rules are distinguished from categories", () => {
  const text = `${header()}## Checked\n\n**A (Minor):**\n- a\n\n**Auto-Validated:**\n- \`p\`: x\n\n**False Positives:**\n- r\n\n**B (Major):**\n- b\n`
  const { skill, problems } = read("reviewing-bugs", text)
  expect(skill.focusAreas.map(({ name }) => name)).toEqual(["A", "B"])
  expect(skill.patterns).toEqual([{ id: "p", description: "x" }])
  expect(skill.falsePositiveRules).toEqual(["r"])
  expect(problems).toEqual([])
})

test("a label's section ends with a rule, and a section of rules stays one whatever is checked below it", () => {
  const text = `${header()}**False Positives:**\n- r\n\n---\n\n- no rule\n\n## False Positives\n### Checked by a linter\n- s\n`
  const { skill, problems } = read("reviewing-bugs", `${text}\n## A (Minor)\n- a\n`)
  expect(skill.falsePositiveRules).toEqual(["r", "s"])
  expect(problems.map(({ line, code }) => `${line} ${code}`)).toEqual(["9 review.unread-item"])
})

test.each([
  ["reviewing-architecture-principles", [], "review", "architecture-agent", []],
  ["reviewing-bugs", [], "review", "bug-detection-agent", []],
  ["reviewing-compliance", [], "review", "compliance-agent", []],
  ["reviewing-performance", [], "review", "performance-agent", []],
  ["reviewing-security", [], "review", "security-agent", []],
  ["reviewing-technical-debt", [], "review", "technical-debt-agent", []],
  ["reviewing-documentation", [], "command", null, []],
  ["brainstorming", [], "methodology", null, ["7 review.unread-item"]],
  ["mine", ["  skillet-type: review", "  skillet-agent: tests"], "review", "test-coverage-agent", []],
  ["reviewing-bugs", ["  skillet-agent: errors"], "review", "error-handling-agent", []],
  ["reviewing-bugs", ["  skillet-type: methodology"], "methodology", null, ["9 review.unread-item"]],
  ["mine", ["  skillet-type: review"], "review", null, ["2 review.no-agent"]],
  ["mine", ["  skillet-type: review", "  skillet-agent: securty"], "review", null, ["2 review.unknown-agent"]],
  ["mine", ["  skillet-type: checks"], "methodology", null, ["2 review.unknown-type", "9 review.unread-item"]],
  ["constructor", [], "methodology", null, ["7 review.unread-item"]],
] as const)("%s with the metadata %j is a %s skill for %s", (name, metadata, type, agent, problems) => {
  const found = read(name, `${header(...metadata)}Look twice.\n\n## A (Minor)\n- a\n`)
  expect([found.skill.type, found.skill.primaryAgent]).toEqual([type, agent])
  expect(found.problems.map(({ line, code }) => `${line} ${code}`)).toEqual(problems)
})

test("patterns in another file are wanted for the skill's own topic unless it says which", () => {
  const text = `${header()}## A (Minor)\n- a\n\n## Auto-Validated Patterns\n\nSee \`references/rules.md\`.\n`
  expect(read("reviewing-technical-debt", text).wanted).toEqual({
    path: "references/rules.md",
    line: 9,
    ids: [],
    category: "technical debt",
  })
})

test("problems name the line of the file, in order", () => {
  const text = `${header()}## Auto-Validated\nSome.\n\n## Categories Checked\n- stray\n\n## False Positives\nSee elsewhere.\n`
  expect(read("reviewing-bugs", text).problems.map(({ line, code, level }) => `${line} ${level} ${code}`)).toEqual([
    "4 error review.pattern-table",
    "8 error review.loose-check",
    "10 note review.no-rules",
  ])
})

test.each([
  ["a review skill without anything to check", "reviewing-bugs", "Text.", "review.no-categories"],
  ["a method without a method", "thinking", "# Title", "review.no-method"],
  ["checks in a method", "thinking", "Text.\n\n## Categories Checked\n- a", "review.unused-part", "review.unread-item"],
])("%s is reported", (_, name, body, ...codes) => {
  expect(read(name, `${header()}${body}\n`).problems.map((found) => found.code)).toEqual(codes)
})

test("every problem says what is wrong and what to do", () => {
  const skills: readonly (readonly [string, string])[] = [
    [
      "mine",
      `${header("  skillet-type: review", "  skillet-agent: securty")}## Checked\n- stray\n\n### Keys (High)\n| a |\n|---|\n`,
    ],
    ["reviewing-bugs", `${header()}## Auto-Validated\n- what\n\n## False Positives\nNone known.\n`],
    ["reviewing-bugs", `${header()}## A (Minor)\n- a\n## Auto-Validated\n- \`a\`: b — \`(\`\n- \`a\`: c\n`],
    ["mine", `${header("  skillet-type: review")}## A (Minor)\n- a\n## Auto-Validated\n| a | b |\n|-|-|\n`],
    ["mine", `${header("  skillet-type: checks")}# Title\n## Checked\n`],
  ]
  const sentences = skills.flatMap(([name, text]) =>
    read(name, text).problems.map(
      ({ line, level, code, message, fix }) => `${line} ${level} ${code}: ${message} → ${fix}`,
    ),
  )
  expect(sentences).toMatchInlineSnapshot(`
    [
      "2 error review.unknown-agent: there is no agent "securty" → did you mean security-agent?",
      "8 error review.loose-check: a check has no category and was left out: line 8 → put a line such as **Name (Major):** before it",
      "10 warning review.unknown-severity: "High" is not a severity → write Critical, Major, Minor or Suggestion, or a range such as Major to Critical",
      "10 warning review.no-checks: the category "Keys" has no checks → list what to check below it, as bullets",
      "11 error review.unread-table: a table among checks is not read → write its rows as bullets",
      "4 note review.no-categories: it lists nothing to check → add a section "Categories Checked" with lines such as **Name (Major):** and bullets below",
      "5 error review.pattern-row: a pattern entry has no id → write \`name\` [Category/Severity]: what it finds — \`expression\`",
      "7 note review.no-rules: the section on false positives lists none → write each rule as a bullet",
      "7 error review.bad-pattern: the expression of a is not a valid regular expression (unterminated group) → correct it, or write N/A if no expression can find it",
      "8 warning review.pattern-clash: the pattern a is defined twice; the first definition is used → rename one of them",
      "2 warning review.no-agent: it is a review skill without an agent, so no agent gets its checks → add skillet-agent: security-agent, or another, to metadata",
      "9 error review.pattern-table: the pattern table has no Pattern column or no Description column → start it with | Pattern | Regex | Description |",
      "2 warning review.unknown-type: metadata.skillet-type is "checks"; it is read as methodology → use review, methodology, command, reviewer",
      "6 warning review.no-method: it describes no method: no paragraph, no numbered steps, no questions → describe the approach, then number the steps",
      "7 note review.unused-part: checks, patterns and rules are read only from review skills, but this is a method skill → set metadata.skillet-type: review and metadata.skillet-agent in the frontmatter",
    ]
  `)
})

test("any text is read without an error, and problems refer to its lines", () => {
  const line = fc.constantFrom(
    ..."|# A (Major)|## Checked|## Auto-Validated|## False Positive|**B (Minor/High):**|*c:*|- d|  - e|1. f?|---|```|<!--|-->".split(
      "|",
    ),
    "| Pattern | Regex | Description |",
    "|-|-|-|",
    "| `a` | `(` | b |",
    "- `a` [x/y]: z — `w`",
    "see `a.md`",
    "> - q",
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(line, fc.string()), { maxLength: 20 }), fc.boolean(), (lines, isReview) => {
      const text = lines.join("\n")
      const reading = readSkill(`${header()}${text}`)
      if (reading.kind === "refused") return
      const { problems } = readReviewSkill(isReview ? "reviewing-bugs" : "x", reading.skill)
      const last = `${header()}${text}`.split(/\r\n|\n|\r/).length
      expect(problems.filter(({ line: at }) => at === undefined || at < 1 || at > last)).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test.each([
  ["blanks in a title", `# a${" ".repeat(200_000)}b`],
  ["blanks in a label", `**a${" ".repeat(200_000)}b**`],
  ["parentheses", `## ${"(".repeat(200_000)}`],
  ["one long paragraph", "a\n".repeat(200_000)],
  ["many paragraphs", "a:\n\n".repeat(100_000)],
  ["one long item", `- a\n${"  b\n".repeat(200_000)}`],
  ["very many children", `- a\n${"  - b\n".repeat(100_000)}`],
  ["an entry of dashes", `## Auto-Validated\n- \`a\`: ${" —".repeat(100_000)}`],
  [
    "a cell of blanks",
    `## Auto-Validated\n| Pattern | Severity | Description |\n|-|-|-|\n| a |x${" ".repeat(200_000)}y| b |`,
  ],
  ["backticks", `## Scope Prioritization\n- ${"`a ".repeat(100_000)}`],
  ["quotes", `## Scope Prioritization\n- ${'"a'.repeat(100_000)}`],
])("reading %s terminates, whatever their length", (_, body) => {
  expect(read("reviewing-bugs", header() + body).skill.type).toBe("review")
  expect(read("thinking", header() + body).skill.type).toBe("methodology")
})

const readPriorities = (text: string) => readPriorityFiles(splitParts(text, 1))

test("globs are used as written, quoted parts of names become globs, and the prose is kept", () => {
  const text = [
    "First of all:",
    '- Files with "auth" or “login” in their names',
    '- Configuration (`config/*.ts`, `appsettings.json`, `"off"`, `TODO`, `some words`)',
    "- Middleware",
  ]
  expect(readPriorities(text.join("\n"))).toEqual({
    patterns: ["**/*auth*", "**/*auth*/**", "**/*login*", "**/*login*/**", "config/*.ts", "appsettings.json"],
    notes: [
      'Files with "auth" or “login” in their names',
      'Configuration (`config/*.ts`, `appsettings.json`, `"off"`, `TODO`, `some words`)',
      "Middleware",
    ],
  })
})

test("without bullets the prose counts", () => {
  expect(readPriorities("Begin with `**/api/**`.\n")).toEqual({
    patterns: ["**/api/**"],
    notes: ["Begin with `**/api/**`."],
  })
})

test("every bullet, however it is written and wherever it is, is in the result or reported with its line", () => {
  const marks = ["-", "*", "+", "1.", "2)", "- [ ]", "> -"]
  const places = [
    "# Title",
    "## Null (Critical)",
    "**Bold (Major):**",
    "**No severity:**",
    "*Python:*",
    "## Categories Checked",
    "### Loops",
    "## False Positives",
    "## Scope Prioritization",
    "## Questions",
    "## Workflow",
    "## Notes",
    "## Auto-Validated Patterns",
    "---",
  ]
  for (const name of ["reviewing-bugs", "thinking"]) {
    for (const mark of marks) {
      const body = places.map(
        (place, at) => `${place}\n\n${mark} bullet${at}x\n\n| a | b |\n|---|---|\n| cell${at}x | d |\n`,
      )
      const text = `${header()}${body.join("\n")}`
      const { skill, problems } = read(name, text)
      const result = JSON.stringify(skill)
      const named = problems.flatMap(({ line, message }) => [line, ...(message.match(/\d+/g) ?? []).map(Number)])
      const lost = text.split("\n").flatMap((line, at) => {
        const [word] = /bullet\d+x/.exec(line) ?? []
        return word === undefined || result.includes(word) || named.includes(at + 1) ? [] : [`${name} ${mark} ${word}`]
      })
      expect(lost).toEqual([])
    }
  }
})

test("checks without a category are named once, each with its line", () => {
  const text = `${header()}## Categories Checked\n- one\n- two\n\n**A (Minor):**\n- a\n`
  expect(read("reviewing-bugs", text).problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    "review.loose-check: 2 checks have no category and were left out: lines 5, 6",
  ])
})
