import { expect, test } from "vitest"
import { printable } from "./printable.ts"

test("what moves a cursor or turns the reading direction is shown instead of done", () => {
  expect(printable("a\u001b[31m\u202eb\u2066c\u2069 שלום é 🙂\n")).toBe(
    "a\\u001b[31m\\u202eb\\u2066c\\u2069 שלום é 🙂\n",
  )
})
