import fs from "node:fs"
import { buildCommandEnvironment } from "../../../shell/io/command-environment.ts"
import { redact } from "../../../finding/redact.ts"
import type { HostId } from "../../../hosts/profile.ts"
import { profiles } from "../../../hosts/profiles.ts"
import { findGateFault } from "../../find-gate-fault.ts"
import { expandGrants } from "../../../shell/tool-grants.ts"
import type { Engine } from "../../engine.ts"
import type { CommandAnswer } from "../../model.ts"
import type { Run } from "../../model.ts"
import { explainNotFilled } from "../../advance/decide/gate/commands.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { isTrust } from "../../../skill/trust.ts"
import { openSession, type Session } from "../../../catalog/io/session/open-session.ts"
import { openRunner } from "../../../catalog/io/session/open-runner.ts"
import { findSkillPaths } from "../../../catalog/io/skills/skill-variables.ts"
import { readSkillTrust } from "../../../catalog/io/skills/read-trust.ts"

const LIMITS = { milliseconds: 600_000, characters: 30_000 } as const

/**
 * Runs gate commands under the same policy as commands of skills: a command that no rule covers does not run. They run
 * in the project's top directory, under the settings there, no matter where the step was reported from.
 */
export function openGateShell(
  session: Session,
  engine: Engine,
): (command: string, run: Run, signal: AbortSignal) => Promise<CommandAnswer> {
  return async (command, run, signal) => {
    const skillet = openRunSession(session, run)
    const refused = await whyRefused(skillet, engine, { command, run })
    if (refused !== undefined) return { kind: "refused", why: refused, command }
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
          env: buildCommandEnvironment(skillet.options.env ?? process.env, []),
          grants: { network: grants.includes("network"), write: grants.includes("write") ? [cwd] : [], read: [] },
          sandbox: settings.sandbox,
          limits: LIMITS,
        },
        signal,
      )
      return { kind: "ran", exitCode, output: redact(output), directory: fs.realpathSync(cwd), command }
    } catch (error) {
      if (error instanceof SkilletError) return { kind: "refused", why: error.message, command }
      throw error
    }
  }
}

/** A session in the directory of a run. */
export function openRunSession(session: Session, { directory }: Pick<Run, "directory">): Session {
  const isThere = directory === undefined || directory === session.around.cwd
  return isThere ? session : openSession({ ...session.options, cwd: directory })
}

/**
 * A run may be reported from another agent than the one that started it, whose profile does not read the skill's
 * directory.
 */
async function trustUnderAnyHost(skillet: Session, skillPath: string): ReturnType<typeof readSkillTrust> {
  const here = await readSkillTrust(skillet, skillPath)
  if (here !== undefined) return here
  for (const host of Object.keys(profiles) as readonly HostId[]) {
    const found =
      host === skillet.host ? undefined : await readSkillTrust(openSession({ ...skillet.options, host }), skillPath)
    if (found !== undefined) return found
  }
  return undefined
}

async function whyRefused(
  skillet: Session,
  engine: Engine,
  { command, run }: { readonly command: string; readonly run: Run },
): Promise<string | undefined> {
  const unfilled = explainNotFilled(command)
  if (unfilled !== undefined) return unfilled
  const settings = await skillet.settings()
  const now = run.skill === undefined ? undefined : await trustUnderAnyHost(skillet, run.skill.path)
  const { allowedTools = [] } = await engine.definitions.find(run.definition)
  return findGateFault({
    command,
    profile: profiles[skillet.host],
    permissions: settings.permissions,
    shellOff: settings.shellOff,
    started: run.skill !== undefined && isTrust(run.skill.trust) ? run.skill.trust : "remote",
    now: now?.state.trust ?? "remote",
    grants: now === undefined ? [] : expandGrants(allowedTools, findSkillPaths(skillet, now.skill)),
    given: run.permissions.rules,
  })
}
