import { expect, test } from "vitest"
import { findingOf } from "../../../../test/review-intake/small-review.ts"
import { readVerdicts } from "./read-verdicts.ts"

const asked = ["F1", "F2", "F3"].map((id) => findingOf({ id }))

test("every requested id has a verdict or the reason why not", () => {
  const answer = `\`\`\`json
{ "validations": [
  { "id": "F1", "verdict": "VALID", "reason": "line 3 does it" },
  { "id": "f2", "verdict": "Downgrade", "new_severity": "Minor", "reason": "rare" },
  { "id": "F9", "verdict": "INVALID", "reason": "nobody asked" }
] }
\`\`\``
  expect(readVerdicts(answer, asked)).toEqual({
    verdicts: [
      { id: "F1", verdict: "valid", reason: "line 3 does it" },
      { id: "F2", verdict: "downgrade", severity: "minor", reason: "rare" },
    ],
    notJudged: [{ id: "F3", reason: "not judged: the judge gave no verdict on it" }],
    unknown: ["F9"],
    unreadable: [],
  })
})

test.each([
  ['[{"id": "F1", "verdict": "invalid"}]', { id: "F1", verdict: "invalid", reason: "no reason was given" }],
  ["- id: F1\n  verdict: VALID\n  reason: so\n", { id: "F1", verdict: "valid", reason: "so" }],
  [
    '[{"id": "F1", "verdict": "valid"}, {"id": "F1", "verdict": "valid"}]',
    { id: "F1", verdict: "valid", reason: "no reason was given" },
  ],
  [
    '[{"id": "[F1]", "verdict": "downgraded", "severity": "suggestion", "reason": "x"}]',
    { id: "F1", verdict: "downgrade", severity: "suggestion", reason: "x" },
  ],
  [
    '[{"id": "F1", "verdict": "invalid", "reason": "x", "quote": "if (a) return", "line": "12"}]',
    { id: "F1", verdict: "invalid", reason: "x", quote: "if (a) return", line: 12 },
  ],
])("%s is a verdict", (answer, verdict) => {
  expect(readVerdicts(answer, asked.slice(0, 1)).verdicts).toEqual([verdict])
})

test.each([
  [
    '[{"id": "F1", "verdict": "valid"}, {"id": "F1", "verdict": "invalid"}]',
    "not judged: the judge contradicted itself",
  ],
  [
    '[{"id": "F1", "verdict": "downgrade", "new_severity": "minor"}, {"id": "F1", "verdict": "downgrade", "new_severity": "suggestion"}]',
    "not judged: the judge contradicted itself",
  ],
  [
    '[{"id": "F1", "verdict": "downgrade", "new_severity": "major"}]',
    "not judged: a downgrade from major to major does not lower the severity",
  ],
  [
    '[{"id": "F1", "verdict": "downgrade", "new_severity": "critical"}]',
    "not judged: a downgrade from major to critical does not lower the severity",
  ],
  [
    '[{"id": "F1", "verdict": "downgrade"}]',
    "not judged: a downgrade from major to an unknown severity does not lower the severity",
  ],
  ['[{"id": "F1", "verdict": "valid | invalid"}]', 'not judged: the verdict "valid | invalid" is not recognized'],
  ["RESULT: PASS\nAll findings are invalid.", "not judged: the judge gave no verdict on it"],
  ["", "not judged: the judge gave no verdict on it"],
])("%s judges nothing", (answer, reason) => {
  expect(readVerdicts(answer, asked.slice(0, 1))).toMatchObject({ verdicts: [], notJudged: [{ id: "F1", reason }] })
})
