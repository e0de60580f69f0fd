import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { hostsTables } from "./hosts-page.ts"

test("docs/hosts.md agrees with the profiles", () => {
  const page = fs.readFileSync(path.resolve(import.meta.dirname, "../docs/hosts.md"), "utf8")
  const [, tables = ""] = /<!-- profiles -->\n\n([\s\S]*?)\n<!-- end -->/.exec(page) ?? []
  expect(tables).toBe(hostsTables())
})
