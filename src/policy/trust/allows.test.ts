import { expect, test } from "vitest"
import type { Capability, Trust } from "../../skill/trust.ts"
import { allows } from "./allows.ts"

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
