import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { garden } from "../../../../test/plant.ts"
import { readAtMost } from "./report.ts"

const MIB = 1024 * 1024

function reading(bytes: Buffer, most: number): string {
  const file = path.join(garden().root, "output")
  fs.writeFileSync(file, bytes)
  const opened = fs.openSync(file, "r")
  try {
    return readAtMost(opened, "standard input", most)
  } finally {
    fs.closeSync(opened)
  }
}

test("a text is read completely, even if a letter is split across two pieces", () => {
  const text = `${"a".repeat(MIB - 1)}é${"b".repeat(MIB)}`
  expect(reading(Buffer.from(text), 4 * MIB)).toBe(text)
  expect(reading(Buffer.alloc(MIB, "x"), MIB)).toHaveLength(MIB)
})

test("more than the limit is refused", () => {
  expect(() => reading(Buffer.alloc(MIB + 1, "x"), MIB)).toThrow("--output: standard input is larger than 1 MiB")
})
