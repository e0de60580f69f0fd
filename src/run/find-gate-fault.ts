import type { HostProfile } from "../hosts/profile.ts"
import type { Trust } from "../skill/trust.ts"
import { gateFaults } from "./gate-faults.ts"
import { isBelow } from "../text/folder-paths.ts"
import { openJudge, type RuleLists } from "../trust/open-judge.ts"
import { allows } from "../trust/trust-state.ts"

/** A gate's command and everything that decides whether it may run. */
export interface GateCommand {
  readonly command: string
  readonly profile: HostProfile
  readonly permissions: RuleLists
  readonly shellOff: boolean
  /** The trust of the procedure's skill when the run began. */
  readonly started: Trust
  /** Its trust now, with its current files; `remote` if the skill is gone. */
  readonly now: Trust
  /** What the skill grants itself. */
  readonly grants: readonly string[]
  /** Rules that a person gave with the run. */
  readonly given: readonly string[]
}

/**
 * Why the command of a gate may not run. Trust counts only if it was there when the run began and still is. A rule
 * given for one command of an unapproved skill allows nothing else.
 */
export function findGateFault(gate: GateCommand): string | undefined {
  const { profile, permissions, given } = gate
  const wasTrusted = allows(gate.started, "inline-shell")
  const isTrusted = wasTrusted && allows(gate.now, "inline-shell")
  const trust = isTrusted ? gate.now : "remote"
  if (gate.shellOff) return gateFaults.shellOff
  if (wasTrusted && !isTrusted) return gateFaults.changed
  if (!isTrusted && given.length === 0) return gateFaults.notApproved
  const allow = isTrusted ? [...permissions.allow, ...given] : given
  const { decision, reason } = openJudge(
    profile,
    { ...permissions, allow },
    { grants: gate.grants, trust },
  )(gate.command)
  return decision === "allow" ? undefined : `${reason} (a person can allow it with --allow when starting the run)`
}

/** Paths with all links resolved; undefined if the path does not exist. */
interface RealPaths {
  readonly root: string | undefined
  readonly at: string | undefined
}

/** Why a gate may not inspect a path. An agent may have named the path, so it must be inside the project. */
export function findInspectionFault(named: string, { root, at }: RealPaths): string | undefined {
  if (named === "") return "no path was named"
  if (at === undefined || root === undefined) return "it does not exist"
  return isBelow(root, at) ? undefined : "it is outside the project"
}
