import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { OFFLINE_LIMITS } from "../src/review/report/offline-limits.ts"
import { languagesTable } from "./review-page.ts"

const file = path.resolve(import.meta.dirname, "../docs/review.md")

test("docs/review.md lists the rules that each language has; -u writes the table again", async () => {
  const page = fs.readFileSync(file, "utf8")
  const marked = /(<!-- languages -->\n\n)[\s\S]*?(\n\n<!-- end -->)/
  expect(page).toMatch(marked)
  await expect(page.replace(marked, (_, start, end) => `${start}${languagesTable()}${end}`)).toMatchFileSnapshot(file)
})

test("docs/review.md and reports give the same numbers about offline reviews", () => {
  const page = fs.readFileSync(file, "utf8").replace(/\s+/g, " ")
  const numbers = OFFLINE_LIMITS.match(/\d[\d.]*(?: of \d+)?/g) ?? []
  expect(numbers.filter((number) => !page.includes(number.replace(/\.$/, "")))).toEqual([])
  expect(numbers.length).toBeGreaterThan(2)
})
