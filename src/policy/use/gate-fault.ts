import type { HostProfile } from "../../hosts/profile.ts"
import type { Trust } from "../../skill/trust.ts"
import { allows } from "../trust/allows.ts"
import { judgeFor, type RuleLists } from "./judge-for-skill.ts"

/** A gate's command and all that speaks for and against it. */
export interface GateCommand {
  readonly command: string
  readonly profile: HostProfile
  readonly permissions: RuleLists
  readonly shellOff: boolean
  /** How far the skill that the procedure came from is trusted. */
  readonly trust: Trust
  /** What the skill grants itself. */
  readonly grants: readonly string[]
  /** Rules a person gave with the run. */
  readonly given: readonly string[]
}

/** Why the command of a gate may not run. A rule given for one command of an unapproved skill opens nothing else. */
export function gateFault(gate: GateCommand): string | undefined {
  const { profile, permissions, trust, given } = gate
  const isTrusted = allows(trust, "inline-shell")
  if (gate.shellOff) return "the settings switch commands off"
  if (!isTrusted && given.length === 0) return "the skill it comes from is not approved (skillet trust add approves it)"
  const allow = isTrusted ? [...permissions.allow, ...given] : given
  const { decision, reason } = judgeFor(
    profile,
    { ...permissions, allow },
    { grants: gate.grants, trust },
  )(gate.command)
  return decision === "allow" ? undefined : `${reason} (a person can let it with --allow when the run is started)`
}
