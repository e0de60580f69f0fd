import type { Need } from "../../inbox/list-needs.ts"
import { escapeHidden } from "../../text/escape-hidden.ts"
import { formatDateTime } from "../../text/format-time.ts"
import { defineCommand } from "../parsing/command.ts"
import { catalogOptions } from "../parsing/common-options.ts"
import { noArguments } from "../parsing/options.ts"
import { withSkillet } from "../open-with-options.ts"
import { renderHint } from "../render-hint.ts"

export const inbox = defineCommand({
  more: "Questions and gates of runs, skills that changed or ask for an approval, quiet schedules, messages of the last day. The most urgent comes first.",
  usage: "[--all]",
  examples: [
    { line: "skillet inbox", about: "in this project" },
    { line: "skillet inbox --all --json", about: "in all projects" },
  ],
  options: { all: { kind: "flag", about: "in all projects" }, ...catalogOptions },
  arguments: noArguments,
  async run({ options }, io) {
    return withSkillet(io, options, async (skillet) => {
      const needs = await skillet.inbox({ all: options.all })
      if (options.json === true) io.json({ needs })
      else if (needs.length === 0)
        io.out(`Nothing waits for a person in ${options.all === true ? "any" : "this"} project.`)
      else io.out(needs.map((need) => renderNeed(need, (text) => renderHint(text, io))).join("\n\n"))
      return 0
    })
  },
})

function renderNeed({ kind, title, text, since, options, command }: Need, hint: (text: string) => string): string {
  const choices = options.map(
    ({ label, about }, at) => `  ${at + 1}. ${label}${about === undefined ? "" : `: ${about}`}`,
  )
  const head = `${kind}  ${title}, since ${formatDateTime(since)}`
  return escapeHidden([head, `  ${text}`, ...choices, `  ${hint(command)}`].join("\n"))
}
