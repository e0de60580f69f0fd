import { expect, test } from "vitest"
import type { Capability, Trust } from "../skill/trust.ts"
import {
  allows,
  approvalError,
  isApprovable,
  isUntrusted,
  canBeApproved,
  NO_GRANTS,
  decideTrust,
  type FoundApproval,
} from "./trust-state.ts"

const grants = { network: true, write: false, env: ["TOKEN"] }

test("an approval counts only for the bytes that were approved, and its grants go with it", () => {
  const decide = (approval: FoundApproval | undefined) =>
    decideTrust({ source: { trust: "remote" }, isFile: true, approval, isByAuthor: false })
  expect(decide(undefined)).toEqual({ trust: "remote", approval: "none", grants: NO_GRANTS })
  const found = { grants, isSameText: true }
  expect(decide({ ...found, state: "valid" })).toEqual({ trust: "shared", approval: "valid", grants })
  const other = { trust: "remote", approval: "changed", grants: NO_GRANTS }
  for (const state of ["changed", "gone", "pinned", undefined] as const)
    expect(decide({ ...found, state })).toEqual(other)
  expect(decide({ grants, isSameText: false, state: "valid" })).toEqual(other)
})

test("without an approval nothing is granted: no network, no writing, no variable", () => {
  expect(NO_GRANTS).toEqual({ network: false, write: false, env: [] })
})

test("only files that others put there need an approval; a server's trust is set by name", () => {
  expect(canBeApproved({ trust: "remote" }, true)).toBe(true)
  expect(canBeApproved({ trust: "remote" }, false)).toBe(false)
  expect(canBeApproved({ trust: "own" }, true)).toBe(false)
  expect(canBeApproved({ trust: "remote-shell" }, false)).toBe(false)
  const approval = { grants, isSameText: true, state: "valid" } as const
  const notNeeded = { approval: "not-needed", grants: NO_GRANTS }
  expect(decideTrust({ source: { trust: "own" }, isFile: true, approval, isByAuthor: false })).toEqual({
    trust: "own",
    ...notNeeded,
  })
  expect(decideTrust({ source: { trust: "remote" }, isFile: false, approval, isByAuthor: true })).toEqual({
    trust: "remote",
    ...notNeeded,
  })
})

const capabilities: readonly Capability[] = ["paths-of-ours", "tool-grants", "inline-shell", "hooks"]

test.each<readonly [Trust, readonly boolean[]]>([
  ["policy", [true, true, true, true]],
  ["own", [true, true, true, true]],
  ["shared", [true, true, true, true]],
  ["remote", [false, false, false, false]],
  ["remote-vars", [true, false, false, false]],
  ["remote-shell", [true, false, true, false]],
])("%s may use what the table says", (trust, expected) => {
  expect(capabilities.map((capability) => allows(trust, capability))).toEqual(expected)
})

test.each([
  [
    approvalError("not-needed", "pdf", "user"),
    [
      "trust.not-needed",
      "no",
      'pdf needs no approval: its source has trust "user"',
      "skillet render pdf shows it as it is",
    ],
  ],
  [
    approvalError("refused", "SKILL.md"),
    [
      "trust.refused",
      "no",
      "SKILL.md is refused and cannot be approved",
      "skillet lint SKILL.md says what is wrong with it",
    ],
  ],
  [
    approvalError("changed", "SKILL.md"),
    [
      "trust.changed",
      "later",
      "SKILL.md changed while it was read, or is not plain UTF-8",
      "look at the file, then run skillet trust add again",
    ],
  ],
])(
  "a refused approval gives the reason and the next step, and only a changed file is worth another attempt: %s",
  (error, said) => {
    expect([error.code, error.retry, error.message, error.next]).toEqual(said)
  },
)

test("an approval changes only the trust of what others put there", () => {
  expect(
    (["not-needed", "none", "valid", "changed"] as const).filter((approval) => isApprovable({ approval })),
  ).toEqual(["none", "valid", "changed"])
  expect(isUntrusted("remote")).toBe(true)
  expect(isUntrusted("shared")).toBe(false)
})

test("what a person wrote needs no approval, has no grants, and an approval of its bytes comes first", () => {
  const decide = (approval: FoundApproval | undefined, trust: Trust = "remote") =>
    decideTrust({ source: { trust }, isFile: true, approval, isByAuthor: true })
  expect(decide(undefined)).toEqual({ trust: "shared", approval: "author", grants: NO_GRANTS })
  expect(decide({ grants, isSameText: true, state: "changed" }).approval).toBe("author")
  expect(decide({ grants, isSameText: true, state: "valid" })).toEqual({ trust: "shared", approval: "valid", grants })
  expect(decide(undefined, "remote-shell").trust).toBe("remote-shell")
})
