import { expect, test } from "vitest"
import { findingOf } from "../../../test/review-intake/small-review.ts"
import { applyVerdicts } from "./apply-verdicts.ts"
import { findQuote } from "./checking/find-quote.ts"
import { openReviewedCode } from "./checking/reviewed-code.ts"
import { aggregateFindings } from "./merging/aggregate.ts"
import { readVerdicts } from "./reading/read-verdicts.ts"
import { UNJUDGED } from "./read-matches.ts"
import type { ReviewFinding } from "./review-finding.ts"

const asked = ["F1", "F2", "F3"].map((id) => findingOf({ id }))
const none = () => undefined

test("verdicts are applied; unjudged findings stay, and proven ones are not up to a judge", () => {
  const proven = findingOf({ id: "F4", proof: { pattern: "a", line: 1 }, verdict: "valid", reason: "matched" })
  const answer =
    '[{"id":"F1","verdict":"invalid","reason":"no"},{"id":"F2","verdict":"downgrade","new_severity":"minor","reason":"rare"},{"id":"F4","verdict":"invalid","reason":"no"}]'
  const read = readVerdicts(answer, [...asked, proven])
  const { findings, invalid } = applyVerdicts([...asked, proven], { ...read, findQuote: none })
  expect(findings.map(({ id, verdict, severity, reason }) => [id, verdict, severity, reason])).toEqual([
    ["F2", "downgraded", "minor", "rare"],
    ["F3", undefined, "major", "not judged: the judge gave no verdict on it"],
    ["F4", "valid", "major", "matched"],
  ])
  expect(invalid.map(({ id, verdict, reason }) => [id, verdict, reason])).toEqual([["F1", "invalid", "no"]])
})

const TEXT = [
  "function show(req, res) {",
  "  const name = String(req.query.name)",
  "  if (!ALLOWED.includes(name)) return res.sendStatus(400)",
  ...Array.from({ length: 20 }, (_, at) => `  step(${at})`),
  "  return eval(table[name])",
  "}",
].join("\n")
const own = findingOf({
  id: "F1",
  file: "a.js",
  line: 24,
  endLine: 24,
  severity: "critical",
  isOwn: true,
  rule: "eval-of-input",
  verdict: "valid",
  reason: UNJUDGED,
})
const file = { path: "a.js", text: TEXT, language: "javascript", isPriority: false, isTest: false, isGenerated: false }
const code = openReviewedCode({ files: [file], root: "/" })

function judge(entry: object, findings: readonly ReviewFinding[] = [own]) {
  const read = readVerdicts(JSON.stringify([{ id: "F1", ...entry }]), findings)
  return applyVerdicts(findings, { ...read, findQuote: (verdict, finding) => findQuote(verdict, finding, code) })
}

test.each([
  ["a field", { quote: "return  eval( table[name] )".replace("( ", "(").replace(" )", ")"), reason: "no" }, 24],
  ["its reason", { reason: "`eval(table[name])` reads a fixed table" }, 24],
  ["a line that it names", { quote: "if (!ALLOWED.includes(name)) return", line: 3, reason: "a list guards it" }, 3],
])("one of our findings is lowered, not removed, if a judge quotes the code in %s", (_, said, line) => {
  const { findings, invalid } = judge({ verdict: "invalid", ...said })
  expect(invalid).toEqual([])
  const { reason } = said
  expect(findings).toEqual([
    { ...own, verdict: "downgraded", reason, lowered: { reason, quoted: { file: "a.js", line } } },
  ])
  expect(aggregateFindings(findings, () => TEXT).findings).toMatchObject([
    { severity: "critical", persona: "pedantic", title: own.title },
  ])
})

const kept = "kept: a judge called it invalid, but quoted no code that is there: "

test.each([
  ["without a quote", { verdict: "invalid", reason: "false alarm" }, `${kept}false alarm`],
  ["with a quote that is not there", { verdict: "invalid", quote: "escape(name)", reason: "x" }, `${kept}x`],
  ["with a bracket", { verdict: "invalid", quote: "}", reason: "x" }, `${kept}x`],
  [
    "with code of another place",
    { verdict: "invalid", quote: "if (!ALLOWED.includes(name))", reason: "x" },
    `${kept}x`,
  ],
  [
    "with another line",
    { verdict: "invalid", quote: "if (!ALLOWED.includes(name))", line: 12, reason: "x" },
    `${kept}x`,
  ],
  ["as valid", { verdict: "valid", reason: "line 24" }, "line 24"],
  [
    "as a suggestion",
    { verdict: "downgrade", new_severity: "suggestion", quote: "return eval(table[name])", reason: "x" },
    "kept: a judge would lower it to suggestion: x",
  ],
])("one of our findings that is judged %s stays as it is", (_, said, reason) => {
  expect(judge(said).findings).toEqual([{ ...own, verdict: "valid", reason }])
})

test("without a verdict one of our findings says that nobody judged it", () => {
  const reason = "a rule matched; the judge gave no verdict on it"
  expect(judge({ id: "F7", verdict: "invalid" }).findings).toEqual([{ ...own, verdict: undefined, reason }])
})

test("what another reviewer reports too and no judge refutes is not lowered", () => {
  const { title, description } = own
  const { file, line, endLine } = own
  const claim = findingOf({ id: "F2", file, line, endLine, title, description, severity: "major" })
  const answer = [
    { id: "F1", verdict: "invalid", quote: "return eval(table[name])", reason: "fixed" },
    { id: "F2", verdict: "valid", reason: "name is free" },
  ]
  const read = readVerdicts(JSON.stringify(answer), [own, claim])
  const judged = applyVerdicts([own, claim], { ...read, findQuote: (...of) => findQuote(...of, code) })
  const { findings } = aggregateFindings(judged.findings, () => TEXT)
  expect(findings).toMatchObject([
    {
      id: "F1",
      severity: "critical",
      verdict: "valid",
      reason: "name is free; a judge called what a rule found here invalid: fixed",
    },
  ])
  expect(findings[0]).toMatchObject({ lowered: undefined, persona: undefined })
})
