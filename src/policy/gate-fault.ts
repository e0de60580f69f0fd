import type { HostProfile } from "../hosts/profile.ts"
import type { Trust } from "../skill/trust.ts"
import { allows } from "./trust/allows.ts"
import { judgeFor, type RuleLists } from "./judge-for-skill.ts"

/** A gate's command and all that speaks for and against it. */
export interface GateCommand {
  readonly command: string
  readonly profile: HostProfile
  readonly permissions: RuleLists
  readonly shellOff: boolean
  /** How far the skill that the procedure came from was trusted when the run began. */
  readonly started: Trust
  /** And how far it is now, with its files as they are; `remote` where it is gone. */
  readonly now: Trust
  /** What the skill grants itself. */
  readonly grants: readonly string[]
  /** Rules a person gave with the run. */
  readonly given: readonly string[]
}

/** Why the command of a gate may not run. Trust counts only while it lasts: it was there and still is. A rule given for one command of an unapproved skill opens nothing else. */
export function gateFault(gate: GateCommand): string | undefined {
  const { profile, permissions, given } = gate
  const wasTrusted = allows(gate.started, "inline-shell")
  const isTrusted = wasTrusted && allows(gate.now, "inline-shell")
  const trust = isTrusted ? gate.now : "remote"
  if (gate.shellOff) return "the settings switch commands off"
  if (wasTrusted && !isTrusted)
    return "the skill it comes from changed since the run began, or is no longer approved (skillet trust list says which)"
  if (!isTrusted && given.length === 0) return "the skill it comes from is not approved (skillet trust add approves it)"
  const allow = isTrusted ? [...permissions.allow, ...given] : given
  const { decision, reason } = judgeFor(
    profile,
    { ...permissions, allow },
    { grants: gate.grants, trust },
  )(gate.command)
  return decision === "allow" ? undefined : `${reason} (a person can let it with --allow when the run is started)`
}
