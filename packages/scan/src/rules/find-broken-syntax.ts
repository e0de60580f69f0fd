import type { CodeNode, CodeTree } from "../code-tree.ts"

/**
 * The first place where code could not be parsed, so that rules may have missed what is there. Grammars are behind
 * their languages: a word or a type that they do not know (`export type * from`) costs nothing around it and does not
 * count, a bracket, a quotation mark or an operator does.
 */
export function findBrokenSyntax(tree: CodeTree): CodeNode | undefined {
  return tree.findGaps().find((gap) => !isHarmlessGap(gap))
}

function isHarmlessGap({ kind, text }: CodeNode): boolean {
  return kind === "ERROR" ? WORDS.test(text) : kind === ADDED_BEFORE_TEMPLATE
}

const WORDS = /^[\p{L}\p{N}_$\s:?,.;&|*=\0-]*$/u

/** The grammar of TSX adds this to type arguments before a template: `styled(Box)<Props>` and its text. */
const ADDED_BEFORE_TEMPLATE = "!"
