import type { Skillet } from "../../../skillet/skillet.ts"
import type { LoadedWorkflow } from "../../../workflow/io/load-workflows.ts"
import { defineCommand } from "../../parsing/command.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { openWithOptions } from "../../open-with-options.ts"
import { renderProblems, summariseProblems } from "../../terminal/problems.ts"
import { formatCount } from "../../../text/format-count.ts"

const levels = ["error", "warning", "note"] as const

export const workflowCheck = defineCommand({
  more: "Each problem has its place and a fix.",
  usage: "[WORKFLOW…] [--fail-on LEVEL]",
  examples: [
    { line: "skillet workflow check", about: "every workflow that can be started here" },
    { line: "skillet workflow check skills/my-skill", about: "every workflow of a directory" },
  ],
  options: {
    level: {
      kind: "choice",
      values: ["0", "1", "2"] as const,
      about:
        "0: it can be read; 1: it has no errors (default); 2: also, every step renders at every boundary of its parameters",
    },
    "fail-on": {
      kind: "choice",
      values: levels,
      about: "exit 1 if a problem is at or above this level (default error)",
    },
    ...catalogOptions,
  },
  arguments: { least: 0, most: Number.POSITIVE_INFINITY, what: "workflows or directories", completes: "skill" },
  async run({ options, arguments: names }, io) {
    const skillet = openWithOptions(options, io)
    const checked = names.length === 0 ? await skillet.workflows.list() : await openAllNamed(skillet, names)
    const problems = [
      ...checked.problems,
      ...checked.workflows.flatMap((one) => (options.level === "0" ? [] : one.problems)),
      ...(options.level === "0" ? [] : await checkAllCommands(skillet, checked.workflows)),
      ...(options.level === "2" ? await tryAll(skillet, checked.workflows) : []),
    ]
    if (options.json === true) io.json({ workflows: checked.workflows.map(({ workflow }) => workflow.name), problems })
    else {
      if (problems.length > 0) io.out(renderProblems(problems, io, skillet.around.cwd).join("\n"))
      io.out(
        `${formatCount(checked.workflows.length, "workflow")}, ${problems.length === 0 ? "no problems" : summariseProblems(problems)}`,
      )
    }
    const failing = levels.slice(0, levels.indexOf(options["fail-on"] ?? "error") + 1)
    return problems.some(({ level }) => failing.includes(level)) ? 1 : 0
  },
})

async function openAllNamed(skillet: Skillet, names: readonly string[]) {
  const all = await Promise.all(names.map((name) => skillet.workflows.openAll(name)))
  return { workflows: all.flatMap(({ workflows }) => workflows), problems: all.flatMap(({ problems }) => problems) }
}

async function checkAllCommands(skillet: Skillet, workflows: readonly LoadedWorkflow[]) {
  return (await Promise.all(workflows.map((one) => skillet.workflows.checkCommands(one)))).flat()
}

async function tryAll(skillet: Skillet, workflows: readonly LoadedWorkflow[]) {
  return (await Promise.all(workflows.map((one) => skillet.workflows.tryRendering(one)))).flat()
}
