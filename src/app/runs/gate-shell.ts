import { allowListedEnvironment } from "../../adapters/shell/allow-listed-environment.ts"
import { redact } from "../../finding/redact.ts"
import { profiles } from "../../hosts/profiles.ts"
import type { Engine } from "../../run/engine/engine.ts"
import type { CommandAnswer } from "../../run/gate/evidence.ts"
import type { Run } from "../../run/model.ts"
import { SkilletError } from "../../skill/failure.ts"
import { allows, isTrust } from "../../skill/trust.ts"
import { judgeFor } from "../judge-command.ts"
import { openSkillet, type Skillet } from "../open-skillet.ts"
import { openRunner, QUIET_GIT } from "../run-commands.ts"

const LIMITS = { milliseconds: 600_000, characters: 30_000 } as const

/**
 * Runs gate commands under the same policy as those of skills: what no rule covers does not run. They run in the project's
 * top directory, under the settings there, from wherever the step was reported.
 */
export function gateShell(
  session: Skillet,
  engine: Engine,
): (command: string, run: Run, signal: AbortSignal) => Promise<CommandAnswer> {
  return async (command, run, signal) => {
    const { directory } = run
    const isThere = directory === undefined || directory === session.around.cwd
    const skillet = isThere ? session : openSkillet({ ...session.options, cwd: directory })
    const refused = await whyRefused(skillet, engine, { command, run })
    if (refused !== undefined) return { kind: "refused", why: refused }
    const settings = await skillet.settings()
    const { cwd } = skillet.around
    const { grants } = run.permissions
    const runner = await openRunner(skillet)
    try {
      const { exitCode, output } = await runner.run(
        {
          command,
          shell: "bash",
          cwd,
          env: { ...allowListedEnvironment(skillet.options.env ?? process.env, []), ...QUIET_GIT },
          grants: { network: grants.includes("network"), write: grants.includes("write") ? [cwd] : [], read: [] },
          sandbox: settings.sandbox === "required" ? "required" : "preferred",
          limits: LIMITS,
        },
        signal,
      )
      return { kind: "ran", exitCode, output: redact(output) }
    } catch (error) {
      if (error instanceof SkilletError) return { kind: "refused", why: error.message }
      throw error
    }
  }
}

async function whyRefused(
  skillet: Skillet,
  engine: Engine,
  { command, run }: { readonly command: string; readonly run: Run },
): Promise<string | undefined> {
  const settings = await skillet.settings()
  const trust = run.skill !== undefined && isTrust(run.skill.trust) ? run.skill.trust : "remote"
  const given = run.permissions.rules
  if (settings.shellOff) return "commands are disabled in the settings"
  if (!allows(trust, "inline-shell") && given.length === 0)
    return "the skill is not approved (skillet trust add approves it)"
  const { allowedTools = [] } = await engine.definitions.find(run.definition)
  const { permissions } = settings
  const judge = judgeFor(
    profiles[skillet.host],
    // A rule given for one command of a skill nobody approved opens nothing else.
    { ...permissions, allow: allows(trust, "inline-shell") ? [...permissions.allow, ...given] : given },
    { grants: allowedTools, trust },
  )
  const { decision, reason } = judge(command)
  return decision === "allow" ? undefined : `${reason} (--allow permits it when the run is started)`
}
