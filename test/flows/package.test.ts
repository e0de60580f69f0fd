import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"

const dist = path.resolve(import.meta.dirname, "../../dist")

test("every declaration that the package's declarations import exists", () => {
  const files = fs.readdirSync(dist).filter((name) => name.endsWith(".d.ts"))
  const missing = files.flatMap((name) => {
    const text = fs.readFileSync(path.join(dist, name), "utf8")
    const imported = [...text.matchAll(/from "\.\/([^"]+)\.js"/g)].map((match) => `${match[1]}.d.ts`)
    return imported.filter((one) => !fs.existsSync(path.join(dist, one))).map((one) => `${name} → ${one}`)
  })
  expect(files).toContain("index.d.ts")
  expect(missing).toEqual([])
})
