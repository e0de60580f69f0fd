import { expect, test } from "vitest"
import { readRange } from "./read-range.ts"

test.each([
  [undefined, { kind: "staged" }],
  ["main", { kind: "work-tree", base: "main" }],
  ["v1.0", { kind: "work-tree", base: "v1.0" }],
  ["main..topic", { kind: "commits", base: "main", end: "topic", sinceFork: false }],
  ["main...v1.0", { kind: "commits", base: "main", end: "v1.0", sinceFork: true }],
  ["main..", { kind: "commits", base: "main", end: "HEAD", sinceFork: false }],
  ["..topic", { kind: "commits", base: "HEAD", end: "topic", sinceFork: false }],
  ["-x", { kind: "not-a-range", text: "-x" }],
  ["main..--output=x", { kind: "not-a-range", text: "main..--output=x" }],
  [" ", { kind: "not-a-range", text: " " }],
])("%j is read", (diff, expected) => {
  expect(readRange(diff)).toEqual(expected)
})
