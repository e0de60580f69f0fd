import fs from "node:fs"
import path from "node:path"
import { expect, test, vi } from "vitest"
import { skipTest } from "./needs.ts"

const skipped = (note?: string): never => {
  throw new Error(`skipped: ${note}`)
}

test.each([
  ["false", true, "skipped: there is no sandbox"],
  ["true", true, "CI must test this, but there is no sandbox"],
  ["true", false, "skipped: there is no sandbox"],
])("with CI=%s, a test whose need is required in CI (%s): %s", (ci, isRequiredInCi, said) => {
  vi.stubEnv("CI", ci)
  expect(() => skipTest({ missing: "there is no sandbox", isRequiredInCi }, { skip: skipped })).toThrow(said)
})

test("tests are skipped only through needs, so that each has a reason", () => {
  const root = path.dirname(import.meta.dirname)
  const files = ["src", "test"]
    .flatMap((folder) =>
      fs
        .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
        .map((file) => path.join(folder, file)),
    )
    .filter((file) => /^test\/.*\.ts$|\.test\.ts$/.test(file))
  const others = /\b(?:test|it|describe)(?:\.\w+)*\.(?:skip|skipIf|runIf|todo)\b|\bcontext\.skip\(|\bctx\.skip\(/
  const found = files.filter((file) => others.test(fs.readFileSync(path.join(root, file), "utf8")))
  expect(files.length).toBeGreaterThan(400)
  expect(found).toEqual(["test/needs.ts"])
})
