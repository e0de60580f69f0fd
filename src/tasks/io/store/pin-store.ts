import type { Pin } from "../../model.ts"
import type { PinContent, PinStore } from "../../store.ts"
import { decodeText } from "../../../system/database/decode-cells.ts"
import type { Database } from "../../../system/database/open-database.ts"
import type { Synchronous } from "../../../system/database/decode-cells.ts"
import { findSkillVersion } from "../../skill-version.ts"
import { noteEvent } from "./event-rows.ts"

const OF_AGENT = "project = ? AND branch = ? AND agent = ?"

export function openPinStore(database: Database): Synchronous<PinStore> {
  return {
    pins: ({ project, branch, agent }) =>
      database
        .all(`SELECT CAST(doc AS BLOB) FROM pins WHERE ${OF_AGENT} ORDER BY skill`, [project, branch, agent])
        .map(([doc]) => JSON.parse(decodeText(doc)) as Pin),
    pin: (pin, content) =>
      database.transaction(() => {
        database.write(
          "INSERT INTO bodies (digest, doc) VALUES (?, ?) ON CONFLICT (digest) DO UPDATE SET doc = excluded.doc",
          [pin.digest, JSON.stringify(content)],
        )
        database.write(
          "INSERT INTO pins (project, branch, agent, skill, task, doc) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (project, branch, agent, skill) DO UPDATE SET task = excluded.task, doc = excluded.doc",
          [pin.project, pin.branch, pin.agent, pin.skill, pin.task ?? null, JSON.stringify(pin)],
        )
        const { skill, reason, task, digest, path } = pin
        const version = findSkillVersion(pin.version, path)
        noteEvent(database, pin, {
          kind: "skill_chosen",
          agent: pin.agent,
          at: pin.pinned,
          data: { skill, version, reason, task, digest, path },
        })
        return { result: undefined, keep: true }
      }),
    pinned: (digest) => {
      const [doc] = database.first("SELECT CAST(doc AS BLOB) FROM bodies WHERE digest = ?", [digest]) ?? []
      return doc === undefined ? undefined : (JSON.parse(decodeText(doc)) as PinContent)
    },
    release: ({ project, branch, agent }, { skill, task }) =>
      database.write(`DELETE FROM pins WHERE ${OF_AGENT} AND (? IS NULL OR skill = ?) AND (? IS NULL OR task = ?)`, [
        project,
        branch,
        agent,
        skill ?? null,
        skill ?? null,
        task ?? null,
        task ?? null,
      ]),
  }
}
