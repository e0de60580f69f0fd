import type { CodeNode } from "../../code-tree.ts"
import type { CodeView } from "../code-view.ts"
import type { Spotted } from "../structural-rule.ts"
import { findAncestor, findEnclosingFunction, functionKinds, findDescendants } from "../tree-shapes.ts"

/** A list that is changed while a loop reads it. */
export function findChangedLists(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("for_statement").flatMap((node) => {
    const [source, body] = [node.field("right"), node.field("body")]
    if (source?.kind !== "identifier" || body === undefined) return []
    const calls = code.calls.filter(
      ({ object, method, node: at }) =>
        object?.text === source.text &&
        (/^(?:remove|insert|pop)$/.test(method) || (method === "append" && isEndless(at, body))) &&
        at.start >= body.start &&
        at.end <= body.end,
    )
    return calls
      .filter(({ node: at }) => !leavesAfter(at) && !isInLoopWithin(at, body) && !isWorklist(node, source.text))
      .map(({ node: at }) => at)
  })
}

/** A return that discards an error in flight. */
export function findReturnsInFinally(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("return_statement").filter((node) => {
    for (let at = node.parent; at !== undefined && !functionKinds.has(at.kind); at = at.parent) {
      // Among the errors of the finally block itself, or where all others were handled.
      if (/^(?:except|catch)_clause$/.test(at.kind)) return false
      if (at.kind === "finally_clause") return !handlesAll(at.parent) && !isMeant(node, code.tree.text)
    }
    return false
  })
}

/** A try statement of Python that catches every error and raises none of them again. */
function handlesAll(statement: CodeNode | undefined): boolean {
  return (statement?.named ?? []).some(
    ({ kind, text }) =>
      kind === "except_clause" && /^except(?:\s+(?:Base)?Exception\b[^:]*)?:/.test(text) && !/\braise\b/.test(text),
  )
}

/** A linter that reports the same was silenced on purpose. */
function isMeant({ end }: CodeNode, text: string): boolean {
  return /^[^\n]*#.*(?:lost-exception|B012|W0150)/.test(text.slice(end, end + 200))
}

/** In every round, and no round is the last. */
function isEndless(node: CodeNode, body: CodeNode): boolean {
  return (
    node.parent?.parent === body &&
    findDescendants(body, ({ kind }) => /^(?:break|return|raise)_statement$/.test(kind)).length === 0
  )
}

/** In a loop of its own, after which the outer one continues with its position in mind. */
function isInLoopWithin(node: CodeNode, body: CodeNode): boolean {
  const loop = findAncestor(node, ({ kind }) => /^(?:for|while)_statement$/.test(kind))
  return loop !== undefined && loop.start >= body.start
}

/** `while items: for item in items: items.remove(item)` returns to what it skipped. */
function isWorklist(loop: CodeNode, name: string): boolean {
  const around = findAncestor(loop, ({ kind }) => kind === "while_statement" || functionKinds.has(kind))
  return around?.kind === "while_statement" && around.field("condition")?.text === name
}

export function findMutableDefaults(code: CodeView): readonly Spotted[] {
  return code.tree.ofKind("default_parameter", "typed_default_parameter").flatMap((node): readonly Spotted[] => {
    const value = node.field("value")
    const name = node.field("name")?.text ?? ""
    const isMutable =
      value !== undefined &&
      (/^(?:list|dictionary|set)$/.test(value.kind) || /^(?:list|dict|set)\(\)$/.test(value.text))
    const fn = findEnclosingFunction(node)
    const body = fn?.field("body")?.text ?? ""
    const isCache = /^_|cache|memo/.test(name)
    if (!isMutable || isCache || fn?.kind !== "function_definition") return []
    // If it is only read, sharing it does no harm, even if an object stores it.
    if (isSharedChanged({ name, body, isEmpty: /^(?:\[\s*\]|\{\s*\}|\w+\(\))$/.test(value.text) })) return [node]
    const kept = new RegExp(`\\bself\\.(\\w+)\\s*=\\s+${name}\\s*(?:$|\\n)`).exec(body)?.[1]
    const owner = findAncestor(fn, ({ kind }) => kind === "class_definition")
    if (kept !== undefined && changed(`self\\.${kept}`).test(owner?.text ?? "")) return [node]
    // Few callers change what they get.
    const isReturned = new RegExp(`\\breturn\\s+${name}\\s*(?:$|\\n)`).test(body)
    return isReturned ? [{ start: node.start, end: node.end, persona: "pedantic" }] : []
  })
}

interface SharedDefault {
  readonly name: string
  readonly body: string
  /** What is done only to a default with items is never done to it. */
  readonly isEmpty: boolean
}

/** The parameter itself is changed, not a copy that was assigned to its name before, in the same block or around it. */
function isSharedChanged({ name, body, isEmpty }: SharedDefault): boolean {
  const lines = body.split("\n")
  const replaced = new RegExp(`^\\s*if\\s+(?:not\\s+${name}|len\\(${name}\\)\\s*==\\s*0)\\s*:`)
  const ofItems = new RegExp(
    `^\\s*(?:(?:if|elif)\\s+(?:len\\()?${name}\\b(?:\\)\\s*>\\s*0)?\\s*(?::|and\\b)|(?:if|elif|for)\\b.*\\bin\\s+${name}\\s*:)`,
  )
  const measureIndent = (line: string) => line.search(/\S/)
  return lines.some((line, at) => {
    if (!changed(name).test(line)) return false
    let depth = at === 0 ? 0 : measureIndent(line)
    for (let before = at - 1; before >= 0; before--) {
      const other = lines[before] ?? ""
      // The text of a body begins without the indentation of its first line.
      const its = before === 0 ? 0 : measureIndent(other)
      if (its === -1 || its > depth) continue
      const isAround = its < depth
      depth = its
      if (isEmpty && isAround && ofItems.test(other)) return false
      if (isEmpty && replaced.test(other) && isReplacedAfter(name, lines.slice(before, at))) return false
      if (new RegExp(`^\\s*${name}\\s*=[^=]`).test(other)) return false
    }
    return true
  })
}

/** `if not name: name = {}`, on one line or two. */
function isReplacedAfter(name: string, [first = "", second = ""]: readonly string[]): boolean {
  return new RegExp(`(?:^|:)\\s*${name}\\s*=[^=]`).test(/:\s*$/.test(first) ? second : first)
}

/** A list or a dictionary of this name is changed in place. */
function changed(name: string): RegExp {
  return new RegExp(
    `(?<![\\w.])${name}(?:\\[[^\\]]*\\]\\s*=[^=]|\\.(?:append|add|update|extend|insert|pop|remove|clear|setdefault)\\(|\\s*(?:\\+|\\|)=)`,
  )
}

/** A change right before the loop is left is not a change while reading. */
function leavesAfter(node: CodeNode): boolean {
  const statement = findAncestor(node, ({ parent }) => parent?.kind === "block")
  const block = statement?.parent
  if (statement === undefined || block === undefined) return false
  const [next, ...later] = block.named.slice(block.named.indexOf(statement) + 1)
  if (next === undefined) return false
  const leaves = ({ kind }: CodeNode) => /^(?:break|return|raise)_statement$/.test(kind)
  return [next, ...later].some(leaves) || findDescendants(next, ({ kind }) => kind === "return_statement").length > 0
}
