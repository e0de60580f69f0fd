import type { Choice } from "../../../orchestrate/choice/choose-composite-skill.ts"
import { findRoute } from "../../../orchestrate/choice/choose-composite-skill.ts"
import type { JobChoice } from "../../../skillet/open-skillet-jobs.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { defineCommand } from "../../parsing/command.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { withSkillet } from "../../open-with-options.ts"
import { readBudget, budgetOptions } from "../run/budget.ts"
import { readGrantOptions } from "../run/start.ts"
import { runGrants } from "../../../run/model.ts"
import { driverOptions, withDriving } from "./driving.ts"
import { printJob } from "./print-job.ts"

const EXAMPLE = "skillet orchestrate 'build me a small web shop'"

export const orchestrate = defineCommand({
  more: "It chooses the composite skill that fits the request.",
  usage: "'REQUEST' [--skill NAME] [--agent WHICH]",
  examples: [
    { line: "skillet orchestrate 'build me a small web shop'", about: "you start the agents: print the first phase" },
    { line: "skillet orchestrate 'write a skill for commit messages' --skill develop-skill", about: "with this skill" },
    {
      line: "skillet orchestrate 'compare three databases' --route dynamic --agent command --program ./agent",
      about: "a sequence planned for the request, without supervision",
    },
    { line: "skillet orchestrate 'help me with my bakery' --reason", about: "think first, then choose the skill" },
  ],
  options: {
    skill: {
      kind: "text",
      value: "NAME",
      about: "the composite skill (default: the one that fits)",
      completes: "skill",
    },
    route: { kind: "text", value: "WHICH", about: "skill, or dynamic: plan a sequence for the request" },
    flag: { kind: "list", value: "NAME", about: "set a flag that switches an optional phase on or off" },
    memory: {
      kind: "text",
      value: "DIR",
      about: "the directory of memory files (default .claude/memory)",
      completes: "folder",
    },
    allow: { kind: "list", value: "RULE", about: "let checks run this command, such as 'Bash(npm test)'" },
    grant: { kind: "list", value: "WHAT", about: `what checks may do besides reading: ${runGrants.join(", ")}` },
    reason: { kind: "flag", about: "have the request thought through first, before the skill is chosen" },
    "reasoning-session": {
      kind: "text",
      value: "ID",
      about: "the job that thought the request through; its choice and request are used. Another id is only recorded",
    },
    ...driverOptions,
    ...budgetOptions,
    ...catalogOptions,
  },
  arguments: { least: 0, most: 1, what: "a request, in quotes", mayBeEmpty: true },
  async run({ options, arguments: [given] }, io) {
    const session = options["reasoning-session"]
    if (session !== undefined && !/^[\w.:-]{1,200}$/.test(session))
      throw new UsageError(
        "--reasoning-session needs an id of letters, digits, dots, colons, hyphens and underscores",
        "skillet orchestrate list shows the jobs",
      )
    if (given === undefined && session === undefined)
      throw new UsageError("skillet orchestrate needs a request, in quotes", EXAMPLE)
    if (given?.trim() === "") throw new UsageError("the request is empty", EXAMPLE)
    const route = options.route === undefined ? undefined : findRoute(options.route)
    const request = {
      query: given ?? "",
      route,
      skill: options.skill,
      reason: options.reason,
      reasoningSession: session,
      memory: options.memory,
      flags: options.flag,
      budget: readBudget(options),
      permissions: { rules: options.allow ?? [], grants: readGrantOptions(options.grant ?? []) },
    }
    return withSkillet(io, options, async ({ jobs }) => {
      const onChoice = ({ choice, functions }: JobChoice) => {
        for (const line of choiceLines(choice, functions)) io.err(line)
      }
      const { directive, choice, functions } = await withDriving(io, { flags: options, name: "job" }, (driving) =>
        jobs.start(request, { driving, onChoice }),
      )
      return printJob(directive, { io, options }, { choice, functions })
    })
  },
})

function choiceLines(
  { skill, because, close, isOpen, unread, unused = [] }: Choice,
  functions: readonly { readonly name: string; readonly because: string }[],
): readonly string[] {
  return [
    isOpen === true
      ? `the request is thought through before a skill is chosen: ${because}`
      : skill === undefined
        ? `a sequence was planned: ${because}`
        : `skill ${skill}: ${because}`,
    ...(unread === undefined
      ? []
      : [`session ${unread} is not a job of this machine: it is recorded, but chose nothing`]),
    ...unused.map((flag) => `flag ${toVisibleLine(flag)} was left out: this skill does not have it`),
    ...functions.map((one) => `  ${one.name}: ${one.because}`),
    ...(close.length === 0 ? [] : [`also close: ${close.join(", ")}`]),
  ]
}
