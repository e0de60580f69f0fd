import type { Persona } from "../persona.ts"
import type { CodeNode } from "../code-tree.ts"
import type { CodeLanguage, RuleFacts } from "../rule-facts.ts"
import type { CodeView } from "./code-view.ts"

/** A rule that examines code as a tree, with what is known about its values. */
export interface StructuralRule extends RuleFacts {
  /** Words of which one must be in the file, as written; only then is it parsed as a tree. */
  readonly words: readonly string[]
  readonly check: (code: CodeView) => readonly Spotted[]
}

/** A place where a rule matches; usually a node of the tree. */
export interface Spotted extends Pick<CodeNode, "start" | "end"> {
  /** If other personas see this match than the other matches of its rule. */
  readonly persona?: Persona | undefined
}

export function defineStructuralRules(rules: readonly StructuralRule[]): readonly StructuralRule[] {
  return rules
}

export const scripts: readonly CodeLanguage[] = ["javascript", "typescript"]
export const python: readonly CodeLanguage[] = ["python"]
export const everywhere: readonly CodeLanguage[] = ["javascript", "typescript", "python"]
