import type { ForkPlan } from "../../../run/history/plan-fork.ts"
import { formatCount } from "../../../text/format-count.ts"
import type { AnswerEdit } from "../../../run/io/fork-run.ts"
import { defineCommand } from "../../parsing/command.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { resolveCwd } from "../../with-resources.ts"
import { findReporter } from "./open.ts"
import { readOptionText } from "./report.ts"
import { withSkillet } from "../../open-with-options.ts"
import { formatOption, printDirective } from "./print-directive.ts"
import { readParamOptions } from "./start.ts"
import { formatDollars } from "../../../text/format-dollars.ts"

export const runFork = defineCommand({
  more: "The copy can start from any step.",
  usage: "RUN [--from STEP] [--edit STEP=FILE] [--dry-run]",
  examples: [
    { line: "skillet run fork r-7k3f9qxm --from triage --dry-run", about: "what would be reused, what it would cost" },
    { line: "skillet run fork r-7k3f9qxm", about: "after the workflow was edited" },
    { line: "skillet run fork r-7k3f9qxm --from build --edit plan=plan.md", about: "as if plan had been answered so" },
  ],
  options: {
    from: { kind: "text", value: "STEP", about: "repeat this step and the steps that use its output" },
    param: { kind: "list", value: "NAME=VALUE", about: "change a parameter" },
    edit: { kind: "list", value: "STEP[/ITEM]=FILE", about: "take over this answer with the text of a file" },
    "dry-run": { kind: "flag", about: "only print what would be reused" },
    ...formatOption,
    ...catalogOptions,
  },
  arguments: { least: 1, most: 1, what: "a run's id" },
  async run({ options, arguments: [run = ""] }, io) {
    const { from, param = [], edit = [] } = options
    return withSkillet(io, options, async ({ runs }) => {
      const fork = await runs.fork({
        run,
        params: readParamOptions(param),
        from,
        edits: edit.map((one) => readEdit(one, resolveCwd(io, options))),
        by: findReporter(io, undefined),
      })
      if (options["dry-run"] === true) {
        if (options.json === true) io.json(fork.plan)
        else io.out(planText(fork.plan))
        return 0
      }
      io.err(planText(fork.plan))
      await printDirective(await fork.start(), { runs, io, options })
      return 0
    })
  },
})

function readEdit(word: string, cwd: string): AnswerEdit {
  const [, step = "", item, file = ""] = /^([^/=]+)(?:\/([^=]+))?=(.+)$/.exec(word) ?? []
  if (step === "")
    throw new UsageError(`--edit: ${word} names no step and file`, "write it as in --edit plan=new-plan.md")
  return { step, item, text: readOptionText(file, { cwd, option: "--edit" }) }
}

function planText({ source, changed, reused, renewed, cost }: ForkPlan): string {
  const line = ({ step, round, items, because }: ForkPlan["renewed"][number]) =>
    `  ${step}${round > 1 ? ` (${round})` : ""}${items > 1 ? `, ${items} answers` : ""}${because === undefined ? "" : `: ${because}`}`
  const money = cost.money > 0 ? `, ${formatDollars(cost.money)}` : ""
  return [
    `From ${source}${changed.length === 0 ? "" : `; changed since: ${changed.join(", ")}`}`,
    `Reused (${reused.length}):`,
    ...(reused.length === 0 ? ["  nothing"] : reused.map(line)),
    `Repeated (${renewed.length}), about ${formatCount(cost.agents, "agent")}, ${formatCount(cost.tokens, "token")}${money}:`,
    ...(renewed.length === 0 ? ["  none of the steps that have answers"] : renewed.map(line)),
  ].join("\n")
}
