import { type RunGrant, runGrants } from "../../../run/model.ts"
import { defineCommand } from "../../parsing/command.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { withSkillet } from "../../open-with-options.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { readBudget, budgetOptions } from "./budget.ts"
import { formatOption, printDirective } from "./print-directive.ts"

export const runStart = defineCommand({
  usage: "WORKFLOW [--param NAME=VALUE]…",
  examples: [
    { line: "skillet run start planner --param task='add a login page'", about: "with a parameter" },
    { line: "skillet run start refactor --param agents=4 --max-agents 6", about: "with a limit" },
    { line: "skillet run start codebase-analysis --format json", about: "as JSON" },
  ],
  options: {
    param: { kind: "list", value: "NAME=VALUE", about: "a parameter of the workflow" },
    ...formatOption,
    allow: { kind: "list", value: "RULE", about: "let gates run this command, such as 'Bash(npm test)'" },
    grant: { kind: "list", value: "WHAT", about: `what gate commands may do besides reading: ${runGrants.join(", ")}` },
    changes: { kind: "flag", about: "record what changes in the checkout from one report to the next" },
    ...budgetOptions,
    ...catalogOptions,
  },
  arguments: { least: 1, most: 1, what: "a workflow's name", completes: "skill" },
  async run({ options, arguments: [name = ""] }, io) {
    const params = readParamOptions(options.param ?? [])
    const permissions = { rules: options.allow ?? [], grants: readGrantOptions(options.grant ?? []) }
    return withSkillet(io, options, async ({ runs }) => {
      const directive = await runs.start(name, params, {
        budget: readBudget(options),
        permissions,
        recordChanges: options.changes,
      })
      await printDirective(directive, { runs, io, options })
      return 0
    })
  },
})

/** Reads `name=value`; the value is everything after the first `=`. */
export function readParamOptions(given: readonly string[]): Readonly<Record<string, string>> {
  const params = new Map<string, string>()
  for (const text of given) {
    const at = text.indexOf("=")
    if (at < 1) throw new UsageError(`--param is "${text}"`, "use --param NAME=VALUE")
    const name = text.slice(0, at).trim()
    if (params.has(name)) throw new UsageError(`--param ${name} is given twice`, "give it once")
    params.set(name, text.slice(at + 1))
  }
  return Object.fromEntries(params)
}

export function readGrantOptions(given: readonly string[]): readonly RunGrant[] {
  return given.map((grant) => {
    const known = runGrants.find((one) => one === grant)
    if (known === undefined) throw new UsageError(`--grant is "${grant}"`, `use ${runGrants.join(" or ")}`)
    return known
  })
}
