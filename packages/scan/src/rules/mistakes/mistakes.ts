import type { CodeNode } from "../../code-tree.ts"
import type { CodeView } from "../code-view.ts"
import { findChangedLists, findMutableDefaults, findReturnsInFinally } from "./lost-values.ts"
import { findDescendants } from "../tree-shapes.ts"
import { defineStructuralRules, everywhere, python, scripts } from "../structural-rule.ts"

const common = { category: "bugs", confidence: "high", autoValidated: true } as const

/** Code that does not do what it seems to do. */
export const mistakeRules = defineStructuralRules([
  {
    ...common,
    id: "assignment-in-condition",
    languages: scripts,
    severity: "major",
    cwe: "CWE-481",
    title: "Assignment in a condition",
    description: "The condition tests the assigned value, whatever the variable held before.",
    fix: "Compare with ===; if the assignment is intended, wrap it in extra parentheses.",
    words: ["if", "while"],
    check: (code) =>
      code.tree.ofKind("if_statement").flatMap((node) => {
        const inner = node.field("condition")?.named[0]
        const right = inner?.kind === "assignment_expression" ? inner.field("right") : undefined
        if (inner === undefined || right === undefined) return []
        const { kind } = code.shape(right)
        // `if (next = node.next)` keeps what it finds; with a string or a number it was meant to compare.
        const isKept = kind === "member" && inner.field("left")?.kind === "identifier"
        return /^(?:constant|name|member)$/.test(kind) && !isKept && !isChain(node, inner) ? [inner] : []
      }),
  },
  {
    ...common,
    id: "compared-with-nan",
    languages: everywhere,
    severity: "major",
    cwe: "CWE-1077",
    title: "Comparison with NaN",
    description: "NaN is not equal to anything, including itself, so the comparison never detects it.",
    fix: "Use Number.isNaN; in Python, use math.isnan.",
    words: ["NaN", "nan"],
    check: (code) =>
      code.tree
        .ofKind("binary_expression", "comparison_operator")
        .filter(
          (node) =>
            node.children.some(({ kind }) => /^[=!]==?$/.test(kind)) &&
            node.named.some(({ text }) =>
              /^(?:NaN|Number\.NaN|math\.nan|np\.nan|numpy\.nan|float\(["']nan["']\))$/.test(text),
            ),
        ),
  },
  {
    ...common,
    id: "literal-compared-by-identity",
    languages: python,
    severity: "major",
    cwe: "CWE-595",
    title: "Literal compared using the is operator",
    description: "Whether equal strings or numbers are the same object depends on the interpreter.",
    fix: "Compare with ==.",
    words: [" is "],
    check: (code) =>
      code.tree
        .ofKind("comparison_operator")
        .filter(
          (node) =>
            node.children.some(({ kind }) => kind === "is" || kind === "is not") &&
            node.named.some(({ kind }) =>
              /^(?:string|integer|float|list|dictionary|tuple|concatenated_string)$/.test(kind),
            ),
        ),
  },
  {
    ...common,
    id: "mutable-default",
    languages: python,
    severity: "major",
    title: "Mutable default argument",
    description: "The list or dictionary is created once and shared, so changes made by one call are seen by the next.",
    fix: "Use None as the default and create the value inside the function.",
    words: ["def "],
    check: findMutableDefaults,
  },
  {
    ...common,
    id: "one-past-the-end",
    languages: scripts,
    severity: "major",
    cwe: "CWE-193",
    title: "Off-by-one loop bound",
    description: "The last iteration reads past the end of the array.",
    fix: "Compare with < instead of <=.",
    words: [".length"],
    check: (code) =>
      code.tree.ofKind("for_statement").flatMap((node) => {
        const found = /^\(?\s*(\w+)\s*<=\s*([\w.]+)\.length\s*;?\s*\)?$/.exec(node.field("condition")?.text ?? "")
        const body = node.field("body")?.text ?? ""
        const condition = node.field("condition")
        if (found === null || condition === undefined) return []
        const reads = body.includes(`${found[2]}[${found[1]}]`)
        const isExpected = new RegExp(`\\b${found[1]}\\s*(?:[=!]==?|<)\\s*[\\w.]+\\.length\\b`).test(body)
        const startsAtZero = /=\s*0\b/.test(node.field("initializer")?.text ?? "")
        return reads && startsAtZero && !isExpected ? [condition] : []
      }),
  },
  {
    ...common,
    id: "unreachable-code",
    languages: everywhere,
    severity: "minor",
    cwe: "CWE-561",
    title: "Unreachable code",
    description: "A statement before it always exits the block.",
    fix: "Remove it, or move the exiting statement after it.",
    words: ["return", "throw", "raise", "break", "continue"],
    check: (code) => code.tree.ofKind("statement_block", "block").flatMap(unreachable),
  },
  {
    ...common,
    id: "duplicate-key",
    languages: everywhere,
    severity: "major",
    cwe: "CWE-563",
    title: "Duplicate key",
    description: "The second value silently overwrites the first.",
    fix: "Remove or rename one of the two.",
    words: ["{"],
    check: (code) => code.tree.ofKind("object", "dictionary").flatMap((node) => duplicateKeys(code, node)),
  },
  {
    ...common,
    id: "duplicate-case",
    languages: everywhere,
    severity: "major",
    title: "Duplicate condition",
    description: "The second branch is never taken.",
    fix: "Remove it, or test the intended condition.",
    words: ["case ", "else if", "elif"],
    check: (code) => [...duplicateCases(code), ...duplicateConditions(code)],
  },
  {
    ...common,
    id: "same-branches",
    languages: scripts,
    severity: "minor",
    autoValidated: false,
    cwe: "CWE-561",
    title: "Both branches of a condition are identical",
    description: "The condition has no effect, so one of the branches was probably meant to differ.",
    fix: "Correct one branch, or remove the condition.",
    words: ["?", "else"],
    check: sameBranches,
  },
  {
    ...common,
    id: "sorted-as-text",
    languages: scripts,
    severity: "major",
    title: "Numbers sorted as strings",
    description: "Without a compare function, 10 sorts before 9.",
    fix: "Pass (a, b) => a - b.",
    words: [".sort", ".toSorted"],
    check: (code) =>
      code.calls
        .filter(
          ({ method, args, object }) =>
            /^(?:sort|toSorted)$/.test(method) &&
            args.length === 0 &&
            object !== undefined &&
            holdsNumbers(code, object),
        )
        .map(({ node }) => node),
  },
  {
    ...common,
    id: "swallowed-error",
    languages: everywhere,
    severity: "minor",
    persona: "pedantic",
    cwe: "CWE-390",
    title: "Error caught and ignored",
    description: "The failure goes unnoticed and the program continues as if nothing had happened.",
    fix: "Handle it, let it propagate, or explain in a comment why it can be ignored.",
    words: ["catch", "except"],
    check: (code) =>
      code.isPython
        ? silentExcepts(code)
        : code.tree.ofKind("catch_clause").filter((node) => isBare(node.field("body"))),
  },
  {
    ...common,
    id: "return-in-finally",
    languages: everywhere,
    severity: "major",
    cwe: "CWE-584",
    title: "Return in a finally block",
    description: "The return discards any exception that is propagating.",
    fix: "Move the return after the finally block.",
    words: ["finally"],
    check: findReturnsInFinally,
  },
  {
    ...common,
    id: "assert-on-tuple",
    languages: python,
    severity: "major",
    title: "Assertion on a tuple never fails",
    description: "A non-empty tuple is always truthy.",
    fix: "Remove the parentheses around the condition and the message.",
    words: ["assert"],
    check: (code) =>
      code.tree
        .ofKind("assert_statement")
        .filter(({ named }) => named.length === 1 && named[0]?.kind === "tuple" && named[0].named.length > 1),
  },
  {
    ...common,
    id: "list-changed-while-read",
    languages: python,
    severity: "major",
    title: "List modified while iterating over it",
    description: "The loop may skip elements or never end.",
    fix: "Iterate over a copy, or build a new list.",
    words: ["for "],
    check: findChangedLists,
  },
])

/** `if (ok = first) { if (ok = second()) …` keeps the result of the last test. */
function isChain(statement: CodeNode, assignment: CodeNode): boolean {
  const name = assignment.field("left")?.text
  return findDescendants(statement, ({ kind }) => kind === "if_statement").some((inner) => {
    const tested = inner === statement ? undefined : inner.field("condition")?.named[0]
    return tested?.kind === "assignment_expression" && tested.field("left")?.text === name
  })
}

function unreachable(block: CodeNode): readonly CodeNode[] {
  const at = block.named.findIndex(({ kind }) => /^(?:return|throw|raise|break|continue)_statement$/.test(kind))
  const next =
    at === -1
      ? undefined
      : block.named
          .slice(at + 1)
          .find(
            ({ kind }) =>
              !/^(?:function_declaration|function_signature|generator_function_declaration|class_declaration|type_alias_declaration|interface_declaration|empty_statement|comment)$/.test(
                kind,
              ),
          )
  if (next === undefined || (next.kind === "variable_declaration" && !next.text.includes("="))) return []
  // A yield that never runs makes a function a generator.
  return /^(?:yield|await\b.*yield)/.test(next.text) ? [] : [next]
}

function duplicateKeys(code: CodeView, node: CodeNode): readonly CodeNode[] {
  const shape = code.shape(node)
  if (shape.kind !== "record") return []
  const last = new Map<string, CodeNode>()
  const found: CodeNode[] = []
  for (const { key: written, value } of shape.entries) {
    const isBytes = /^b["']/i.test(value.parent?.field("key")?.text ?? "")
    const key = written !== undefined && isBytes ? `b${written}` : written
    // What is spread in between may be meant to be overruled.
    if (key === undefined) last.clear()
    // Nothing is lost if the same is written twice.
    else if (last.get(key)?.text === value.text) continue
    else if (key !== "__proto__" && last.has(key)) found.push(value.parent?.kind === "pair" ? value.parent : value)
    else last.set(key, value)
  }
  return found
}

function duplicateCases(code: CodeView): readonly CodeNode[] {
  return code.tree
    .ofKind("switch_body")
    .flatMap((body) =>
      repeated(body.named.filter(({ kind }) => kind === "switch_case").flatMap((one) => one.field("value") ?? [])),
    )
}

/** Conditions with a call may have a different result the second time. */
function duplicateConditions(code: CodeView): readonly CodeNode[] {
  const isPlain = ({ text }: CodeNode) =>
    !/[()]\s*\w*\(|\w\(|=[^=>]|\+\+|--|await/.test(text.replace(/^\(|\)$/g, "").replace(/[!=<>]==?/g, ""))
  if (code.isPython) {
    return code.tree.ofKind("if_statement").flatMap((node) => {
      const first = node.field("condition")
      const others = node.named
        .filter(({ kind }) => kind === "elif_clause")
        .flatMap((one) => one.field("condition") ?? [])
      return first === undefined ? [] : repeated([first, ...others].filter(isPlain))
    })
  }
  return code.tree
    .ofKind("if_statement")
    .filter(({ parent }) => parent?.kind !== "else_clause")
    .flatMap((node) => {
      const chain: CodeNode[] = []
      for (let at: CodeNode | undefined = node; at?.kind === "if_statement"; at = at.field("alternative")?.named[0]) {
        const condition = at.field("condition")
        if (condition !== undefined) chain.push(condition)
      }
      return repeated(chain.filter(isPlain))
    })
}

/** `a ? b : b`, and blocks that are equal and do something. */
function sameBranches(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("ternary_expression", "if_statement").filter((node) => {
    const [first, second] = [node.field("consequence"), node.field("alternative")]
    if (first === undefined || second === undefined) return false
    const other = second.kind === "else_clause" ? second.named[0] : second
    return first.text === other?.text && !/^\{\s*\}$/.test(first.text)
  })
}

function repeated(nodes: readonly CodeNode[]): readonly CodeNode[] {
  const seen = new Set<string>()
  return nodes.filter(({ text }) => seen.has(text) || !seen.add(text))
}

function holdsNumbers(code: CodeView, node: CodeNode): boolean {
  const shape = code.shape(node)
  if (shape.kind === "list")
    return shape.items.length > 1 && shape.items.every(({ kind }) => kind === "number" || kind === "unary_expression")
  if (shape.kind === "call") {
    const callee = code.shape(shape.callee)
    if (callee.kind !== "member") return false
    if (callee.property === "map")
      return (
        /^(?:Number|parseInt|parseFloat|\(?\w+\)?\s*=>\s*(?:Number|parseInt|parseFloat)\()/.test(
          shape.args[0]?.text ?? "",
        ) ||
        /^\(?\w+\)?\s*=>\s*\w+(?:\.\w+)*\.length$/.test(shape.args[0]?.text ?? "") ||
        /^\(?\w+\)?\s*=>\s*[\w.]+\s*[*/%-]\s*[\w.]+$/.test(shape.args[0]?.text ?? "")
      )
    return /^(?:filter|slice|concat)$/.test(callee.property) && holdsNumbers(code, callee.object)
  }
  if (shape.kind === "wrap") return holdsNumbers(code, shape.inner)
  if (shape.kind !== "name") return false
  const all = code.flow.names.all(shape.name, node)
  return (
    all.length > 0 &&
    all.every((found) =>
      found.kind === "value"
        ? holdsNumbers(code, found.value) || hasNumberType(found.at)
        : found.kind === "parameter" && /^(?:readonly )?number\[\]$/.test(found.type ?? ""),
    )
  )
}

function hasNumberType(at: CodeNode): boolean {
  return /^:\s*(?:readonly )?(?:number\[\]|Array<number>)$/.test(at.parent?.field("type")?.text ?? "")
}

/** Empty, without even a comment that says why. */
function isBare(body: CodeNode | undefined): boolean {
  return body !== undefined && /^\{\s*\}$/.test(body.text)
}

function silentExcepts(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("except_clause").filter((node) => {
    const body = node.named.at(-1)
    if (body?.kind !== "block" || !/^(?:pass|\.\.\.)$/.test(body.text.trim())) return false
    const caught = node.text.slice(0, body.start - node.start)
    const isBroad = /^except\s*(?:\(?\s*(?:Base)?Exception\b[^:]*)?:/.test(caught)
    return isBroad && !caught.includes("#") && !hasComment(node)
  })
}

function hasComment(node: CodeNode): boolean {
  return node.children.some(
    (child) => child.kind === "comment" || child.children.some(({ kind }) => kind === "comment"),
  )
}
