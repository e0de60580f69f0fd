import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, beforeEach, expect, test } from "vitest"
import { copyRecording } from "../../../test/sessions/open-recording.ts"
import type { Connection } from "../../system/database/connection.ts"
import { loadLibsql } from "../../system/database/open-database.ts"
import { openSession } from "../../catalog/io/session/open-session.ts"
import { showUsage } from "./show-usage.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "forked-sessions-"))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
let home: string
beforeEach(() => {
  home = fs.mkdtempSync(path.join(folder, "home-"))
})

async function countInvoked() {
  const { rows, sessions } = await showUsage(openSession({ cwd: home, env: { HOME: home } }))
  return { sessions, invoked: rows.find(({ skill }) => skill === "ship-it")?.invoked }
}

function listFiles(name: string): readonly string[] {
  return (fs.readdirSync(home, { recursive: true }) as string[]).filter((one) => path.basename(one).startsWith(name))
}

test.each([
  ["codex-typed", { person: 1, model: 0, hook: 0 }],
  ["codex-reorders", { person: 0, model: 1, hook: 0 }],
])(
  "a session of Codex that was forked has the older lines with new times, and they count once: %s",
  async (name, invoked) => {
    copyRecording(name, home)
    const [file = ""] = listFiles("rollout-")
    const text = fs.readFileSync(path.join(home, file), "utf8")
    const id = /01a1f048-[0-9a-f-]{27}/.exec(path.basename(file))?.[0] ?? ""
    const other = `${id.slice(0, -1)}${id.endsWith("0") ? 1 : 0}`
    // Ids of messages and turns stay those of the first session.
    const fork = text
      .replaceAll(/"timestamp":"2026-11-18T20:1\d/g, '"timestamp":"2026-11-18T21:40')
      .replace(`"id":"${id}"`, `"id":"${other}","forked_from_id":"${id}"`)
    fs.writeFileSync(path.join(home, file.replace(id, other)), fork)
    expect(await countInvoked()).toEqual({ sessions: 2, invoked })
  },
)

test("a session of opencode that was forked has new parts with the old calls, and they count once", async () => {
  copyRecording("opencode-tool", home)
  const file = path.join(home, ".local/share/opencode/opencode.db")
  const before = await countInvoked()
  const database = new (loadLibsql() as new (name: string) => Connection)(file)
  for (const table of ["session", "message", "part"]) {
    const columns = database
      .prepare(`SELECT name FROM pragma_table_info('${table}')`)
      .raw()
      .all([])
      .map(([name]) => String(name))
    const copied = columns.map((name) =>
      /^(?:id|session_id|message_id|parent_id)$/.test(name)
        ? `'fork_' || ${name}`
        : name === "time_created"
          ? `${name} + 5000000`
          : name,
    )
    database.exec(`INSERT INTO ${table} SELECT ${copied.join(", ")} FROM ${table}`)
  }
  database.close()
  const after = await countInvoked()
  expect(after).toEqual({ sessions: before.sessions * 2, invoked: before.invoked })
})
