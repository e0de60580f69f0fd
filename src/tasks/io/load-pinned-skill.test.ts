import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { compileSkill } from "../skills/compile-skill.ts"
import { loadPinnedSkill } from "./load-pinned-skill.ts"
import { openWakeStore } from "./store/open-wake-store.ts"

test.each([
  ["by this version", JSON.stringify(compileSkill("# A\n\nNever skip."))],
  ["by an earlier one", JSON.stringify({ tokens: 5, sections: [] })],
])("a pinned skill that was compiled %s can be shortened", async (_, compiled) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-pin-"))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  const store = await openWakeStore({ file: path.join(folder, "a.db"), newTaskId: () => "t-1", isGone: () => false })
  onTestFinished(() => store.close())
  const file = path.join(folder, "SKILL.md")
  const address = { project: "/p", branch: "main", agent: "a" }
  const pin = { ...address, task: "t-1", skill: "a", path: file, digest: "d", reason: "r", pinned: 1 }
  await store.pin(pin, { body: "# A\n\nNever skip.", compiled })
  expect((await loadPinnedSkill(store, pin))?.compiled).toEqual(compileSkill("# A\n\nNever skip."))
})
