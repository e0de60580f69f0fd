import { expect, test } from "vitest"
import { requireAbsolute, isBelow } from "./folder-paths.ts"

test.each([
  ["/a", "/a", true],
  ["/a/", "/a", true],
  ["/a", "/a/b/c", true],
  ["/", "/a", true],
  ["/a", "/a/..b", true],
  ["/a", "/ab", false],
  ["/a/b", "/a", false],
  ["/a", "/a/../b", false],
  ["/a", "/a/b/../../c", false],
])("inside %s is %s: %s", (folder, file, is) => {
  expect(isBelow(folder, file)).toBe(is)
})

test("a variable names a directory only by an absolute path", () => {
  expect(["/a", "a", "./a", "", undefined].map(requireAbsolute)).toEqual([
    "/a",
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
