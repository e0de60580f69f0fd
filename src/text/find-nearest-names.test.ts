import { expect, test } from "vitest"
import { findNearestNames } from "./find-nearest-names.ts"

const names = ["deploy", "deploy-web", "list", "lint", "plug:deploy", "release-notes", "refund"]

test.each([
  ["deplyo", ["deploy", "plug:deploy"]],
  ["lst", ["list", "lint"]],
  ["DEPLOY", ["deploy", "plug:deploy", "deploy-web"]],
  ["notes", []],
  ["zzz", []],
])("for %s it offers %j", (wanted, near) => {
  expect(findNearestNames(wanted, names)).toEqual(near)
})
