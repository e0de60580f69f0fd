import { describeRuleProblem, parseRule } from "../shell/rule.ts"

/** What a skill is granted while it is in use, and what it gives up. */
export interface ToolGrants {
  readonly allowed: readonly string[]
  readonly disallowed: readonly string[]
}

export interface GrantHeader {
  readonly allowedTools?: readonly string[] | undefined
  readonly disallowedTools?: readonly string[] | undefined
}

/** Tools that ask the person: a grant would answer in their place. */
const ASKING = /^(?:AskUserQuestion|AskUser|ExitPlanMode|EnterPlanMode|request_user_input|ask_user)$/i

/**
 * The grants of a skill's header: variables are expanded, what the skill gives up is taken out, and tools that ask the
 * person are never granted. Giving up needs no trust.
 */
export function toolGrants(
  header: GrantHeader,
  { isGranted, variables }: { readonly isGranted: boolean; readonly variables: Readonly<Record<string, string>> },
): ToolGrants {
  const disallowed = expandGrants(header.disallowedTools ?? [], variables)
  const allowed = isGranted ? expandGrants(header.allowedTools ?? [], variables) : []
  return {
    allowed: allowed.filter((grant) => !ASKING.test(toolOf(grant)) && !disallowed.some((taken) => takes(taken, grant))),
    disallowed,
  }
}

function toolOf(grant: string): string {
  return grant.trim().split("(", 1)[0]?.trim() ?? ""
}

/** A tool by its name takes every grant of it; a rule takes the same rule, and is a rule that refuses besides. */
function takes(taken: string, grant: string): boolean {
  return taken.trim() === grant.trim() || (!taken.includes("(") && taken.trim() === toolOf(grant))
}

/** Paths that grants may name by a variable, as in `Bash(${CLAUDE_PLUGIN_ROOT}/scripts/x.sh:*)`. */
const PATH_VARIABLE = /\$\{(?:CLAUDE|SKILLET)_(SKILL_DIR|PROJECT_DIR|PLUGIN_ROOT|PLUGIN_DATA)\}/g

/** Grants with our paths put in. One that names a path nobody knows stays as it is, and so allows nothing. */
export function expandGrants(
  grants: readonly string[],
  variables: Readonly<Record<string, string>>,
): readonly string[] {
  return grants.map((grant) =>
    grant.replace(PATH_VARIABLE, (written, name: string) => {
      const value = Object.hasOwn(variables, name) ? variables[name] : undefined
      if (value === undefined || value.includes("'") || !value.startsWith("/")) return written
      // A blank, a star or a bracket in a folder's name is not part of the rule's grammar.
      return /^[\w./@%+=:,-]+$/.test(value) ? value : `'${value}'`
    }),
  )
}

/** What is wrong with a rule that a person wrote, or undefined; rules for other tools are not ours to judge. */
export function ruleFault(text: string): string | undefined {
  const parsed = parseRule(text)
  return parsed.kind === "problem" ? describeRuleProblem(parsed.problem) : undefined
}
