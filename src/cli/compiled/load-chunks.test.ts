import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { openCachedChunks, openPlainChunks } from "./load-chunks.ts"
import type { CompiledParts } from "./pack.ts"

/** Every start uses a copy of the files: within one process, V8 remembers what it compiled under a file's name. */
function bench(files: Readonly<Record<string, string>>) {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-test-")))
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }))
  const current = { ...files }
  let parts: CompiledParts = new Map()
  let saves = 0
  let starts = 0
  const copy = () => {
    const folder = path.join(root, `${starts++}`)
    fs.mkdirSync(folder)
    for (const [name, text] of Object.entries(current)) fs.writeFileSync(path.join(folder, name), text)
    return folder
  }
  return {
    copy,
    start(name = "main.cjs") {
      const chunks = openCachedChunks(copy(), {
        parts,
        save(saved) {
          saves++
          parts = saved
        },
      })
      const given = chunks.load(name)
      chunks.keep()
      return given
    },
    write: (more: Readonly<Record<string, string>>) => void Object.assign(current, more),
    saves: () => saves,
    parts: () => parts,
    use: (other: CompiledParts) => void (parts = other),
  }
}

const two = {
  "main.cjs": "const { one } = require('./one.cjs'); exports.sum = one() + require('node:path').basename('/1/2')",
  "one.cjs": "exports.one = () => 'one '; exports.at = [__filename, __dirname, typeof module, this === exports]",
}

test("chunks get what Node provides, and each other", () => {
  const { copy, start } = bench(two)
  expect(start()).toEqual({ sum: "one 2" })
  const { at } = start("one.cjs") as { readonly at: readonly string[] }
  expect(at).toEqual([path.join(at[1] ?? "", "one.cjs"), path.dirname(at[0] ?? ""), "object", true])
  expect(openPlainChunks(copy()).load("main.cjs")).toEqual({ sum: "one 2" })
})

test("chunks that need each other see the other's exports so far", () => {
  const { start } = bench({
    "main.cjs": "exports.a = 1; exports.b = require('./other.cjs').b",
    "other.cjs": "exports.b = require('./main.cjs').a + 1",
  })
  expect(start()).toEqual({ a: 1, b: 2 })
})

test("the second start compiles and stores nothing again", () => {
  const { start, saves, parts } = bench(two)
  expect([start(), start(), start()]).toEqual([{ sum: "one 2" }, { sum: "one 2" }, { sum: "one 2" }])
  expect(saves()).toBe(1)
  expect([...parts().keys()]).toEqual(["main.cjs", "one.cjs"])
})

test("a chunk that was not needed before is stored with the others, which stay", () => {
  const { start, saves, parts } = bench({ ...two, "other.cjs": "exports.other = true" })
  start()
  start("other.cjs")
  start()
  expect([...parts().keys()]).toEqual(["main.cjs", "one.cjs", "other.cjs"])
  expect(saves()).toBe(2)
})

test("code compiled from other bytes is not used, although V8 would accept it", () => {
  const { start, write, parts, use } = bench({ "main.cjs": "exports.which = 'old'" })
  start()
  write({ "main.cjs": "exports.which = 'new'" })
  const old = parts()
  expect(start()).toEqual({ which: "new" })
  const taken = new Map([...old].map(([name, { code }]) => [name, { code, source: parts().get(name)?.source ?? "" }]))
  use(taken)
  expect(start()).toEqual({ which: "old" })
})

test("after another build nothing of the old one is left", () => {
  const { start, write, parts } = bench({ ...two, "other.cjs": "exports.other = true" })
  start()
  start("other.cjs")
  write({ "main.cjs": "exports.sum = 3" })
  expect(start()).toEqual({ sum: 3 })
  expect([...parts().keys()]).toEqual(["main.cjs"])
})

test("code that V8 refuses is compiled again and stored", () => {
  const { start, saves, parts, use } = bench(two)
  start()
  const good = parts()
  use(new Map([...good].map(([name, part]) => [name, { ...part, code: Buffer.from("no code") }])))
  expect(start()).toEqual({ sum: "one 2" })
  expect(saves()).toBe(2)
  expect(start()).toEqual({ sum: "one 2" })
  expect(saves()).toBe(2)
})

test("an error thrown by a chunk names its file and line", () => {
  const { start } = bench({ "main.cjs": "\n\nthrow new Error('broken')" })
  const thrown = (() => {
    try {
      return start()
    } catch (error) {
      return error
    }
  })()
  expect((thrown as Error).stack).toMatch(/main\.cjs:3:/)
})
