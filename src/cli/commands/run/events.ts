import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { formatDateTime } from "../../../text/format-time.ts"
import { renderEventFields } from "../../terminal/event-fields.ts"
import { defineCommand } from "../../parsing/command.ts"
import { withRunVerbs } from "./open.ts"

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
    return withRunVerbs(io, options, async (runs) => {
      const events = await runs.events(id, { after: options.after, most: options.most })
      if (options.json === true) io.json({ events })
      else
        for (const { seq, at, kind, data } of events) io.out(eventLine(seq, at, `${kind} ${renderEventFields(data)}`))
      return 0
    })
  },
})

function eventLine(seq: number, at: number, text: string): string {
  return `${String(seq).padStart(4)}  ${formatDateTime(at, "second")}  ${toVisibleLine(text)}`
}
