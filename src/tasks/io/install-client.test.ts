import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { planClient } from "./install-client.ts"
import { openWake } from "./open-wake.ts"

test("the target of a link is changed, and a link to nothing is not replaced: its file could not be undone", async () => {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-install-client-")))
  fs.mkdirSync(path.join(folder, ".git"))
  fs.writeFileSync(path.join(folder, ".git/HEAD"), "ref: refs/heads/main\n")
  const wake = await openWake({ cwd: folder, env: { HOME: folder, SKILLET_DB: path.join(folder, "a.db") } })
  onTestFinished(async () => {
    await wake.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })
  const wanted = { host: "claude", isUser: false, isUndo: false } as const
  fs.symlinkSync("kept.json", path.join(folder, ".mcp.json"))
  expect(() => planClient(wake, wanted)).toThrow("it is a link to nothing")
  fs.writeFileSync(path.join(folder, "kept.json"), "{}")
  expect(planClient(wake, wanted).files.map(({ file }) => file)).toEqual([path.join(folder, "kept.json")])
})
