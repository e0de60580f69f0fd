import type { HostProfile } from "../hosts/profile.ts"
import type { Trust } from "../skill/trust.ts"
import { type CommandJudgement, decideCommand } from "../shell/judge/decide-command.ts"
import { allows } from "./trust-state.ts"
import type { SourceKind } from "../skill/place.ts"

/** Rules of the user and the machine: deny wins over ask, ask over allow. */
export interface RuleLists {
  readonly allow: readonly string[]
  readonly ask: readonly string[]
  readonly deny: readonly string[]
}

/** The policy's decision on a skill's commands, from its own grants and the rules of the user and the machine. */
export function openJudge(
  profile: HostProfile,
  permissions: RuleLists,
  skill: { readonly grants: readonly string[]; readonly trust: Trust },
): (command: string) => CommandJudgement {
  const own = allows(skill.trust, "tool-grants") ? skill.grants : []
  const rules = { allow: [...own, ...permissions.allow], ask: permissions.ask, deny: permissions.deny }
  const grantsAll = rules.allow.some((rule) => /^Bash(\(\*\))?$/.test(rule.trim()))
  return (command) => {
    const decided = decideCommand(command, { ...rules, free: profile.rendering.freeCommands })
    const words = decided.commands.map((one) => one.words)
    const rule = decided.commands.find((one) => one.rule !== undefined)?.rule
    if (decided.decision === "allow" && profile.rendering.refusesExpansions && !grantsAll && hasExpansion(command)) {
      return { decision: "deny", reason: "an expansion in this command cannot be checked before it runs", rule, words }
    }
    return { decision: decided.decision, reason: decided.reason, rule, words }
  }
}

/**
 * Whether the setting that switches commands off applies to a skill: the machine's own and bundled skills are exempt.
 */
export function isShellOff(shellOff: boolean, kind: SourceKind): boolean {
  return shellOff && kind !== "managed" && kind !== "bundled"
}

/** Anyone can require a sandbox; nobody can override the settings that require one. */
export function chooseSandbox(
  settings: "required" | "preferred",
  wanted: "required" | "preferred" | undefined,
): "required" | "preferred" {
  return settings === "required" ? "required" : (wanted ?? "preferred")
}

/** Whether a command has an expansion outside single quotes; some hosts refuse all of those. */
export function hasExpansion(command: string): boolean {
  return /\$[\w({$]|`/.test(command.replace(/'[^']*'/g, "").replace(/\\./g, ""))
}
