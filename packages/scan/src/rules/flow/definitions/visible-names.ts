import type { CodeNode, CodeTree } from "../../../code-tree.ts"
import { findAncestor, contains, type Definition, findEnclosingFunction } from "./definition.ts"
import { readPythonDefinitions } from "./read-python-definitions.ts"
import { readScriptDefinitions } from "./read-script-definitions.ts"

/** What a name refers to, in one file. */
export interface Names {
  /** Every definition of the name as seen from this node; none if the file does not define it. */
  readonly all: (name: string, from: CodeNode) => readonly Definition[]
  /** Those that can still be valid where the name is used. */
  readonly reaching: (name: string, use: CodeNode) => readonly Definition[]
}

export function openNames(tree: CodeTree): Names {
  const declared = tree.language === "python" ? readPythonDefinitions(tree) : readScriptDefinitions(tree)
  const byScope = new Map<CodeNode, Map<string, Definition[]>>()
  const add = (scope: CodeNode, definition: Definition): void => {
    const names = byScope.get(scope) ?? new Map<string, Definition[]>()
    byScope.set(scope, names)
    const known = names.get(definition.name)
    if (known === undefined) names.set(definition.name, [definition])
    else known.push(definition)
  }
  const findScope = (name: string, from: CodeNode): CodeNode | undefined =>
    byScope.get(from)?.has(name) === true ? from : findAncestor(from, (above) => knows(above, name, from))
  const knows = (scope: CodeNode, name: string, from: CodeNode): boolean =>
    byScope.get(scope)?.has(name) === true &&
    !(scope.kind === "class_definition" && findEnclosingFunction(from) !== undefined)
  for (const { definition, scope } of declared) if (scope !== "declared-elsewhere") add(scope, definition)
  for (const { definition, scope } of declared) {
    if (scope === "declared-elsewhere") add(findScope(definition.name, definition.at) ?? tree.root, definition)
  }
  const all = (name: string, from: CodeNode): readonly Definition[] => {
    const scope = findScope(name, from)
    return scope === undefined ? [] : (byScope.get(scope)?.get(name) ?? [])
  }
  return { all, reaching: (name, use) => reaching(all(name, use), use) }
}

/** The last definition that certainly ran before the use hides the earlier ones. */
function reaching(definitions: readonly Definition[], use: CodeNode): readonly Definition[] {
  if (definitions.length < 2) return definitions
  const inOrder = [...definitions].sort((a, b) => a.at.start - b.at.start)
  const home = findEnclosingFunction(use)
  const before = inOrder.filter((definition) => findEnd(definition) <= use.start)
  const sure = before.findLastIndex(
    (definition) =>
      !(definition.kind === "value" && definition.adds) &&
      sameFunction(definition, home) &&
      contains(findEnclosingBranch(definition.at), use),
  )
  const kept = sure === -1 ? before : before.slice(sure)
  const later = inOrder.filter((definition) => findEnd(definition) > use.start && mayRunBefore(definition, use, home))
  return [...kept, ...later]
}

function sameFunction(definition: Definition, home: CodeNode | undefined): boolean {
  return definition.kind === "parameter" ? definition.fn === home : findEnclosingFunction(definition.at) === home
}

function findEnd(definition: Definition): number {
  return definition.kind === "value" ? definition.value.end : definition.at.end
}

function mayRunBefore(definition: Definition, use: CodeNode, home: CodeNode | undefined): boolean {
  if (!sameFunction(definition, home)) return true
  const loop = findAncestor(use, ({ kind }) => /^(?:for|while|do)_(?:in_)?statement$/.test(kind))
  return loop !== undefined && contains(loop, definition.at) && !contains(definition.at.parent ?? definition.at, use)
}

const branching =
  /^(?:if_statement|else_clause|elif_clause|for_statement|for_in_statement|while_statement|do_statement|switch_case|switch_default|case_clause|try_statement|catch_clause|except_clause|ternary_expression|conditional_expression|boolean_operator)$/

/** The smallest block that runs as a whole: a branch, a loop's body, a function's body, the file. */
export function findEnclosingBranch(node: CodeNode): CodeNode {
  let inner = node
  for (let above = node.parent; above !== undefined; above = above.parent) {
    if (branching.test(above.kind) && inner.kind !== "parenthesized_expression") return inner
    if (above.field("body") === inner) return inner
    inner = above
  }
  return inner
}
