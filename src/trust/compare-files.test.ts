import { expect, test } from "vitest"
import { compareFiles, describeFileChanges } from "./compare-files.ts"

test("each file that differs is named, with how it differs", () => {
  const file = (path: string, digest: string, executable = false) => ({ path, digest, executable })
  const before = [file("a", "1"), file("b", "1"), file("c", "1"), file("same", "1")]
  const now = [file("b", "2"), file("c", "1", true), file("d", "1"), file("same", "1")]
  expect(describeFileChanges(compareFiles(before, now))).toBe("a (removed), b, c (may be executed or not), d (new)")
  expect(compareFiles(before, before)).toEqual([])
})
