import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { expect } from "vitest"
import { needData, testWith } from "../needs.ts"

const root = path.resolve(import.meta.dirname, "../..")
const diff = path.resolve(root, "../shared/cases/claude/diff.mjs")

testWith(needData(fs.existsSync(diff)), "listing and commands agree with Claude Code on every recorded case", () => {
  const adapter = `"${process.execPath}" "${path.join(root, "test/hosts/claude-adapter.mjs")}"`
  const { stdout } = spawnSync(process.execPath, [diff, "--adapter", adapter], { encoding: "utf8", maxBuffer: 1 << 26 })
  const tally = Object.fromEntries(
    [...stdout.matchAll(/^(\w+): (\d+)\/(\d+)$/gm)].map(([, kind = "", same, all]) => [
      kind,
      [Number(same), Number(all)],
    ]),
  )
  expect(tally["listing"]?.[0]).toBe(tally["listing"]?.[1])
  // One command of one case was written by the agent while it ran; it is in none of the files.
  expect((tally["commands"]?.[1] ?? 9) - (tally["commands"]?.[0] ?? 0)).toBeLessThanOrEqual(1)
  expect(tally["listing"]?.[1]).toBeGreaterThan(100)
})
