import { describeRuleProblem, parseRule } from "./rule.ts"

/** The tools that a skill gets and loses while it is in use. */
export interface ToolGrants {
  readonly allowed: readonly string[]
  readonly disallowed: readonly string[]
}

export interface GrantHeader {
  readonly allowedTools?: readonly string[] | undefined
  readonly disallowedTools?: readonly string[] | undefined
}

/** Tools that ask the person: a grant would answer for them. */
const ASKING = /^(?:AskUserQuestion|AskUser|ExitPlanMode|EnterPlanMode|request_user_input|ask_user)$/i

/**
 * The grants in a skill's frontmatter: variables are expanded, disallowed tools are removed, and tools that ask the
 * person are never granted. Disallowing a tool needs no trust.
 */
export function decideToolGrants(
  header: GrantHeader,
  { isGranted, variables }: { readonly isGranted: boolean; readonly variables: Readonly<Record<string, string>> },
): ToolGrants {
  const disallowed = expandGrants(header.disallowedTools ?? [], variables)
  const allowed = isGranted ? expandGrants(header.allowedTools ?? [], variables) : []
  return {
    allowed: allowed.filter(
      (grant) => !ASKING.test(readToolName(grant)) && !disallowed.some((taken) => takes(taken, grant)),
    ),
    disallowed,
  }
}

function readToolName(grant: string): string {
  return grant.trim().split("(", 1)[0]?.trim() ?? ""
}

/** A tool's name removes every grant of that tool; a rule removes the same rule, and also acts as a deny rule. */
function takes(taken: string, grant: string): boolean {
  return taken.trim() === grant.trim() || (!taken.includes("(") && taken.trim() === readToolName(grant))
}

/** Paths that grants may name by a variable, as in `Bash(${CLAUDE_PLUGIN_ROOT}/scripts/x.sh:*)`. */
const PATH_VARIABLE = /\$\{(?:CLAUDE|SKILLET)_(SKILL_DIR|PROJECT_DIR|PLUGIN_ROOT|PLUGIN_DATA)\}/g

/** Grants with real paths inserted. A grant that names an unknown path stays unchanged and so allows nothing. */
export function expandGrants(
  grants: readonly string[],
  variables: Readonly<Record<string, string>>,
): readonly string[] {
  return grants.map((grant) =>
    grant.replace(PATH_VARIABLE, (written, name: string) => {
      const value = Object.hasOwn(variables, name) ? variables[name] : undefined
      if (value === undefined || value.includes("'") || !value.startsWith("/")) return written
      // A blank, a star or a bracket in a directory's name is not part of the rule's grammar.
      return /^[\w./@%+=:,-]+$/.test(value) ? value : `'${value}'`
    }),
  )
}

/** What is wrong with a rule that a person wrote, or undefined; rules for other tools are not checked. */
export function findRuleFault(text: string): string | undefined {
  const parsed = parseRule(text)
  return parsed.kind === "problem" ? describeRuleProblem(parsed.problem) : undefined
}
