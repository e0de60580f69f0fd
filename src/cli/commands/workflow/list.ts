import { renderHint } from "../../render-hint.ts"
import type { AvailableWorkflow } from "../../../skillet/find-available-workflow.ts"
import { hasError } from "../../../problem/problem.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { openWithOptions } from "../../open-with-options.ts"
import { summariseProblems } from "../../terminal/problems.ts"
import { renderTable } from "../../terminal/table.ts"

export const workflowList = defineCommand({
  usage: "[--all]",
  examples: [
    { line: "skillet workflow list", about: "what can be started" },
    { line: "skillet workflow list --all --json", about: "including those that only other workflows use" },
  ],
  options: { all: { kind: "flag", about: "also workflows that only other workflows use" }, ...catalogOptions },
  arguments: noArguments,
  async run({ options }, io) {
    const { workflows, problems } = await openWithOptions(options, io).workflows.list()
    const inside = new Set(workflows.flatMap(({ children }) => children.map(({ name }) => name)))
    const shown = workflows.filter(({ workflow }) => options.all === true || !inside.has(workflow.name))
    const broken = [...problems, ...workflows.flatMap((one) => one.problems)]
    if (options.json === true) io.json({ workflows: shown.map(toEntry), problems: broken })
    else {
      io.out(renderTable(shown, columns, io.width).join("\n"))
      if (broken.length > 0)
        io.err(`\n${summariseProblems(broken)}\n  ${renderHint("skillet workflow check NAME", io)} has the details`)
    }
    return 0
  },
})

function toEntry({ workflow, skill, problems, file }: AvailableWorkflow) {
  const { name, description, aliases = [], params, steps } = workflow
  const isFine = !hasError(problems)
  return {
    name,
    description,
    aliases,
    params,
    steps: steps.length,
    skill: skill?.ref,
    source: skill?.source ?? MODULE,
    file,
    ok: isFine,
  }
}

/** The source of a workflow that no skill has. */
const MODULE = "module"

const columns = [
  { title: "WORKFLOW", text: ({ workflow }: AvailableWorkflow) => toVisibleLine(workflow.name) },
  { title: "STEPS", text: ({ workflow }: AvailableWorkflow) => String(workflow.steps.length), align: "right" as const },
  {
    title: "TAKES",
    drops: 2,
    text: ({ workflow }: AvailableWorkflow) =>
      toVisibleLine(workflow.params.map(({ name, required }) => (required === true ? name : `[${name}]`)).join(" ")),
    most: 30,
  },
  { title: "SOURCE", text: ({ skill }: AvailableWorkflow) => skill?.source ?? MODULE, drops: 1 },
  {
    title: "DESCRIPTION",
    text: ({ workflow, problems }: AvailableWorkflow) =>
      `${hasError(problems) ? "BROKEN " : ""}${toVisibleLine(workflow.description)}`,
    fills: true as const,
  },
]
