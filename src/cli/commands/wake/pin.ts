import { toVisibleLine, escapeHidden } from "../../../text/escape-hidden.ts"
import { ORCHESTRATOR, type Pin } from "../../../tasks/model.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { renderHint } from "../../render-hint.ts"
import { renderTable } from "../../terminal/table.ts"
import { requireAgentName, withTasks } from "./with-wake.ts"

const who = { agent: { kind: "text", value: "AGENT", about: "whose pins (default orchestrator)" } } as const

export const pinList = defineCommand({
  usage: "[--agent AGENT]",
  examples: [
    { line: "skillet pin list", about: "of the orchestrator" },
    { line: "skillet pin list --agent backend --json", about: "with digests" },
  ],
  options: who,
  arguments: noArguments,
  async run({ options }, io) {
    return withTasks(io, options, async (tasks) => {
      const agent = requireAgentName(options.agent ?? ORCHESTRATOR)
      const pins = await tasks.pins(agent)
      if (options.json === true) io.json({ pins })
      else if (pins.length === 0)
        io.out(renderHint(`No skill is pinned for @${agent}. skillet wake ${agent} pins its current task's skill.`, io))
      else io.out(renderTable(pins, columns, io.width).join("\n"))
      return 0
    })
  },
})

const columns = [
  { title: "SKILL", text: ({ skill }: Pin) => toVisibleLine(skill) },
  { title: "VERSION", text: ({ version }: Pin) => toVisibleLine(version ?? ""), drops: 2 },
  { title: "DIGEST", text: ({ digest }: Pin) => digest.slice(0, 12), drops: 1 },
  { title: "TASK", text: ({ task }: Pin) => task ?? "" },
  { title: "WHY", text: ({ reason }: Pin) => toVisibleLine(reason), fills: true as const },
]

export const pinUpdate = defineCommand({
  more: "It shows what changed.",
  usage: "REF [--agent AGENT] [--dry-run]",
  examples: [
    { line: "skillet pin update deploy", about: "for the orchestrator" },
    { line: "skillet pin update deploy --agent backend --dry-run", about: "only show the difference" },
  ],
  options: { ...who, "dry-run": { kind: "flag", about: "change nothing" } },
  arguments: { least: 1, most: 1, what: "a skill's name or path", completes: "skill" },
  async run({ options, arguments: [ref = ""] }, io) {
    return withTasks(io, options, async (tasks) => {
      const agent = requireAgentName(options.agent ?? ORCHESTRATOR)
      const { before, after } = await tasks.updatePin(agent, ref, { dryRun: options["dry-run"] })
      const { createTwoFilesPatch } = await import("diff")
      const patch = before === after ? "" : createTwoFilesPatch("pinned", "now", before, after)
      if (options.json === true) io.json({ skill: ref, changed: patch !== "", patch })
      else if (patch === "") io.out(`${ref} is still as it was pinned for @${agent}.`)
      else {
        io.out(escapeHidden(patch).trimEnd())
        io.err(
          options["dry-run"] === true ? `${ref} was not pinned again` : `${ref} is now pinned as it is for @${agent}`,
        )
      }
      return 0
    })
  },
})
