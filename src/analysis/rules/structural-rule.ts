import type { CodeNode } from "../../ports/code-tree.ts"
import type { CodeLanguage, RuleFacts } from "../rule-facts.ts"
import type { CodeView } from "./code-view.ts"

/** A rule that examines code as a tree, with what is known about its values. */
export interface StructuralRule extends RuleFacts {
  /** Words of which one must be in the file, as written; only then is it parsed as a tree. */
  readonly words: readonly string[]
  /** The places where it matches. */
  readonly check: (code: CodeView) => readonly CodeNode[]
}

export function defineRules(rules: readonly StructuralRule[]): readonly StructuralRule[] {
  return rules
}

export const scripts: readonly CodeLanguage[] = ["javascript", "typescript"]
export const python: readonly CodeLanguage[] = ["python"]
export const everywhere: readonly CodeLanguage[] = ["javascript", "typescript", "python"]
