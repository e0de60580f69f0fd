import fc from "fast-check"
import { expect, test } from "vitest"
import { compareSeverity, severities } from "../../../finding/severity.ts"
import type { ReviewFinding } from "../review-finding.ts"
import { listClaimants } from "./join-findings.ts"
import { mergeFindings } from "./aggregate.ts"

/** Each two in a row are about one subject, the last two are not. No two subjects are about related kinds of defect. */
const titles = [
  "SQL injection: the id is concatenated into the query",
  "Query is built from user input without parameters, which allows SQL injection",
  "Missing await on save",
  "The promise returned by save is not awaited",
  "Typo in the name of the handler",
  "Password is written to the log in plain text",
]

const claim = fc.record({
  title: fc.constantFrom(...titles),
  description: fc.constantFrom("", "It fails under load.", "Anyone can read other people's orders."),
  file: fc.constantFrom("a.ts", "b.ts"),
  line: fc.integer({ min: 1, max: 12 }),
  length: fc.integer({ min: 0, max: 4 }),
  severity: fc.constantFrom(...severities),
  agent: fc.constantFrom("one", "two", "three", "four"),
  evidence: fc.constantFrom("", "const row = query(id)", "save(order)"),
})

const claims = fc
  .array(claim, { maxLength: 25 })
  .map((all) => all.map((one, at): ReviewFinding => findingOf(one, `f${at}`)))

test("every claim is in exactly one finding, which keeps its text, its lines, its agent and at least its severity", () => {
  fc.assert(
    fc.property(claims, (given) => {
      const { findings, merges } = mergeFindings(given)
      const membersOf = new Map(merges.map(({ id, from }) => [id, from]))
      const ids = findings.flatMap(({ id }) => membersOf.get(id) ?? [id])
      expect(ids.toSorted()).toEqual(given.map(({ id }) => id).toSorted())
      for (const finding of findings) {
        for (const id of membersOf.get(finding.id) ?? [finding.id]) {
          const before = given.find((one) => one.id === id)
          if (before === undefined) throw new Error("a finding that was not given")
          expect(compareSeverity(finding.severity, before.severity)).toBeLessThanOrEqual(0)
          expect(listClaimants(finding)).toEqual(expect.arrayContaining([...listClaimants(before)]))
          const placesOf = finding.saidBy
            .filter((said) => said.title === before.title && said.description === before.description)
            .map(({ lines }) => lines ?? [finding.line, finding.endLine])
          expect(placesOf).toContainEqual([before.line, before.endLine])
          expect(finding.saidBy).toContainEqual(expect.objectContaining(before.saidBy[0]))
        }
      }
    }),
  )
})

test("findings of different files, or far apart in one file, are never merged", () => {
  fc.assert(
    fc.property(claims, (given) => {
      const placeOf = new Map(given.map((one) => [one.id, one]))
      for (const { from } of mergeFindings(given).merges) {
        const members = from.flatMap((id) => placeOf.get(id) ?? []).toSorted((a, b) => a.line - b.line)
        expect(new Set(members.map(({ file }) => file)).size).toBe(1)
        for (const [at, { line }] of members.entries()) {
          const before = members.slice(0, at).map(({ endLine }) => endLine)
          if (at > 0) expect(line - Math.max(...before)).toBeLessThanOrEqual(6)
        }
      }
    }),
  )
})

test("findings that only share their line are never merged", () => {
  const subjectOf = (title: string) => (Math.min(titles.indexOf(title), 4) === 4 ? title : titles.indexOf(title) >> 1)
  fc.assert(
    fc.property(claims, (given) => {
      const atOneLine = given.map((one) => ({ ...one, description: "", file: "a.ts", line: 1, endLine: 1 }))
      const titleOf = new Map(given.map(({ id, title }) => [id, title]))
      for (const { from } of mergeFindings(atOneLine).merges)
        expect(new Set(from.map((id) => subjectOf(titleOf.get(id) ?? ""))).size).toBe(1)
    }),
  )
})

function findingOf(
  { title, description, length, agent, ...rest }: typeof claim extends fc.Arbitrary<infer One> ? One : never,
  id: string,
): ReviewFinding {
  return {
    ...rest,
    id,
    rule: agent,
    title,
    description,
    endLine: rest.line + length,
    category: "bugs",
    confidence: "high",
    extras: {},
    saidBy: [{ agent, round: "thorough", title, description, severity: rest.severity }],
    related: [],
    fingerprint: "",
  }
}
