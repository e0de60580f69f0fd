import fs from "node:fs"
import path from "node:path"
import type { Connection } from "../../src/system/database/connection.ts"
import { loadLibsql } from "../../src/system/database/open-database.ts"

/** The skill of all recorded sessions. */
export const SHIP_IT = `---
name: ship-it
description: Ship a change of the product to its users.
---
# Ship it

1. Run \`./check.sh\`.
2. Write what changed into \`CHANGES.md\`.
3. Run \`./publish.sh\`.
`

const recordings = path.join(import.meta.dirname, "recorded")

/** A copy of the home directory of a recorded session, with opencode's database as the client had it. */
export function copyRecording(name: string, home: string): void {
  fs.cpSync(path.join(recordings, name), home, { recursive: true })
  const rows = path.join(home, ".local/share/opencode/opencode.db.jsonl")
  if (!fs.existsSync(rows)) return
  const database = new (loadLibsql() as new (file: string) => Connection)(rows.replace(/\.jsonl$/, ""))
  const made = new Set<string>()
  for (const line of fs.readFileSync(rows, "utf8").split("\n")) {
    if (line === "") continue
    const { table, ...cells } = JSON.parse(line) as Readonly<Record<string, string | number | null>>
    const names = Object.keys(cells)
    if (!made.has(String(table))) database.exec(`CREATE TABLE ${table} (${names.join(", ")})`)
    made.add(String(table))
    database.prepare(`INSERT INTO ${table} VALUES (${names.map(() => "?").join(", ")})`).run(Object.values(cells))
  }
  database.close()
  fs.rmSync(rows)
}
