import { expect, test } from "vitest"
import { folderTree } from "./folder-tree.ts"

test("files come before folders, and lines lead down to what follows", () => {
  expect(folderTree("/s", ["SKILL.md", "a/b/c.md", "a/d.md", "e/f.md"])).toBe(
    [
      "Showing up to 200 items (files + folders).",
      "",
      "/s/",
      "├───SKILL.md",
      "├───a/",
      "│   ├───d.md",
      "│   └───b/",
      "│       └───c.md",
      "└───e/",
      "    └───f.md",
    ].join("\n"),
  )
})

test("what is beyond the limit is marked and said", () => {
  const tree = folderTree(
    "/s",
    Array.from({ length: 201 }, (_, at) => `f${at}`),
  )
  expect(tree.split("\n").slice(-2)).toEqual(["├───f199", "└───..."])
  expect(tree).toContain("the display limit (200 items) was reached")
})
