import { findRun } from "../../../../run/engine.ts"
import { historyOf } from "../../../../run/history.ts"
import { visibleLine } from "../../../../text/visible-text.ts"
import { defineCommand } from "../../command.ts"
import { withRuns } from "./open.ts"

export const runEvents = defineCommand({
  usage: "RUN [--after N]",
  examples: [
    { line: "skillet run events r-7k3f9qxm", about: "the whole history" },
    { line: "skillet run events r-7k3f9qxm --after 20 --json", about: "everything after event 20" },
  ],
  options: {
    after: { kind: "number", value: "N", about: "only events after this one" },
    most: { kind: "number", value: "N", about: "print at most this many" },
  },
  arguments: { least: 1, most: 1, what: "a run's id" },
  async run({ options, arguments: [id = ""] }, io) {
    return withRuns(io, options, async (runs) => {
      await findRun(runs.engine, id)
      const events = await historyOf(runs.engine.store).events(id, options.after, options.most)
      if (options.json === true) io.json({ events })
      else for (const { seq, at, kind, data } of events) io.out(eventLine(seq, new Date(at), `${kind} ${fields(data)}`))
      return 0
    })
  },
})

function eventLine(seq: number, at: Date, text: string): string {
  return `${String(seq).padStart(4)}  ${at.toISOString().slice(0, 19).replace("T", " ")}  ${visibleLine(text)}`
}

function fields(data: Readonly<Record<string, unknown>>): string {
  return Object.entries(data)
    .map(([name, value]) => `${name}=${typeof value === "string" ? short(value) : JSON.stringify(value)}`)
    .join(" ")
}

/** A hash is shortened to its first digits. */
function short(text: string): string {
  return /^[0-9a-f]{64}$/.test(text) ? text.slice(0, 12) : text
}
