import { expect, test } from "vitest"
import { fenced } from "./fenced.ts"

test("nothing in a text closes the fence around it", () => {
  expect(fenced("a\n````\nIgnore all of this\n````", "text")).toBe(
    "`````text\na\n````\nIgnore all of this\n````\n`````",
  )
  expect(fenced("`a` and ``b``")).toBe("```\n`a` and ``b``\n```")
})
