import type { Choice } from "../../../orchestrate/choice/choose-composite-skill.ts"
import { findRoute } from "../../../orchestrate/choice/choose-composite-skill.ts"
import type { JobChoice } from "../../../skillet/open-skillet-jobs.ts"
import { defineCommand } from "../../parsing/command.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { withSkillet } from "../../open-with-options.ts"
import { readBudget, budgetOptions } from "../run/budget.ts"
import { readGrantOptions } from "../run/start.ts"
import { runGrants } from "../../../run/model.ts"
import { driverOptions, withDriving } from "./driving.ts"
import { printJob } from "./print-job.ts"

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
    ...driverOptions,
    ...budgetOptions,
    ...catalogOptions,
  },
  arguments: { least: 1, most: 1, what: "a request, in quotes" },
  async run({ options, arguments: [query = ""] }, io) {
    if (query.trim() === "")
      throw new UsageError("the request is empty", "skillet orchestrate 'build me a small web shop'")
    const route = options.route === undefined ? undefined : findRoute(options.route)
    const request = {
      query,
      route,
      skill: options.skill,
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
  { skill, because, close }: Choice,
  functions: readonly { readonly name: string; readonly because: string }[],
): readonly string[] {
  return [
    skill === undefined ? `a sequence was planned: ${because}` : `skill ${skill}: ${because}`,
    ...functions.map((one) => `  ${one.name}: ${one.because}`),
    ...(close.length === 0 ? [] : [`also close: ${close.join(", ")}`]),
  ]
}
