import { expect, test } from "vitest"
import { approvalRefusal } from "./approval-refusal.ts"

test.each([
  [
    approvalRefusal("not-needed", "pdf", "user"),
    [
      "trust.not-needed",
      "no",
      'pdf needs no approval: its source has trust "user"',
      "skillet render shows it as it is",
    ],
  ],
  [
    approvalRefusal("refused", "SKILL.md"),
    ["trust.refused", "no", "SKILL.md is refused and cannot be approved", "skillet lint says what is wrong with it"],
  ],
  [
    approvalRefusal("changed", "SKILL.md"),
    [
      "trust.changed",
      "later",
      "SKILL.md changed while it was read, or is not plain UTF-8",
      "look at the file, then run skillet trust add again",
    ],
  ],
])(
  "a refused approval says why and what to do next, and only a changed file is worth another try: %s",
  (error, said) => {
    expect([error.code, error.retry, error.message, error.next]).toEqual(said)
  },
)
