import { expect, test } from "vitest"
import { type CommitNames, readRange, resolveChange } from "./read-range.ts"

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
  ["..", { kind: "not-a-range", text: ".." }],
  ["...", { kind: "not-a-range", text: "..." }],
  [" ", { kind: "not-a-range", text: " " }],
])("%j is read", (diff, expected) => {
  expect(readRange(diff)).toEqual(expected)
})

const commits: CommitNames = {
  id: async (name) => ({ HEAD: "h1", main: "m1", topic: "t1" })[name],
  fork: async (base, end) => (base === "m1" && end === "t1" ? "f1" : undefined),
  isShallow: async () => false,
}

test.each([
  ["staged changes", undefined, { kind: "staged", base: "h1" }],
  ["the working tree", "main", { kind: "work-tree", base: "m1" }],
  ["two commits", "main..topic", { kind: "commits", base: "m1", end: "t1" }],
  ["what a branch did since it left", "main...topic", { kind: "commits", base: "f1", end: "t1" }],
])("%s: every commit is named by its id", async (_, diff, expected) => {
  expect(await resolveChange(readRange(diff), commits)).toEqual(expected)
})

test("before the first commit, staged changes have no base", async () => {
  const none: CommitNames = { id: async () => undefined, fork: async () => undefined, isShallow: async () => false }
  expect(await resolveChange(readRange(undefined), none)).toEqual({ kind: "staged", base: undefined })
})

test.each([
  ["other", '"other" is not a commit of this repository.'],
  ["main..other", '"other" is not a commit of this repository.'],
  ["topic...main", '"t1...m1" is not a commit of this repository.'],
  ["-x", '"-x" is not a commit of this repository.'],
])("%s names no change, and the message says which name is unknown", async (diff, message) => {
  await expect(resolveChange(readRange(diff), commits)).rejects.toThrow(message)
})

test("in a shallow clone the message says how to get the commits that are missing", async () => {
  const none: CommitNames = { id: async () => undefined, fork: async () => undefined, isShallow: async () => true }
  await expect(resolveChange(readRange("main"), none)).rejects.toMatchObject({
    code: "review.no-commit",
    next: "this is a shallow clone: get the missing commits with git fetch --unshallow, and fetch the branch",
  })
})
