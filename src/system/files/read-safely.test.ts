import { spawn } from "node:child_process"
import fs from "node:fs"
import { expect, test } from "vitest"
import { garden } from "../../../test/plant.ts"
import { readSafely } from "./read-safely.ts"
import { readSummary } from "../../catalog/io/sources/read-summary.ts"

test("a file is read, a link is not followed, a pipe does not hang", () => {
  const { at, plant } = garden({ "project/a.md": "text", "canary.md": "CANARY" })
  plant({ "project/link.md": { link: "../canary.md" } })
  expect(readSafely(at("project/a.md"), 100).toString()).toBe("text")
  expect(() => readSafely(at("project/link.md"), 100)).toThrow(expect.objectContaining({ code: "file.unreadable" }))
  expect(() => readSafely(at("project/a.md"), 3)).toThrow(expect.objectContaining({ code: "file.too-large" }))
  expect(() => readSafely(at("project"), 100)).toThrow(expect.objectContaining({ code: "file.not-regular" }))
})

test("a directory above that became a link is noticed", () => {
  const { at, plant } = garden({ "real/a.md": "real", "canary/a.md": "CANARY" })
  fs.renameSync(at("real"), at("moved"))
  plant({ real: { link: "canary" } })
  expect(() => readSafely(at("real/a.md"), 100)).toThrow(expect.objectContaining({ code: "file.moved" }))
  expect(readSummary(at("real/a.md"), 6)).toMatchObject({ problems: [{ code: "file.unreadable" }] })
})

test("while a file is repeatedly swapped for a link, the target of the link is never read", async () => {
  const { at } = garden({
    "skill/SKILL.md": "---\ndescription: fine\n---\n",
    "canary.md": "---\ndescription: CANARY\n---\n",
  })
  const file = at("skill/SKILL.md")
  const script = `
    const fs = require("fs"); const [file, canary, other] = process.argv.slice(1)
    fs.copyFileSync(file, other); const end = Date.now() + 3000; let swaps = 0
    while (Date.now() < end && swaps < 20000) {
      fs.symlinkSync(canary, file + ".new"); fs.renameSync(file + ".new", file)
      fs.copyFileSync(other, file + ".new"); fs.renameSync(file + ".new", file); swaps++
    }
    console.log(swaps)`
  const racer = spawn(process.execPath, ["-e", script, file, at("canary.md"), at("sound.md")], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  let swaps = 0
  racer.stdout.on("data", (chunk) => {
    swaps = Number(chunk)
  })
  const seen = new Set<string>()
  let done = false
  racer.on("close", () => {
    done = true
  })
  while (!done) {
    for (let nth = 0; nth < 200; nth++) {
      seen.add(readSummary(file, 30).summary?.header.description ?? "refused")
      seen.add(attempt(() => readSafely(file, 100).toString()))
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(swaps).toBeGreaterThan(100)
  expect([...seen].filter((text) => text.includes("CANARY"))).toEqual([])
  expect(seen).toContain("fine")
})

function attempt(read: () => string): string {
  try {
    return read()
  } catch {
    return "refused"
  }
}
