import { answersRequests, readsOwnFormat } from "../../../../library-facts.ts"
import type { CodeNode } from "../../../../code-tree.ts"
import type { Call, CodeView } from "../../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../../rules/tree-shapes.ts"

const compiled = /^(?:self\.)?_?(?:code|co|bytecode|compiled\w*|code_?obj\w*)$|^compile\(|\bcompile\(/
const reviewed = /\bco_names\b|\bast\.(?:walk|parse|NodeVisitor)\b|\bis_safe\w*\(/

/** Whether text is evaluated that was not compiled or looked through before. Handlers are followed by their data. */
export function isEvaluatedText({ node, args: [first] }: Call, code: CodeView): boolean {
  if (first === undefined || compiled.test(first.text) || answersRequests(code.tree.text)) return false
  return !reviewed.test(around(node, code)) && !isMeant(node, code.tree.text)
}

/** A linter's rule about eval was silenced on this line. */
function isMeant({ start }: CodeNode, text: string): boolean {
  const end = text.indexOf("\n", start)
  const line = text.slice(start, end === -1 ? text.length : end)
  return /#.*(?:pylint:\s*disable=[\w, -]*\beval-used|noqa:[\w, ]*\b(?:S307|PGH001)|nosec:? ?B307)\b/.test(line)
}

const verified = /\bcompare_digest\b|\bhmac\b|\bverif(?:y|ied)\w*\(|\bsignature\b|\bunsign\(|\bdecrypt\(/i
const restricted = /\bdef find_class\(|RestrictedUnpickler|SafeUnpickler/
const copied = /\b(?:dumps|packb|encode)\(/

/** Whether objects are read that nothing in the function vouches for. */
export function isUnverifiedLoad({ node, args: [first] }: Call, code: CodeView): boolean {
  const { text } = code.tree
  if (first === undefined || copied.test(first.text) || restricted.test(text) || answersRequests(text)) return false
  if (readsOwnFormat(text)) return false
  return !verified.test(around(node, code))
}

function around(node: CodeNode, code: CodeView): string {
  return findEnclosingFunction(node)?.text ?? code.tree.text
}
