import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, expect, test } from "vitest"
import { copyRecording } from "../../../test/sessions/open-recording.ts"
import { loadLibsql } from "../../system/database/open-database.ts"
import { digestOpencode } from "./digest-opencode.ts"

const home = fs.mkdtempSync(path.join(os.tmpdir(), "digest-opencode-"))
afterAll(() => fs.rmSync(home, { recursive: true, force: true }))

interface Database {
  exec(sql: string): void
  close(): void
}

function change(file: string, sql: string): void {
  const database = new (loadLibsql() as new (file: string) => Database)(file)
  database.exec(sql)
  database.close()
}

test("of opencode's database only the sessions are read again that changed, whatever changed in them", () => {
  copyRecording("opencode-tool", home)
  const file = path.join(home, ".local/share/opencode/opencode.db")
  const first = digestOpencode(file, [], Date.now())
  expect([first.read, first.digests.length]).toEqual([2, 2])
  const same = digestOpencode(file, first.digests, Date.now())
  expect([same.read, same.digests]).toEqual([0, first.digests])

  const [main = "", sub = ""] = first.digests.map(({ id }) => id)
  const later = Date.now() - 120_000
  change(
    file,
    `UPDATE part SET time_updated = ${later} WHERE id = (SELECT max(id) FROM part WHERE session_id = '${sub}')`,
  )
  const second = digestOpencode(file, first.digests, Date.now())
  expect(second.read).toBe(1)
  change(file, `DELETE FROM part WHERE id = (SELECT max(id) FROM part WHERE session_id = '${main}')`)
  const third = digestOpencode(file, second.digests, Date.now())
  expect(third.read).toBe(1)
  change(file, `DELETE FROM session WHERE id = '${sub}'`)
  expect(digestOpencode(file, third.digests, Date.now()).digests.map(({ id }) => id)).toEqual([main])
})

test("a session that was changed just now is read again, because its last change may not be its last", () => {
  const file = path.join(home, ".local/share/opencode/opencode.db")
  const now = Date.now()
  change(file, `UPDATE session SET time_updated = ${now}`)
  const first = digestOpencode(file, [], now + 1000)
  expect(digestOpencode(file, first.digests, now + 120_000).read).toBe(1)
})
