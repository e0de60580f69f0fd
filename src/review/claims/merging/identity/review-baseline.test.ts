import { expect, test } from "vitest"
import type { ReviewFinding } from "../../review-finding.ts"
import { readReviewBaseline, renderReviewBaseline, applyReviewBaseline, makeReviewBaseline } from "./review-baseline.ts"

const text = `function find(id) {
  const rows = db.query("SELECT a " + id)
  return rows
}

function all(id) {
  const rows = db.query("SELECT b " + id)
  const more = db.query("SELECT c " + id)
  return rows
}
`
const wontFix = { status: "wont-fix", reason: "internal tool" } as const
const injection = findingAt(2)
const baseline = makeReviewBaseline([injection], wontFix, () => text)

test("a stored finding is recognised after twenty inserted lines, a renamed variable and other words", () => {
  const later = `${"// more\n".repeat(20)}${text.replaceAll("id", "orderId")}`
  const again = { ...findingAt(22), title: "Query is not parameterised", category: "bugs" }
  expect(apply([again], later)).toEqual({ left: [], remembered: [["same", "internal tool"]], gone: [] })
})

test("changed code is reported again, and the old entry is removed", () => {
  const later = text.replace('db.query("SELECT a " + id)', 'db.query("SELECT a " + clean(id))')
  expect(apply([injection], later)).toEqual({ left: ["SQL injection"], remembered: [], gone: ["SQL injection"] })
})

test("another problem at the same line is not covered", () => {
  const other = { ...injection, title: "Unpaginated result set", saidBy: [] }
  expect(apply([other], text)).toEqual({ left: ["Unpaginated result set"], remembered: [], gone: ["SQL injection"] })
  const odd = makeReviewBaseline([{ ...injection, title: "Odd colour", saidBy: [] }], wontFix, () => text)
  const strange = { ...injection, title: "Strange shape", saidBy: [] }
  expect(applyReviewBaseline([strange], odd, () => text).findings).toEqual([strange])
})

test("a finding in a renamed function or file has moved", () => {
  const moved = { left: [], remembered: [["moved", "internal tool"]], gone: [] }
  expect(apply([injection], text.replace("find(", "findOne("))).toEqual(moved)
  expect(apply([{ ...injection, file: "src/b.js" }], text)).toEqual(moved)
})

test("an entry covers one finding: a copy of the code is new", () => {
  const copy = { ...injection, file: "src/copy.js" }
  const { findings, remembered } = applyReviewBaseline([copy, injection], baseline, () => text)
  expect(findings).toEqual([copy])
  expect(remembered.map(({ finding, match }) => ({ finding, match }))).toEqual([{ finding: injection, match: "same" }])
})

test("a false positive covers the same cause elsewhere: the same rule, code and data flow", () => {
  const step = {
    role: "input",
    file: "src/a.js",
    line: 1,
    column: 1,
    endLine: 1,
    endColumn: 3,
    text: "find(id)",
  } as const
  const own = { ...injection, isOwn: true, rule: "sql-built", steps: [step] }
  const decided = makeReviewBaseline([own], { status: "false-positive", reason: "ids are numbers" }, () => text)
  const stored = readReviewBaseline(renderReviewBaseline(decided)).baseline
  expect(stored).toEqual(decided)
  const copy = { ...own, file: "src/copy.js" }
  const others = [
    { ...copy, file: "src/rule.js", rule: "another" },
    { ...copy, file: "src/line.js", line: 7, endLine: 7 },
    { ...copy, file: "src/flow.js", steps: [{ ...step, text: "all(id)" }] },
    { ...copy, file: "src/claim.js", isOwn: undefined },
  ]
  const { findings, remembered } = applyReviewBaseline([own, copy, ...others], stored, () => text)
  expect(findings.map(({ file }) => file)).toEqual(["src/rule.js", "src/line.js", "src/flow.js", "src/claim.js"])
  expect(remembered.map(({ finding, match, entry }) => [finding.file, match, entry.reason])).toEqual([
    [own.file, "same", "ids are numbers"],
    ["src/copy.js", "cause", "ids are numbers"],
  ])
  expect(makeReviewBaseline([own], wontFix, () => text).findings[0]).not.toHaveProperty("cause")
})

test("of two lines with the same shape, fixing the stored one does not hide the other", () => {
  const first = makeReviewBaseline([findingAt(7)], wontFix, () => text)
  const mended = text.replace('db.query("SELECT b " + id)', 'db.query("SELECT b", [id])')
  const { findings, gone } = applyReviewBaseline([findingAt(8)], first, () => mended)
  expect(findings).toHaveLength(1)
  expect(gone).toEqual(first.findings)
})

test("a baseline is sorted, reads back as written, and contains no secret from a title", () => {
  const secret = { ...findingAt(7), title: "Key sk-live-0123456789abcdef0123 in code" }
  const made = makeReviewBaseline([secret, injection, injection], { status: "accepted", reason: "later" }, () => text)
  expect(made.findings.map(({ title, within, status }) => [title, within, status])).toEqual([
    ["Key sk-l… in code", "all", "accepted"],
    ["SQL injection", "find", "accepted"],
  ])
  expect(readReviewBaseline(renderReviewBaseline(made))).toEqual({ baseline: made, problems: [] })
  expect(makeReviewBaseline([injection, secret], { status: "accepted", reason: "later" }, () => text)).toEqual(made)
})

const entry = baseline.findings[0]

test.each([
  ["{", "the baseline is not JSON"],
  ["null", "the baseline has version none, but only version 1 is supported"],
  ['{"version":2,"findings":[]}', "the baseline has version 2, but only version 1 is supported"],
  ['{"version":1}', "the baseline has no list of findings"],
  [JSON.stringify({ version: 1, findings: [null] }), "entry 1 of the baseline has no fingerprint"],
  [JSON.stringify({ version: 1, findings: [{ ...entry, reason: " " }] }), "entry 1 of the baseline has no reason"],
  [
    JSON.stringify({ version: 1, findings: [{ ...entry, status: "gone" }] }),
    "entry 1 of the baseline has no status of accepted or wont-fix or false-positive",
  ],
])("%s is a problem", (damaged, message) => {
  const { baseline, problems } = readReviewBaseline(damaged)
  expect(baseline).toEqual({ version: 1, findings: [] })
  expect(problems.map(({ code, message }) => ({ code, message }))).toEqual([{ code: "review.bad-baseline", message }])
})

test("a damaged entry does not affect valid ones", () => {
  const { baseline, problems } = readReviewBaseline(JSON.stringify({ version: 1, findings: [{}, entry] }))
  expect(baseline.findings).toEqual([entry])
  expect(problems).toHaveLength(1)
})

function apply(findings: readonly ReviewFinding[], fileText: string) {
  const applied = applyReviewBaseline(findings, baseline, () => fileText)
  return {
    left: applied.findings.map(({ title }) => title),
    remembered: applied.remembered.map(({ match, entry }) => [match, entry.reason]),
    gone: applied.gone.map(({ title }) => title),
  }
}

function findingAt(line: number): ReviewFinding {
  return {
    id: "a",
    rule: "security-agent",
    title: "SQL injection",
    file: "src/a.js",
    line,
    endLine: line,
    category: "security",
    severity: "major",
    confidence: "high",
    description: "",
    evidence: "",
    extras: {},
    saidBy: [],
    related: [],
    fingerprint: "",
  }
}
