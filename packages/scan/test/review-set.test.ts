import { expect, test } from "vitest"
import {
  lookUpEvidence,
  inSamples,
  countJudgedInPackages,
  estimateLeastPrecision,
  mayProve,
} from "../src/rule-evidence.ts"
import { planScan } from "../src/plan-scan.ts"
import { treeRules } from "../src/tree-rules.ts"
import { alarmsOf, type Half, measureHalf, rates, type Score, shippedRules } from "./review-set/measure.ts"

const halves: Readonly<Record<Half, readonly Score[]>> = {
  tuned: await measureHalf("tuned"),
  "held-out": await measureHalf("held-out"),
  fresh: await measureHalf("fresh"),
}
const { facts, patterns, problems } = shippedRules()

/** What people search for. */
const knownAs: Readonly<Record<string, RegExp>> = {
  "CWE-22": /path traversal/i,
  "CWE-78": /command injection/i,
  "CWE-79": /cross-site scripting|\bXSS\b/i,
  "CWE-88": /argument injection/i,
  "CWE-89": /SQL injection/,
  "CWE-90": /LDAP injection/,
  "CWE-94": /code injection/i,
  "CWE-95": /code injection/i,
  "CWE-113": /header injection|request splitting/i,
  "CWE-117": /log injection/i,
  "CWE-208": /timing attack/i,
  "CWE-295": /certificate validation|host key/i,
  "CWE-319": /cleartext/i,
  "CWE-328": /weak hash/i,
  "CWE-330": /insecure randomness/i,
  "CWE-347": /\bJWT\b/,
  "CWE-352": /\bCSRF\b/,
  "CWE-367": /race condition/i,
  "CWE-502": /insecure deserialization/i,
  "CWE-601": /open redirect/i,
  "CWE-611": /\bXXE\b/,
  "CWE-614": /insecure cookie/i,
  "CWE-643": /XPath injection/,
  "CWE-770": /denial of service/i,
  "CWE-798": /hard-coded/i,
  "CWE-915": /mass assignment|class pollution/i,
  "CWE-918": /\bSSRF\b/,
  "CWE-942": /\bCORS\b/,
  "CWE-943": /NoSQL injection/,
  "CWE-1321": /prototype pollution/i,
  "CWE-1333": /\bReDoS\b/,
  "CWE-1336": /template injection/i,
}

test("the packs are valid, and no two rules share a name", () => {
  expect(problems).toEqual([])
  expect(facts.map(({ id }) => id).filter((id, at, all) => all.indexOf(id) !== at)).toEqual([])
  expect(facts.length).toBeGreaterThan(60)
})

test("a title contains the name by which people know the weakness", () => {
  const unnamed = facts.filter(({ cwe, title }) => !(knownAs[cwe ?? ""] ?? /./).test(title))
  expect(unnamed.map(({ id, cwe, title }) => `${id} (${cwe}): ${title}`)).toEqual([])
})

test("every rule has three bad samples and four look-alikes", () => {
  const all = Object.values(halves).flat()
  const short = facts.map(({ id }) => {
    const scores = all.filter(({ rule }) => rule === id)
    const bad = scores.reduce((sum, { found, missed }) => sum + found + missed.length, 0)
    const fine = scores.reduce((sum, { silent, falseAlarms }) => sum + silent + falseAlarms.length, 0)
    return { id, bad, fine }
  })
  expect(short.filter(({ bad, fine }) => bad < 3 || fine < 4)).toEqual([])
  expect(facts.map(({ id }) => id).filter((id) => !halves["held-out"].some(({ rule }) => rule === id))).toEqual([])
})

test("every sample refers to an existing rule", () => {
  const ids = new Set(facts.map(({ id }) => id))
  const all = Object.values(halves).flat()
  expect(all.filter(({ rule }) => !ids.has(rule))).toEqual([])
})

test("nothing bad in the tuned half is missed", () => {
  expect(halves.tuned.flatMap(({ rule, missed }) => missed.map((sample) => ({ rule, sample })))).toEqual([])
})

test("a rule whose matches count as proof is correct in 98 of 100 alarms", () => {
  const all = Object.values(halves).flat()
  const doubtful = facts
    .filter(({ autoValidated }) => autoValidated)
    .map(({ id }) => ({ id, ...rates(all.filter(({ rule }) => rule === id)) }))
    .filter(({ precision }) => precision < 0.98)
  expect(doubtful).toEqual([])
})

test("the evidence stated for a rule does not exceed its samples", () => {
  const all = Object.values(halves).flat()
  const claimed = facts
    .filter(({ autoValidated }) => autoValidated)
    .map(({ id }) => ({ id, said: inSamples[id], shown: alarmsOf(all.filter(({ rule }) => rule === id)) }))
    .filter(
      ({ said, shown }) =>
        said === undefined || said[1] > shown.right || said[0] - said[1] < shown.judged - shown.right,
    )
  expect(claimed).toEqual([])
})

test("a match is proof only if enough were correct to expect a precision of at least 0.95", () => {
  const packed = patterns.map(({ pattern }) => ({ pattern, path: "", isTrusted: true }))
  const { facts: planned } = planScan(packed, treeRules, undefined)
  const proving = [...planned.values()].filter(({ autoValidated }) => autoValidated).map(({ id }) => id)
  expect(proving.toSorted()).toEqual(["check-silenced-python", "todo-without-owner"])
  expect(
    proving.map((id) => estimateLeastPrecision(lookUpEvidence(id) ?? NONE)).filter((least) => least < 0.95),
  ).toEqual([])
})

const NONE = { judged: 0, right: 0 }

test("the measured precision of each rule is written down", async () => {
  const rows = facts.map(({ id, category, cwe, autoValidated }) => {
    const count = (half: Half) => {
      const scores = halves[half].filter(({ rule }) => rule === id)
      const sum = (of: (score: Score) => number) => scores.reduce((total, score) => total + of(score), 0)
      const found = sum((score) => score.found)
      return [
        `${found}/${found + sum(({ missed }) => missed.length)}`,
        String(sum(({ falseAlarms }) => falseAlarms.length)),
      ]
    }
    const own = Object.values(halves)
      .flat()
      .filter(({ rule }) => rule === id)
    const samples = alarmsOf(own)
    const packages = countJudgedInPackages(id)
    const all = { judged: samples.judged + packages.judged, right: samples.right + packages.right }
    const cells = [
      id,
      category,
      cwe ?? "",
      ...count("tuned"),
      ...count("held-out"),
      ...count("fresh"),
      String(samples.judged),
      packages.judged === 0 ? "" : `${packages.right}/${packages.judged}`,
      all.judged === 0 ? "" : (all.right / all.judged).toFixed(2),
      estimateLeastPrecision(all).toFixed(2),
      !autoValidated ? "no" : mayProve(id) ? "yes" : "too few judged",
    ]
    return cells.join("\t")
  })
  const head =
    "rule\tcategory\tcwe\ttuned found\ttuned false\theld-out found\theld-out false\tfresh found\tfresh false\talarms in samples\tright in packages\tprecision\tat least\tauto-validated"
  await expect([head, ...rows.sort(), ""].join("\n")).toMatchFileSnapshot("review-set/measured.tsv")
})
