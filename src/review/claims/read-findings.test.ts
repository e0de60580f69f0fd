import { expect, test } from "vitest"
import { matchOf, reviewOf } from "../../../test/review-intake/small-review.ts"
import type { Gathered } from "../review-data.ts"
import { openKindTest } from "./merging/read-finding.ts"
import { numberFindings } from "./number-findings.ts"
import { provePattern, readFindings } from "./read-findings.ts"

const auth = [
  "export function login(user: User) {",
  "  const name = user.name",
  "  if (name === secret) {",
  "    return true",
  "  }",
  "  return false",
  "}",
  "",
].join("\n")
const gathered = reviewOf({
  "src/auth.ts": auth,
  "src/db/index.ts": "a()\nb()\n",
  "lib/index.ts": "c()\n",
  "main.ts": "d()\n",
})
const plain = {
  title: "Compared in the open",
  file: "src/auth.ts",
  line: 3,
  severity: "major",
  description: "It leaks.",
}

function read(answer: unknown, more: { readonly gathered?: Gathered } = {}) {
  const text = typeof answer === "string" ? answer : JSON.stringify(answer)
  return readFindings(text, { agent: "security-agent", round: "thorough", gathered, ...more })
}

function places(answer: unknown): readonly string[] {
  return read(answer).findings.map(({ file, line, endLine, severity }) => `${file}:${line}-${endLine} ${severity}`)
}

function whys(answer: unknown): readonly string[] {
  return read(answer).rejected.map(({ why }) => why)
}

test("a finding is accepted completely, with its code from the file and its claims marked as claims", () => {
  const answer = {
    ...plain,
    range: { start: 3, end: 4 },
    code: "if (name === secret) {",
    attack_vector: "Timing",
    fix_prompt: "Use timingSafeEqual.",
  }
  expect(read([answer])).toEqual({
    findings: [
      {
        id: "thorough.security-agent.1",
        rule: "security-agent",
        title: "Compared in the open",
        file: "src/auth.ts",
        line: 3,
        endLine: 4,
        category: "Security",
        severity: "major",
        confidence: "medium",
        description: "It leaks.",
        evidence: "  if (name === secret) {\n    return true",
        fix: "Use timingSafeEqual.",
        patch: { kind: "prompt", prompt: "Use timingSafeEqual." },
        extras: { attack_vector: "Timing" },
        provenance: { agent: "security-agent", round: "thorough" },
        saidBy: [
          {
            agent: "security-agent",
            round: "thorough",
            title: "Compared in the open",
            description: "It leaks.",
            severity: "major",
          },
        ],
        related: [],
        fingerprint: "cfa055ea93b73f8f57de1ac9da6a4f21",
      },
    ],
    rejected: [],
    falseClaims: [],
  })
})

test.each([
  ["a list", JSON.stringify([plain])],
  ["an object with the list", JSON.stringify({ summary: "x", findings: [plain] })],
  ["an object deeper down", JSON.stringify({ review: { issues: [plain] } })],
  ["a single record", JSON.stringify(plain)],
  [
    "a fence in prose",
    `I looked [at it] {closely}.\n\n\`\`\`json\n${JSON.stringify([plain], null, 2)}\n\`\`\`\nThat is all.`,
  ],
  ["a fence in a fence", `\`\`\`markdown\n\`\`\`json\n${JSON.stringify([plain])}\n\`\`\`\n\`\`\``],
  ["no fence, on one line with prose", `Findings: ${JSON.stringify([plain])} and no more.`],
  ["single quotes and a comma too many", `[{'title': 'T', 'file': 'src/auth.ts', 'line': 3, 'severity': 'major',},]`],
  [
    "an escape that JSON does not have",
    String.raw`[{"title": "a\d", "file": "src/auth.ts", "line": 3, "severity": "major"}]`,
  ],
  ["YAML", "- title: T\n  file: src/auth.ts\n  line: 3\n  severity: major\n"],
  [
    "YAML under a key, fenced",
    "```yaml\nfindings:\n  - title: T\n    file: src/auth.ts\n    line: 3\n    severity: major\n```",
  ],
  ["a YAML map of its own", "```yaml\ntitle: T\nfile: src/auth.ts\nline: 3\nseverity: major\n```\nmore"],
  ["YAML with a colon in a value", "- title: one: two\n  file: src/auth.ts\n  line: 3\n  severity: major\n"],
  [
    "YAML with a fence inside a value",
    "```yaml\n- title: T\n  file: src/auth.ts\n  line: 3\n  severity: major\n  fix_prompt: |\n    ```ts\n    a()\n    ```\n```",
  ],
])("%s is read", (_, answer) => {
  expect(places(answer)).toEqual(["src/auth.ts:3-3 major"])
  expect(whys(answer)).toEqual([])
})

test("text quoted inside an entry is not another entry", () => {
  const quoted = JSON.stringify({ ...plain, title: "Planted" })
  const yaml = `- title: T\n  file: src/auth.ts\n  line: 3\n  severity: major\n  description: |\n    ${quoted}\n    - title: Planted\n      file: src/auth.ts\n`
  expect(read(yaml).findings.map(({ title }) => title)).toEqual(["T"])
  expect(read([{ ...plain, description: `\n- title: Planted\n${quoted}` }]).findings).toHaveLength(1)
})

test("several blocks are all read, in their order", () => {
  const yaml = "- title: T\n  file: src/auth.ts\n  line: 1\n  severity: minor\n"
  expect(places(`${yaml}\nand\n\`\`\`json\n${JSON.stringify([plain])}\n\`\`\`\n${yaml}`)).toEqual([
    "src/auth.ts:1-1 minor",
    "src/auth.ts:3-3 major",
    "src/auth.ts:1-1 minor",
  ])
})

test.each([
  ["JSON", JSON.stringify([plain, plain, plain], null, 2).slice(0, -60)],
  ["JSON under a key", JSON.stringify({ findings: [plain, plain, plain] }).slice(0, -40)],
  ["YAML", `${"- title: T\n  file: src/auth.ts\n  line: 3\n  severity: major\n".repeat(2)}- title: "T\n  file: src/au`],
])("an answer in %s that was cut off loses only its last entry", (_, answer) => {
  expect(places(answer)).toEqual(["src/auth.ts:3-3 major", "src/auth.ts:3-3 major"])
  expect(whys(answer)).toEqual(["unreadable"])
})

test("a broken entry affects only itself", () => {
  const good = JSON.stringify(plain)
  const answer = `[\n${good},\n{"title": "says "this" {", "file": "src/auth.ts", "line": 3, "severity": major"},\n${good}\n]`
  expect(places(answer)).toHaveLength(2)
  expect(whys(answer)).toEqual(["unreadable"])
})

test.each([
  [{ line: "3" }, "src/auth.ts:3-3"],
  [{ line: "3-5" }, "src/auth.ts:3-5"],
  [{ line: "L3-L5" }, "src/auth.ts:3-5"],
  [{ line: [3, 5] }, "src/auth.ts:3-5"],
  [{ line: 3, range: null }, "src/auth.ts:3-3"],
  [{ line: 3, range: { start: 3, end: 5 } }, "src/auth.ts:3-5"],
  [{ line: 3, range: [5, 3] }, "src/auth.ts:3-5"],
  [{ line: undefined, start_line: 3, endLine: 5 }, "src/auth.ts:3-5"],
  [{ line: 3, end_line: 900 }, "src/auth.ts:3-7"],
  [{ file: undefined, path: "src/auth.ts" }, "src/auth.ts:3-3"],
  [{ file: undefined, line: undefined, location: "src/auth.ts:3" }, "src/auth.ts:3-3"],
  [{ file: "./src/auth.ts" }, "src/auth.ts:3-3"],
  [{ file: "src\\auth.ts" }, "src/auth.ts:3-3"],
  [{ file: "`src/auth.ts:3`" }, "src/auth.ts:3-3"],
  [{ file: "b/src/auth.ts" }, "src/auth.ts:3-3"],
  [{ file: "/home/me/project/src/auth.ts" }, "src/auth.ts:3-3"],
  [{ file: "auth.ts" }, "src/auth.ts:3-3"],
  [{ file: "/home/me/project/main.ts", line: 1 }, "main.ts:1-1"],
])("%j is understood", (fields, expected) => {
  const [finding] = read([{ ...plain, ...fields }], { gathered: { ...gathered, root: "/home/me/project" } }).findings
  expect(`${finding?.file}:${finding?.line}-${finding?.endLine}`).toBe(expected)
})

test.each([
  [{ file: "src/other.ts" }, "no-such-file"],
  [{ file: "index.ts", line: 1 }, "no-such-file"],
  [{ file: "other/main.ts", line: 1 }, "no-such-file"],
  [{ file: "../src/auth.ts" }, "no-such-file"],
  [{ file: "src/../../etc/passwd" }, "no-such-file"],
  [{ file: "src/auth.ts\u0000" }, "no-such-file"],
  [{ file: "__proto__" }, "no-such-file"],
  [{ file: 7 }, "not-a-finding"],
  [{ line: 0 }, "no-such-line"],
  [{ line: -3 }, "no-such-line"],
  [{ line: 8 }, "no-such-line"],
  [{ line: 1e300 }, "no-such-line"],
  [{ line: 2.5 }, "not-a-finding"],
  [{ line: "somewhere" }, "not-a-finding"],
  [{ severity: "enormous" }, "not-a-finding"],
  [{ severity: undefined }, "not-a-finding"],
  [{ title: "", description: "" }, "not-a-finding"],
  [{ code: "eval(input)" }, "code-not-there"],
])("%j is refused", (fields, why) => {
  expect(read([{ ...plain, ...fields }])).toMatchObject({
    findings: [],
    rejected: [{ agent: "security-agent", round: "thorough", why }],
  })
})

test.each([
  ["if (name === secret) {", 3],
  ["if(name===secret)", undefined],
  ["  if (name   ===\tsecret) {\n\n return true", 3],
  ["return false", 6],
  ["3| if (name === secret) {\n4|   return true", 3],
  ["```ts\nreturn true\n```", 4],
  ["-  if (name == secret) {\n+  if (name === secret) {", 3],
  ["export function login(user: User) {\n  // ...\n  return true", 3],
  ["const na…user.name", 2],
  ["}", 3],
])("quoted code %j puts the finding on line %s", (code, line) => {
  expect(read([{ ...plain, code }]).findings[0]?.line).toBe(line)
})

test("a corrected line is reported", () => {
  expect(read([{ ...plain, code: "return false" }]).findings[0]).toMatchObject({
    line: 6,
    endLine: 6,
    evidence: "  return false",
    reason: "reported for line 3; the quoted code is on line 6",
  })
})

test("code more than twenty lines away counts as missing", () => {
  const text = `${"x()\n".repeat(30)}far()\n`
  const far = reviewOf({ "src/auth.ts": text })
  expect(read([{ ...plain, code: "far()" }], { gathered: far }).rejected[0]?.why).toBe("code-not-there")
  expect(read([{ ...plain, line: 11, code: "far()" }], { gathered: far }).findings[0]?.line).toBe(31)
})

test("in a review of a change, only its lines count, and the places where it removed something", () => {
  const diff = "@@ -1,4 +1,3 @@\n export function login(user: User) {\n-  check(user)\n   const name = user.name\n"
  const changed = reviewOf({ "src/auth.ts": { text: auth, changed: [6], diff } })
  const whyOf = (line: number) => read([{ ...plain, line }], { gathered: changed }).rejected[0]?.why
  expect([1, 2, 3, 4, 5, 6, 7].map(whyOf)).toEqual([
    undefined,
    undefined,
    "outside-change",
    "outside-change",
    "outside-change",
    undefined,
    "outside-change",
  ])
})

test("a pattern proves what we matched, and a claim of one proves nothing", () => {
  const matched = reviewOf({ "src/auth.ts": auth }, { matches: [matchOf({ file: "src/auth.ts", line: 3 })] })
  const answer = [
    { ...plain, auto_validated: true, verdict: "valid", proof: "eval-input", id: "F7" },
    { ...plain, line: 6, auto_validated: true, confidence_pattern: "eval-input" },
    { ...plain, confidence_pattern: "made-up" },
  ]
  const { findings, falseClaims } = read(answer, { gathered: matched })
  expect(findings.map(({ id, verdict, proof, extras, rule }) => ({ id, verdict, proof, extras, rule }))).toEqual([
    {
      id: "thorough.security-agent.1",
      verdict: "valid",
      proof: { pattern: "eval-input", line: 3 },
      extras: {},
      rule: "eval-input",
    },
    { id: "thorough.security-agent.2", verdict: undefined, proof: undefined, extras: {}, rule: "security-agent" },
    {
      id: "thorough.security-agent.3",
      verdict: "valid",
      proof: { pattern: "eval-input", line: 3 },
      extras: {},
      rule: "eval-input",
    },
  ])
  expect(falseClaims).toEqual([
    { agent: "security-agent", pattern: "eval-input", finding: "thorough.security-agent.2" },
    { agent: "security-agent", pattern: "made-up", finding: "thorough.security-agent.3" },
  ])
})

test("a category that reports know is kept, any other becomes the agent's own", () => {
  const kinds = ["bugs", "Error Handling", "Nonsense", undefined]
  expect(read(kinds.map((category) => ({ ...plain, category }))).findings.map(({ category }) => category)).toEqual([
    "Bugs",
    "Error Handling",
    "Security",
    "Security",
  ])
})

test("secrets and control characters are removed, wherever they are", () => {
  const key = `ghp_${"a1B2c3D4e5F6".repeat(3)}`
  const code = reviewOf({ "src/auth.ts": `const key = "${key}"\n` })
  const said = `\u001b[31mred\u0000 ${key} \u202ereversed`
  const answer = [
    {
      title: said,
      file: "src/auth.ts",
      line: 1,
      severity: "critical",
      description: said,
      impact: said,
      fix_prompt: said,
      fix_diff: `-const key = "${key}"\n+const key = env`,
    },
  ]
  const text = JSON.stringify(read(answer, { gathered: code }))
  expect(text).not.toContain(key)
  expect(text).not.toMatch(/\\u001b(?!\[31m)|\u202e|\u0000/)
  expect(read(answer, { gathered: code }).findings[0]?.title).toBe("\\u001b[31mred\\u0000 ghp_… \\u202ereversed")
})

test("an answer that reports nothing found is valid; an empty one is not", () => {
  for (const answer of ["[]", '{"findings": []}', "```json\n[\n]\n```", "findings: []", "No issues found.", "None."])
    expect(read(answer)).toEqual({ findings: [], rejected: [], falseClaims: [] })
  for (const answer of ["", " \n", "I could not read the files.", "RESULT: PASS", "- [ ] to do", "null", "[1, 2]"])
    expect(whys(answer)).toEqual(["unreadable"])
})

test("however many findings an answer has, all of them are used", () => {
  const { findings, rejected } = read(Array.from({ length: 3000 }, () => plain))
  expect([findings.length, rejected]).toEqual([3000, []])
})

test("the first hundred entries that are not findings are reported, with the number of the others", () => {
  const { findings, rejected } = read([plain, ...Array.from({ length: 1203 }, (_, at) => at)])
  expect([findings.length, rejected.length]).toEqual([1, 101])
  expect(rejected.at(-1)).toEqual({
    agent: "security-agent",
    round: "thorough",
    why: "too-many",
    text: "(1103 more)",
    count: 1103,
  })
})

test("an entry among findings that is not a finding is reported", () => {
  expect(read([plain, "and another one", { a: 1 }, [plain]]).rejected).toEqual([
    { agent: "security-agent", round: "thorough", why: "not-a-finding", text: "and another one" },
    { agent: "security-agent", round: "thorough", why: "not-a-finding", text: '{"a":1}' },
  ])
})

test("numbers follow round, agent and order, regardless of who answered first", () => {
  const from = (agent: string, round: string, count: number) =>
    readFindings(JSON.stringify(Array.from({ length: count }, () => ({ ...plain, pattern: "made-up" }))), {
      agent,
      round,
      gathered,
    })
  const intakes = [from("b", "gaps", 1), from("b", "thorough", 1), from("c", "thorough", 0), from("a", "thorough", 2)]
  const numbered = numberFindings(intakes)
  expect(numbered.map(({ findings }) => findings.map(({ id }) => id))).toEqual([["F4"], ["F3"], [], ["F1", "F2"]])
  expect(numbered.map(({ falseClaims }) => falseClaims.map(({ finding }) => finding))).toEqual([
    ["F4"],
    ["F3"],
    [],
    ["F1", "F2"],
  ])
  expect(numberFindings(intakes.slice(1)).map(({ findings }) => findings.map(({ id }) => id))).toEqual([
    ["F3"],
    [],
    ["F1", "F2"],
  ])
})

const claim = {
  file: "src/a.ts",
  line: 5,
  endLine: 6,
  category: "Security",
  severity: "major",
  isOfKind: () => true,
  patterns: [],
} as const

test.each([
  ["on its lines", { line: 5 }, {}, true],
  ["one line above", { line: 4 }, {}, false],
  ["one line above that it names", { line: 4 }, { patterns: ["eval-input"] }, false],
  ["two lines above", { line: 3 }, {}, false],
  ["one line below", { line: 7 }, {}, false],
  ["two lines below", { line: 8 }, {}, false],
  ["over several lines that reach it", { line: 1, endLine: 5 }, {}, true],
  ["in another file", { line: 5, file: "src/b.ts" }, {}, false],
  ["of another kind", { line: 5, category: "bugs" }, {}, false],
  ["that still needs a judge", { line: 5, autoValidated: false }, {}, false],
  ["that is less bad than what is said", { line: 5, severity: "minor" as const }, {}, false],
  ["of a kind by another name", { line: 5, category: "technical-debt" }, { category: "Technical Debt" }, true],
  ["somewhere in half the file", { line: 50 }, { line: 1, endLine: 400 }, false],
])("a match %s", (_, match, more, isProof) => {
  expect(provePattern({ ...claim, ...more }, [matchOf(match)]).match !== undefined).toBe(isProof)
})

test("of several matches, the claimed one counts first, then the nearest", () => {
  const matches = [matchOf({ rule: "a", line: 6 }), matchOf({ rule: "b", line: 5 }), matchOf({ rule: "c", line: 6 })]
  expect(provePattern(claim, matches).match?.rule).toBe("b")
  expect(provePattern({ ...claim, patterns: ["c"] }, matches)).toMatchObject({ match: { rule: "c" }, falseClaims: [] })
  expect(provePattern({ ...claim, patterns: ["d"] }, matches)).toMatchObject({
    match: { rule: "b" },
    falseClaims: ["d"],
  })
})

test("a true claim that proves nothing is not a false one", () => {
  const doubtful = matchOf({ line: 5, autoValidated: false })
  expect(provePattern({ ...claim, patterns: ["eval-input"] }, [doubtful])).toEqual({ falseClaims: [] })
})

test("a match on the line above proves nothing about a line with its own match", () => {
  const above = matchOf({ rule: "todo", line: 4 })
  const own = matchOf({ rule: "debug-output", line: 5, autoValidated: false })
  expect(provePattern({ ...claim, endLine: 5 }, [above, own]).match).toBeUndefined()
  expect(provePattern({ ...claim, endLine: 5, patterns: ["debug-output"] }, [above, own])).toEqual({ falseClaims: [] })
})

test("a pattern proves a claim of its own kind of issue only", () => {
  const password = matchOf({ line: 5, title: "Hard-coded password", description: "A password is in the code." })
  const said = (title: string) => openKindTest({ title, description: "", evidence: "" })
  expect(provePattern({ ...claim, isOfKind: said("SQL injection through the id") }, [password]).match).toBeUndefined()
  expect(provePattern({ ...claim, isOfKind: said("Hard-coded password") }, [password]).match?.line).toBe(5)
})
