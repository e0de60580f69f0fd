import { expect, test } from "vitest"
import { absolute, isBelow } from "./paths.ts"

test.each([
  ["/a/b", "/a/b", true],
  ["/a/b", "/a/b/c", true],
  ["/a/b", "/a/bc", false],
  ["/a/b", "/a", false],
  ["/", "/a", true],
])("below %s is %s: %s", (folder, file, expected) => {
  expect(isBelow(folder, file)).toBe(expected)
})

test("a directory that is not named from the root does not count", () => {
  expect([absolute("/x"), absolute("x"), absolute("./x"), absolute(""), absolute(undefined)]).toEqual([
    "/x",
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
