import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterEach, expect, test } from "vitest"
import { keepSecret } from "./keep-secret.ts"

const use = { name: "some-secret", code: "some.secret", without: "so nothing works", next: "move it away" }
const home = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-secret-"))
const file = path.join(home, ".local/share/skillet/some-secret")
afterEach(() => fs.rmSync(home, { recursive: true, force: true }))

test("a secret is made once, and only its user can read it", () => {
  const secret = keepSecret({ HOME: home }, use)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(keepSecret({ HOME: home }, use)).toBe(secret)
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  expect(fs.readdirSync(path.dirname(file))).toEqual(["some-secret"])
})

test("a secret that others can read or that was changed lets nobody in", () => {
  keepSecret({ HOME: home }, use)
  fs.chmodSync(file, 0o644)
  expect(() => keepSecret({ HOME: home }, use)).toThrow(/can be read by other users/)
  fs.chmodSync(file, 0o600)
  fs.writeFileSync(file, "a")
  expect(() => keepSecret({ HOME: home }, use)).toThrow(/not what it was/)
})
