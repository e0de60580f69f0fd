import { expect, test } from "vitest"
import { escapeUnprintable } from "./escape-unprintable.ts"

test("characters that move the cursor or change the reading direction are shown escaped", () => {
  expect(escapeUnprintable("a\u001b[31m\u202eb\u2066c\u2069 שלום é 🙂\n")).toBe(
    "a\\u001b[31m\\u202eb\\u2066c\\u2069 שלום é 🙂\n",
  )
})
