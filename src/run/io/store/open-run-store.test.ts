import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, test } from "vitest"
import { type RunStoreAccess, runStoreChecks } from "../../../testing/run-store-checks.ts"
import { openRunStore } from "./open-run-store.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "run-store-"))
afterAll(() => fs.rmSync(folder, { recursive: true }))

const opened = new Map<unknown, { readonly file: string; readonly now: () => number }>()
const access: RunStoreAccess = {
  async open(now) {
    const file = path.join(fs.mkdtempSync(path.join(folder, "case-")), "data", "skillet.db")
    const store = openRunStore({ file, leaseClock: { boot: "boot", now } })
    opened.set(store, { file, now })
    return store
  },
  async again(store) {
    const { file, now } = opened.get(store)!
    return openRunStore({ file, leaseClock: { boot: "boot", now } })
  },
}

test.each(runStoreChecks(access))("in SQLite: $name", ({ run }) => run())
