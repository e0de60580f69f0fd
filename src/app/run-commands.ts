import { grouped } from "../text/grouped.ts"
import fs from "node:fs"
import { allowListedEnvironment } from "../adapters/shell/allow-listed-environment.ts"
import type { ApprovedGrants } from "../adapters/trust/trust-store.ts"
import { saysNo } from "../policy/command/no-match.ts"
import type { ShellResult, ShellRunner } from "../ports/shell-runner.ts"
import type { CommandOutput, RenderedCommand, RenderPlan } from "../render/rendering.ts"
import { redact } from "../finding/redact.ts"
import { SkilletError } from "../problem/failure.ts"
import type { Skillet } from "./open-skillet.ts"
import { ownPlaces } from "./places.ts"
import { requireLimits } from "./require-limits.ts"

export interface RunOptions {
  /** Throws when the skill is no longer what it was; asked before each command. */
  readonly refuseChanged: () => void
  /** Where the skill's own files lie. */
  readonly folder: string | undefined
  readonly grants: ApprovedGrants
  readonly sandbox: "required" | "preferred"
}

const LIMITS = { milliseconds: 120_000, characters: 30_000 } as const

/** A repository's own settings should not make git start programs: no monitor, no hooks, no pager, no questions. */
export const QUIET_GIT = {
  GIT_CONFIG_COUNT: "2",
  GIT_CONFIG_KEY_0: "core.fsmonitor",
  GIT_CONFIG_VALUE_0: "false",
  GIT_CONFIG_KEY_1: "core.hooksPath",
  GIT_CONFIG_VALUE_1: "/dev/null",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_PAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
} as const

/** Runs the allowed commands of a plan, one after another; the first that fails ends it. */
export async function runCommands(
  skillet: Skillet,
  plan: RenderPlan,
  options: RunOptions,
): Promise<readonly (CommandOutput | undefined)[]> {
  if (!plan.commands.some(({ decision }) => decision === "allow")) return []
  const runner = await openRunner(skillet)
  const outputs: (CommandOutput | undefined)[] = []
  for (const command of plan.commands) {
    if (command.decision === "allow") options.refuseChanged()
    outputs.push(
      command.decision === "allow" ? await runOne(skillet, command, { runner, options, shell: plan.shell }) : undefined,
    )
  }
  return outputs
}

async function runOne(
  skillet: Skillet,
  command: RenderedCommand,
  how: { readonly runner: ShellRunner; readonly options: RunOptions; readonly shell: RenderPlan["shell"] },
): Promise<CommandOutput> {
  const { grants, sandbox } = how.options
  const { cwd } = skillet.around
  const result = await how.runner.run({
    command: command.command,
    shell: how.shell,
    cwd,
    env: { ...allowListedEnvironment(skillet.options.env ?? process.env, grants.env), ...QUIET_GIT },
    grants: {
      network: grants.network,
      write: grants.write ? [cwd] : [],
      read: how.options.folder === undefined ? [] : [how.options.folder],
    },
    sandbox,
    limits: LIMITS,
  })
  if (result.outputCapped === true) {
    if (result.overflow !== undefined) fs.rmSync(result.overflow.path, { force: true })
    throw failed("render.too-much-output", command, "it printed more than can be kept, and was stopped")
  }
  if (result.timedOut)
    throw failed("render.timeout", command, `it did not end within ${LIMITS.milliseconds / 1000} seconds`)
  if (result.exitCode !== 0 && !saysNo(command.command, result.exitCode))
    throw failed("render.command-failed", command, result.output)
  return { text: outputText(result), exitCode: result.exitCode, sandboxed: result.sandboxed }
}

function outputText({ output, overflow }: ShellResult): string {
  if (overflow === undefined) return output
  return `[${grouped(overflow.characters)} characters, all of them in ${overflow.path}; they begin:]\n${output}`
}

/** What runs the commands of a session: nothing while a limit is unknown. */
export async function openRunner(skillet: Skillet): Promise<ShellRunner> {
  const runner = await runnerFor(skillet)
  return {
    sandbox: () => runner.sandbox(),
    run: async (request, signal) => {
      await requireLimits(skillet)
      return runner.run(request, signal)
    },
  }
}

async function runnerFor(skillet: Skillet): Promise<ShellRunner> {
  if (skillet.options.shell !== undefined) return skillet.options.shell
  const { openShellRunner } = await import("../adapters/shell/open-shell-runner.ts")
  return openShellRunner({ overflow: `${ownPlaces(skillet.options.env ?? process.env).cache}/output` })
}

function failed(code: string, command: RenderedCommand, why: string): SkilletError {
  return new SkilletError(code, `Shell command failed for pattern "${command.source}": ${redact(why)}`, {
    retry: "no",
    next: "run the command by hand to see what it needs",
  })
}
