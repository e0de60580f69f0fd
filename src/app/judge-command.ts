import type { Permissions } from "../catalog/settings.ts"
import type { HostProfile } from "../hosts/profile.ts"
import type { Judgement } from "../render/plan-rendering.ts"
import { decideCommand } from "../policy/command/decide-command.ts"
import { allows, type Trust } from "../skill/trust.ts"

/** What the policy says of a skill's commands: its own grants, and the rules of the user and the machine. */
export function judgeFor(
  profile: HostProfile,
  permissions: Permissions,
  skill: { readonly grants: readonly string[]; readonly trust: Trust },
): (command: string) => Judgement {
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

function hasExpansion(command: string): boolean {
  return /\$[\w({$]|`/.test(command.replace(/'[^']*'/g, "").replace(/\\./g, ""))
}
