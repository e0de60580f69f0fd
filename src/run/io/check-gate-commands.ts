import fs from "node:fs"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { profiles } from "../../hosts/profiles.ts"
import { type Problem, placeProblem } from "../../problem/problem.ts"
import type { LoadedWorkflow } from "../../workflow/io/load-workflows.ts"
import { workflowFileProblem } from "../../workflow/problems.ts"
import { explainNotFilled, fillCommand } from "../advance/decide/gate/commands.ts"
import { findGateFault } from "../find-gate-fault.ts"

/**
 * The gate commands of a workflow that would be refused although its skill is approved, because no rule of the skill or
 * the user covers them. A command that is a parameter is not known before a run.
 */
export async function checkGateCommands(
  session: Session,
  { workflow, file }: LoadedWorkflow,
): Promise<readonly Problem[]> {
  const { permissions, shellOff } = await session.settings()
  const commands = workflow.steps.flatMap((step) =>
    step.kind === "gate"
      ? step.evidence.flatMap((one) => (one.kind === "command" ? [{ step: step.id, command: one.command }] : []))
      : [],
  )
  return commands.flatMap(({ step, command }) => {
    const filled = fillCommand(command, (place) => (isAlone(command) ? undefined : place.replaceAll(/\W/g, "-")))
    if (filled === "") return []
    const fault =
      explainNotFilled(filled) ??
      findGateFault({
        command: filled,
        profile: profiles[session.host],
        permissions,
        shellOff,
        started: "own",
        now: "own",
        grants: workflow.allowedTools ?? [],
        given: [],
      })
    if (fault === undefined) return []
    const [program = command] = command.trim().split(/\s+/)
    const wording = {
      message: `the gate of step "${step}" can never pass with \`${command}\`: ${fault}`,
      fix: `add a rule such as Bash(${program}:*) to allowed-tools in SKILL.md`,
    }
    const line = findLine(file, command)
    return [placeProblem(file, workflowFileProblem("workflow.uncovered-command", { line }, wording))]
  })
}

function isAlone(command: string): boolean {
  return /^\s*\{\{[^{}]*\}\}\s*$/.test(command)
}

function findLine(file: string, command: string): number {
  const at = fs
    .readFileSync(file, "utf8")
    .split("\n")
    .findIndex((line) => line.includes(command))
  return at === -1 ? 1 : at + 1
}
