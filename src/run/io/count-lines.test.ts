import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, test } from "vitest"
import { countLines } from "./count-lines.ts"

test("lines are counted in the directory, and nowhere else", async () => {
  const outside = fs.mkdtempSync(path.join(os.tmpdir(), "lines-"))
  const directory = path.join(outside, "project")
  fs.mkdirSync(path.join(directory, "src"), { recursive: true })
  fs.writeFileSync(path.join(directory, "src/a.ts"), "one\ntwo\n")
  fs.writeFileSync(path.join(directory, "b.ts"), "one\ntwo")
  fs.writeFileSync(path.join(directory, "empty.ts"), "")
  fs.writeFileSync(path.join(outside, "secret.ts"), "x\n")
  fs.symlinkSync(path.join(outside, "secret.ts"), path.join(directory, "link.ts"))
  const counts = await Promise.all(
    ["src/a.ts", "b.ts", "empty.ts", "none.ts", "b.ts/c.ts", "src", "../secret.ts", "link.ts"].map((file) =>
      countLines(directory, file),
    ),
  )
  expect(counts).toEqual([2, 2, 0, "missing", "missing", "unknown", "unknown", "unknown"])
  expect(await countLines(path.join(outside, "gone"), "a.ts")).toBe("missing")
  fs.rmSync(outside, { recursive: true })
})
