import { saysNo } from "../shell/judge/no-match.ts"
import type { CommandGrants } from "../trust/trust-state.ts"
import type { ShellResult, ShellRunner } from "../shell/shell-runner.ts"
import { SkilletError } from "../problem/failure.ts"
import { groupDigits } from "../text/format-count.ts"
import type { CommandOutput, RenderedCommand, RenderPlan } from "./rendering.ts"

/** What commands need to run. */
export interface RunAround {
  /** Throws if the skill has changed; called before each command. */
  readonly refuseChanged: () => void
  /** Where the skill's own files are. */
  readonly folder: string | undefined
  readonly grants: CommandGrants
  readonly sandbox: "required" | "preferred"
  readonly openRunner: () => Promise<ShellRunner>
  readonly cwd: string
  readonly environment: (granted: readonly string[]) => Readonly<Record<string, string>>
  readonly redact: (text: string) => string
}

const LIMITS = { milliseconds: 120_000, characters: 30_000 } as const

/** Runs the allowed commands of a plan, one after another; the first that fails ends it. */
export async function runCommands(
  plan: RenderPlan,
  around: RunAround,
): Promise<readonly (CommandOutput | undefined)[]> {
  if (!plan.commands.some(({ decision }) => decision === "allow")) return []
  const runner = await around.openRunner()
  const outputs: (CommandOutput | undefined)[] = []
  for (const command of plan.commands) {
    if (command.decision !== "allow") {
      outputs.push(undefined)
      continue
    }
    around.refuseChanged()
    const result = await runner.run(makeRequest(command, plan, around))
    outputs.push(checkOutput(command, result, around))
  }
  return outputs
}

function makeRequest({ command }: RenderedCommand, { shell }: RenderPlan, around: RunAround) {
  const { cwd, grants, sandbox, folder } = around
  return {
    command,
    shell,
    cwd,
    env: around.environment(grants.env),
    grants: {
      network: grants.network,
      write: grants.write ? [cwd] : [],
      read: folder === undefined ? [] : [folder],
    },
    sandbox,
    limits: LIMITS,
  }
}

/** What a command printed. Throws if it failed; an exit code that only means "no match" is not a failure. */
function checkOutput(command: RenderedCommand, result: ShellResult, { redact }: RunAround): CommandOutput {
  const { output, overflow, exitCode, sandboxed } = result
  const failed = (code: string, why: string) =>
    new SkilletError(code, `Shell command failed for pattern "${command.source}": ${redact(why)}`, {
      retry: "no",
      next: "run the command yourself to see what it needs",
    })
  if (result.outputCapped === true) throw failed("render.too-much-output", "it printed too much and was stopped")
  if (result.timedOut) throw failed("render.timeout", `it did not finish within ${LIMITS.milliseconds / 1000} seconds`)
  if (exitCode !== 0 && !saysNo(command.command, exitCode)) throw failed("render.command-failed", output)
  const text =
    overflow === undefined
      ? output
      : `[${groupDigits(overflow.characters)} characters; the whole output is in ${overflow.path}; it starts with:]\n${output}`
  return { text, exitCode, sandboxed }
}
