import type { CodeNode, TreeLanguage } from "../../code-tree.ts"
import { checks, denies } from "./cleaners.ts"
import { functionKinds } from "./definitions/definition.ts"
import { readDottedName, readShape } from "./shapes/read-shape.ts"

/** Whether a value was checked on every path to its use: by a branch around it or by an earlier one that exits. */
export function isGuarded(use: CodeNode, language: TreeLanguage): boolean {
  const key = use.text
  let inner = use
  for (let above = use.parent; above !== undefined; above = above.parent) {
    if (holdsInside(above, inner, { key, language }) || leftBefore(above, inner, { key, language })) return true
    if (functionKinds.has(above.kind)) return false
    inner = above
  }
  return false
}

interface Asked {
  readonly key: string
  readonly language: TreeLanguage
}

/** The use is in a branch that is only taken if the check succeeds. */
function holdsInside(above: CodeNode, inner: CodeNode, asked: Asked): boolean {
  if (above.kind === "conditional_expression") return above.named[0] === inner && says(above.named[1], asked, true)
  if (/^(?:if_statement|ternary_expression|elif_clause|while_statement)$/.test(above.kind)) {
    const condition = above.field("condition")
    if (condition === inner) return false
    const isThen = above.field("consequence") === inner || above.field("body") === inner
    return says(condition, asked, isThen)
  }
  if (above.kind === "binary_expression" && above.field("right") === inner) {
    const operator = above.field("operator")?.text
    if (operator === "&&") return says(above.field("left"), asked, true)
    return operator === "||" && says(above.field("left"), asked, false)
  }
  if (above.kind === "switch_case")
    return above.parent?.parent?.field("value")?.text.replace(/^\(|\)$/g, "") === asked.key
  return false
}

/** An earlier statement of the same block exits if the check fails, or is nothing but the check. */
function leftBefore(block: CodeNode, inner: CodeNode, asked: Asked): boolean {
  if (!/^(?:statement_block|block|program|module|switch_case)$/.test(block.kind)) return false
  for (const statement of block.named) {
    if (statement === inner) return false
    if (
      statement.kind === "if_statement" &&
      leaves(statement.field("consequence")) &&
      says(statement.field("condition"), asked, false)
    )
      return true
    if (statement.kind === "assert_statement" && says(statement.named[0], asked, true)) return true
    if (statement.kind === "expression_statement" && isAssertion(statement.named[0], asked)) return true
  }
  return false
}

function isAssertion(node: CodeNode | undefined, asked: Asked): boolean {
  if (node === undefined) return false
  const shape = readShape(node, asked.language)
  if (shape.kind === "wrap") return isAssertion(shape.inner, asked)
  if (shape.kind !== "call") return false
  const path = readDottedName(shape.callee, asked.language) ?? ""
  if (!/(?:^|\.|_)(?:assert|validate|ensure|check|verify|invariant)(?:[A-Z_]\w*)?$/.test(path)) return false
  return shape.args.some((arg) => arg.text === asked.key || says(arg, asked, true))
}

function leaves(body: CodeNode | undefined): boolean {
  const last = body === undefined ? undefined : body.kind.endsWith("block") ? body.named.at(-1) : body
  if (last === undefined) return false
  if (/^(?:return|throw|raise|continue|break)_statement$/.test(last.kind)) return true
  return (
    last.kind === "expression_statement" &&
    /^(?:process\.exit|sys\.exit|exit|abort|flask\.abort|next|notFound|redirect)\(/.test(last.text)
  )
}

/** Whether the result `outcome` of a condition means that the value is an allowed one. */
function says(condition: CodeNode | undefined, asked: Asked, outcome: boolean): boolean {
  if (condition === undefined || !condition.text.includes(asked.key)) return false
  const parts = splitCondition(condition)
  if (parts.kind === "not") return says(parts.inner, asked, !outcome)
  if (parts.kind === "both")
    return (
      parts.sides.some((side) => outcome && says(side, asked, true)) ||
      (!outcome && parts.sides.every((side) => says(side, asked, false)))
    )
  if (parts.kind === "one")
    return (
      parts.sides.some((side) => !outcome && says(side, asked, false)) ||
      (outcome && parts.sides.every((side) => says(side, asked, true)))
    )
  return leafSays(condition, asked, outcome)
}

type Parts =
  | { readonly kind: "not"; readonly inner: CodeNode }
  | { readonly kind: "both" | "one"; readonly sides: readonly CodeNode[] }
  | { readonly kind: "leaf" }

function splitCondition(node: CodeNode): Parts {
  if (node.kind === "parenthesized_expression") {
    const inner = node.named[0]
    return inner === undefined ? { kind: "leaf" } : { kind: "both", sides: [inner] }
  }
  const operator = node.field("operator")?.text
  const argument = node.field("argument")
  if ((node.kind === "unary_expression" && operator === "!") || node.kind === "not_operator") {
    return argument === undefined ? { kind: "leaf" } : { kind: "not", inner: argument }
  }
  const sides = [node.field("left"), node.field("right")].filter((side) => side !== undefined)
  if (operator === "&&" || operator === "and") return { kind: "both", sides }
  if (operator === "||" || operator === "or") return { kind: "one", sides }
  return { kind: "leaf" }
}

function leafSays(node: CodeNode, { key, language }: Asked, outcome: boolean): boolean {
  if (node.kind === "binary_expression" || node.kind === "comparison_operator")
    return comparisonSays(node, { key, language }, outcome)
  const shape = readShape(node, language)
  if (shape.kind === "wrap") return leafSays(shape.inner, { key, language }, outcome)
  if (shape.kind !== "call") return false
  const path = readDottedName(shape.callee, language) ?? shape.callee.text.replace(/^.*\)\./s, "")
  const isAsked = shape.args.some((arg) => mentions(arg.text, key)) || mentions(shape.callee.text, key)
  if (!isAsked) return false
  if (/["'](?:\.\.|\/\/|\/\.)/.test(node.text)) return true
  if (denies.test(path)) return !outcome
  return (
    outcome &&
    (checks.test(path) ||
      checks.test(`.${path.split(".").at(-1) ?? ""}`) ||
      /\/\^?.*\/\w*\.test$/.test(shape.callee.text))
  )
}

function comparisonSays(node: CodeNode, { key, language }: Asked, outcome: boolean): boolean {
  const operator = node.children.find((child) => !node.named.includes(child))?.text ?? ""
  const isNotIn = /\bnot\s+in\b/.test(node.text)
  const [left, right] = [node.named[0], node.named.at(-1)]
  if (left === undefined || right === undefined) return false
  if (isNotIn) return left.text === key && !outcome
  if (operator === "in") return left.text === key ? outcome : /["']\.\.["']/.test(left.text)
  const other = left.text === key ? right : right.text === key ? left : undefined
  if (other === undefined) return /indexOf|typeof|isinstance/.test(node.text) ? /indexOf/.test(node.text) : false
  if (readShape(other, language).kind !== "constant" || /^(?:null|undefined|None|""|'')$/.test(other.text)) return false
  return /^(?:===?)$/.test(operator) ? outcome : /^!==?$/.test(operator) ? !outcome : false
}

function mentions(text: string, key: string): boolean {
  const at = text.indexOf(key)
  return at !== -1 && !/[\w$]/.test(text[at + key.length] ?? "") && !/[\w$]/.test(text[at - 1] ?? "")
}
