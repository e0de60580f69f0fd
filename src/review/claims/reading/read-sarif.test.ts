import { expect, test } from "vitest"
import { readSarif } from "./read-sarif.ts"
import { readFindings } from "../read-findings.ts"

const gathered = {
  kind: "code" as const,
  files: [
    {
      path: "src/a.js",
      language: "javascript",
      text: "let a = 1\neval(a)\n",
      isPriority: false,
      isTest: false,
      isGenerated: false,
    },
  ],
  matches: [],
  falsePositiveRules: [],
}

function log(results: readonly object[], rules: readonly object[] = []): string {
  return JSON.stringify({ version: "2.1.0", runs: [{ tool: { driver: { name: "Sem Grep", rules } }, results }] })
}

function at(uri: string, more: object = {}, startLine = 2) {
  const physicalLocation = { artifactLocation: { uri }, region: { startLine } }
  return { ruleId: "no-eval", message: { text: "eval runs code" }, locations: [{ physicalLocation }], ...more }
}

function claims(text: string) {
  const read = readSarif(text, "/project")
  if (read.kind === "refused") throw new Error(read.why)
  return read.said.flatMap(({ agent, answers }) =>
    answers.map((answer) => readFindings(answer, { agent, round: "sarif", gathered })),
  )
}

test("a result is a claim about the code, with its severity, its rule and its weakness", () => {
  const rule = {
    id: "no-eval",
    shortDescription: { text: "No eval" },
    properties: { "security-severity": "9.1", tags: ["security", "external/cwe/cwe-095"] },
  }
  const [intake] = claims(log([at("src/a.js")], [rule]))
  expect(intake?.rejected).toEqual([])
  expect(intake?.findings).toMatchObject([
    {
      file: "src/a.js",
      line: 2,
      title: "No eval",
      severity: "critical",
      category: "Security",
      description: "eval runs code",
      evidence: "eval(a)",
      extras: { rule_id: "no-eval", cwe: "CWE-95" },
      saidBy: [{ agent: "sarif/sem-grep" }],
    },
  ])
})

test.each([
  ["Call to exec. Use a list instead.", "Call to exec (no-eval)"],
  ["'x' is not defined.", "'x' is not defined (no-eval)"],
  ["Two lines\nof text", "Two lines (no-eval)"],
  ["", "no-eval"],
  [`${"long ".repeat(100)}`, "no-eval"],
])("a result of a rule without a description is titled by its message: %j", (text, title) => {
  const [intake] = claims(log([at("src/a.js", { message: { text } })]))
  expect(intake?.findings.map((one) => one.title)).toEqual([title])
})

test.each([
  [{ level: "error" }, "major"],
  [{ level: "warning" }, "minor"],
  [{ level: "note" }, "suggestion"],
  [{}, "minor"],
  [{ level: "toString" }, "minor"],
  [{ level: "note", properties: { "security-severity": 7 } }, "major"],
  [{ level: "error", properties: { "security-severity": "nothing" } }, "major"],
])("%j is %s", (more, severity) => {
  expect(claims(log([at("src/a.js", more)]))[0]?.findings.map((one) => one.severity)).toEqual([severity])
})

test.each([
  "../src/a.js",
  "/etc/src/a.js",
  "file:///elsewhere/src/a.js",
  "file://other/project/src/a.js",
  "file:src/a.js",
  "https://x.example/src/a.js",
  "%2e%2e/src/a.js",
  "src/b.js",
  "",
])("the location %j is refused and reported", (uri) => {
  const [intake] = claims(log([at(uri)]))
  expect(intake?.findings).toEqual([])
  expect(intake?.rejected).toHaveLength(1)
})

test("locations are read relative to the root, as URIs and by their index", () => {
  const indexed = at("")
  const text = log([at("file:///project/src/a.js"), at("/project/src/a.js"), at("./src/a.js"), indexed])
  expect(claims(text)[0]?.findings.map(({ file }) => file)).toEqual(["src/a.js", "src/a.js", "src/a.js"])
})

test("suppressions that are not accepted suppress nothing, and results that are gone are left out", () => {
  const rejected = at("src/a.js", { suppressions: [{ kind: "external", status: "rejected" }] }, 1)
  const open = at("src/a.js", { suppressions: [{ kind: "inSource" }, { kind: "external", status: "underReview" }] }, 2)
  const accepted = at("src/a.js", { suppressions: [{ kind: "external", status: "accepted" }] }, 1)
  const gone = at("src/a.js", { baselineState: "absent" }, 1)
  const text = log([rejected, open, accepted, gone])
  expect(claims(text)[0]?.findings.map(({ line }) => line)).toEqual([1, 2])
  expect(readSarif(text, "/project")).toMatchObject({ notes: ["sarif/sem-grep: 1 result suppressed in its own log"] })
})

test("a program whose log says that it did not finish has failed", () => {
  const text = log([at("src/a.js")])
  expect(readSarif(text, "/project")).toMatchObject({ failed: [] })
  const { runs } = JSON.parse(text)
  const unfinished = { ...runs[0], invocations: [{ executionSuccessful: false }] }
  expect(readSarif(JSON.stringify({ runs: [unfinished] }), "/project")).toMatchObject({
    failed: [{ name: "sarif/sem-grep", why: "its log says that the run did not finish" }],
  })
})

test("a line that does not exist is refused", () => {
  expect(claims(log([at("src/a.js", {}, 99)]))[0]?.rejected.map(({ why }) => why)).toEqual(["no-such-line"])
})

test("thousands of results are all read; those the program suppressed are counted", () => {
  const many = Array.from({ length: 1500 }, () => at("src/a.js"))
  const text = log([
    ...many,
    at("src/a.js", { suppressions: [{ kind: "inSource" }] }),
    at("src/a.js", { kind: "pass" }),
  ])
  expect(claims(text).reduce((sum, { findings }) => sum + findings.length, 0)).toBe(1500)
  expect(readSarif(text, "/project")).toMatchObject({ notes: ["sarif/sem-grep: 1 result suppressed in its own log"] })
})

test.each(["[]", "null", '{"runs":{}}'])("%s is not a SARIF log", (text) => {
  expect(readSarif(text, "/project")).toEqual({ kind: "refused", why: "it is not a SARIF log: it has no runs" })
})

test.each(["", "{", "[".repeat(200_000)])("text %# is not even JSON", (text) => {
  expect(readSarif(text, "/project")).toEqual({ kind: "refused", why: "it is not a SARIF log: it is not JSON" })
})

test.each([
  '{"runs":[null,1,{"results":[null,{"locations":[null]},{"message":7,"locations":{"a":1}}]}]}',
  '{"runs":[{"__proto__":{"results":[1]},"tool":{"driver":{"name":{}}},"results":[{"ruleIndex":-1}]}]}',
])("a log with wrong values gives no finding and throws nothing", (text) => {
  expect(claims(text).flatMap(({ findings }) => findings)).toEqual([])
})

test.each(["REDACTED", "AKIA...", "ab****", "requires login"])(
  "a result whose code the program hides as %j is checked by its line alone",
  (text) => {
    const region = { startLine: 2, snippet: { text } }
    const locations = [{ physicalLocation: { artifactLocation: { uri: "src/a.js" }, region } }]
    const [intake] = claims(log([at("src/a.js", { locations })]))
    expect([intake?.findings.map(({ line }) => line), intake?.rejected]).toEqual([[2], []])
  },
)

test("a claim about a secret does not show the secret", () => {
  const text = 'const pin = "s3cr-et/val;ue"\nsign(x, abcdefgh12345678)\n'
  const files = gathered.files.map((file) => ({ ...file, text }))
  const told = [1, 2].map((line) => ({ file: "src/a.js", line, title: "A secret was detected", severity: "critical" }))
  const source = { agent: "sarif/gitleaks", round: "sarif", gathered: { ...gathered, files } }
  const { findings } = readFindings(JSON.stringify(told), source)
  expect(findings.map(({ evidence }) => evidence)).toEqual(['const pin = "s3cr…"', "sign(x, abcd…)"])
})

test.each([
  ["the root here", { uri: "file:///project/" }, "a.js", "a.js"],
  ["the root on another machine", { uri: "file:///home/runner/shop/" }, "src/a.js", "src/a.js"],
  ["a directory of the project", { uri: "file:///project/src/" }, "a.js", "src/a.js"],
  ["a directory relative to the root", { uri: "src/", uriBaseId: "TOP" }, "a.js", "src/a.js"],
  ["a directory above the project", { uri: "file:///" }, "project/src/a.js", "src/a.js"],
  ["a directory beside the project", { uri: "../beside/", uriBaseId: "TOP" }, "src/a.js", "../beside/src/a.js"],
  ["itself", { uri: "x/", uriBaseId: "BASE" }, "src/a.js", "x/x/x/x/x/x/x/x/src/a.js"],
  ["no directory", {}, "src/a.js", "src/a.js"],
])("a name is relative to its base: %s", (_, base, uri, file) => {
  const originalUriBaseIds = { TOP: { uri: "file:///project/" }, BASE: base }
  const artifactLocation = { uri, uriBaseId: "BASE" }
  const results = [{ message: { text: "x" }, locations: [{ physicalLocation: { artifactLocation } }] }]
  const read = readSarif(
    JSON.stringify({ runs: [{ tool: { driver: { name: "x" } }, originalUriBaseIds, results }] }),
    "/project",
  )
  if (read.kind === "refused") throw new Error(read.why)
  expect(read.said.map(({ answers }) => JSON.parse(answers[0] ?? "")[0].file)).toEqual([file])
})

test("a log with very many rules, files and results is read in time, and what is over the limit is not forgotten", () => {
  const many = Array.from({ length: 20_000 }, (_, at) => at)
  const rules = many.map((at) => ({ id: `r${at}` }))
  const artifacts = many.map((at) => ({ location: { uri: `src/${at}.js` } }))
  const results = [...many, 0].map((at) => ({
    ruleId: `r${19_999 - at}`,
    message: { text: "x" },
    locations: [{ physicalLocation: { artifactLocation: { index: at }, region: { startLine: 1 } } }],
  }))
  const begun = performance.now()
  const read = readSarif(
    JSON.stringify({ runs: [{ tool: { driver: { name: "x", rules } }, artifacts, results }] }),
    "/p",
  )
  expect(performance.now() - begun).toBeLessThan(10_000)
  expect(read).toMatchObject({ failed: [{ name: "sarif/x", why: "1 result over the limit not read" }] })
})
