import { diffWorkflows } from "../../../workflow/diff-workflows.ts"
import { defineCommand } from "../../parsing/command.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { openWithOptions } from "../../open-with-options.ts"

export const workflowDiff = defineCommand({
  usage: "BEFORE AFTER",
  examples: [
    { line: "skillet workflow diff ../old/skills/ship skills/ship", about: "two directories" },
    { line: "skillet workflow diff planner skills/planner --json", about: "the installed one and mine" },
  ],
  options: { ...catalogOptions },
  arguments: { least: 2, most: 2, what: "two workflows, by name or directory", completes: "skill" },
  async run({ options, arguments: [before = "", after = ""] }, io) {
    const skillet = openWithOptions(options, io)
    const diff = diffWorkflows(
      (await skillet.workflows.open(before)).workflow,
      (await skillet.workflows.open(after)).workflow,
    )
    if (options.json === true) io.json(diff)
    else io.out(diff.summary.length === 0 ? "There are no differences." : diff.summary.join("\n"))
    return 0
  },
})
