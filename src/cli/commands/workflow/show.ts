import { formatCount } from "../../../text/format-count.ts"
import { renderHint } from "../../render-hint.ts"
import { measureSteps } from "../../../run/show-workflow.ts"
import { hashWorkflow } from "../../../workflow/hash-workflow.ts"
import { escapeHidden } from "../../../text/escape-hidden.ts"
import type { Param } from "../../../workflow/params.ts"
import type { Step, Workflow } from "../../../workflow/workflow.ts"
import { defineCommand } from "../../parsing/command.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { openWithOptions } from "../../open-with-options.ts"
import { summariseProblems } from "../../terminal/problems.ts"

export const workflowShow = defineCommand({
  usage: "WORKFLOW",
  examples: [
    { line: "skillet workflow show planner", about: "by name" },
    { line: "skillet workflow show skills/my-skill --json", about: "the whole definition, from a directory" },
  ],
  options: { ...catalogOptions },
  arguments: { least: 1, most: 1, what: "a workflow's name or directory", completes: "skill" },
  async run({ options, arguments: [name = ""] }, io) {
    const { workflow, children, file, problems } = await openWithOptions(options, io).workflows.open(name)
    const sizes = measureSteps(workflow)
    if (options.json === true)
      io.json({
        workflow,
        hash: hashWorkflow(workflow),
        file,
        children: children.map((child) => child.name),
        sizes,
        problems,
      })
    else {
      io.out(escapeHidden(workflowText(workflow, sizes)))
      if (problems.length > 0)
        io.err(
          `\n${summariseProblems(problems)}\n  ${renderHint(`skillet workflow check ${name}`, io)} has the details`,
        )
    }
    return 0
  },
})

function workflowText(workflow: Workflow, sizes: ReturnType<typeof measureSteps>): string {
  return [
    `${workflow.name}  ${hashWorkflow(workflow).slice(0, 12)}`,
    ...(workflow.description === "" ? [] : [`  ${workflow.description}`]),
    ...(workflow.aliases === undefined ? [] : [`  also called ${workflow.aliases.join(", ")}`]),
    "",
    ...(workflow.params.length === 0 ? ["Takes nothing."] : ["Takes:", ...workflow.params.map(paramText)]),
    "",
    "Steps:",
    ...workflow.steps.flatMap((step, at) => stepText(step, at + 1, sizes[at])),
  ].join("\n")
}

function paramText({ name, type, about, required, choices, min, max, default: usual }: Param): string {
  const bounds = [
    ...(required === true ? ["required"] : []),
    ...(choices === undefined ? [] : [choices.join(" | ")]),
    ...(min === undefined && max === undefined ? [] : [`${min ?? "…"} to ${max ?? "…"}`]),
    ...(usual === undefined || usual === "" ? [] : [`default ${usual}`]),
  ]
  return `  ${name} (${[type, ...bounds].join(", ")}): ${about}`
}

function stepText(
  step: Step,
  number: number,
  size: ReturnType<typeof measureSteps>[number] | undefined,
): readonly string[] {
  const leads = Object.entries(step.next).map(([outcome, to]) => `${outcome} → ${to}`)
  const about = [
    ...(step.reads === undefined ? [] : [`reads ${step.reads.join(", ")}`]),
    ...(step.writes === undefined ? [] : [`writes ${step.writes.join(", ")}`]),
    ...(step.maxRounds === undefined ? [] : [`at most ${formatCount(step.maxRounds, "time")}`]),
    ...(size === undefined ? [] : [`${size.bytes} bytes, ${Math.round(size.sharedPrefix * 100)} % as before`]),
  ]
  return [
    `  ${String(number).padStart(2)}. ${step.id}  [${step.kind}]  ${step.title}`,
    `      ${leads.join(", ")}`,
    `      ${about.join("; ")}`,
  ]
}
