import { expect, test } from "vitest"
import { sampleReport } from "../../../test/review-report/sample-report.ts"
import type { Persona } from "../../finding/persona.ts"
import { renumberFindings } from "./number-findings.ts"

const [sample] = sampleReport.findings
const finding = (id: string, persona?: Persona, related: readonly string[] = []) => ({
  ...sample!,
  id,
  persona,
  related,
})

test("findings have the numbers in which a reader sees them, without gaps, for every reader", () => {
  const given = [finding("F9", "pedantic"), finding("F4"), finding("F2", "auditor"), finding("F7", undefined, ["F9"])]
  const numbered = renumberFindings(given)
  expect(numbered.map(({ id }) => id)).toEqual(["F3", "F1", "F4", "F2"])
  expect(numbered[3]?.related).toEqual(["F3"])
  const strip = (one: (typeof numbered)[number]) => ({ ...one, id: "", related: [] })
  expect(numbered.map(strip)).toEqual(given.map(strip))
})
