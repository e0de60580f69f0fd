import type { CodeNode } from "../../ports/code-tree.ts"
import { ancestor, enclosingFunction, functionKinds } from "./flow/definitions/definition.ts"
import { within } from "./flow/functions.ts"
import type { CodeView } from "./code-view.ts"
import { defineRules, everywhere, python, scripts } from "./structural-rule.ts"

const common = { category: "bugs", confidence: "high", autoValidated: true } as const

/** Code that does not do what it says. */
export const mistakeRules = defineRules([
  {
    ...common,
    id: "assignment-in-condition",
    languages: scripts,
    severity: "major",
    cwe: "CWE-481",
    title: "A condition assigns instead of comparing",
    description: "The condition is the assigned value, so it does not depend on what was there before.",
    fix: "Compare with ===; where the assignment is meant, put it in brackets of its own.",
    words: ["if", "while"],
    check: (code) =>
      code.tree.ofKind("if_statement").flatMap((node) => {
        const inner = node.field("condition")?.named[0]
        const right = inner?.kind === "assignment_expression" ? inner.field("right") : undefined
        const isPlain = right !== undefined && /^(?:constant|name|member)$/.test(code.shape(right).kind)
        return inner !== undefined && isPlain ? [inner] : []
      }),
  },
  {
    ...common,
    id: "compared-with-nan",
    languages: everywhere,
    severity: "major",
    cwe: "CWE-1077",
    title: "A value is compared with NaN",
    description: "NaN equals nothing, itself included, so the comparison never holds.",
    fix: "Use Number.isNaN; in Python math.isnan.",
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
    title: "A literal is compared with is",
    description: "Whether two equal texts or numbers are the same object is up to the interpreter.",
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
    title: "A default value is shared by every call",
    description: "The list or dictionary is made once, so what one call adds is there in the next.",
    fix: "Use None as the default and make a new one inside.",
    words: ["def "],
    check: mutableDefaults,
  },
  {
    ...common,
    id: "one-past-the-end",
    languages: scripts,
    severity: "major",
    cwe: "CWE-193",
    title: "A loop goes one past the end",
    description: "The last round reads past the last element.",
    fix: "Compare with < instead of <=.",
    words: [".length"],
    check: (code) =>
      code.tree.ofKind("for_statement").flatMap((node) => {
        const found = /^\(?\s*(\w+)\s*<=\s*([\w.]+)\.length\s*;?\s*\)?$/.exec(node.field("condition")?.text ?? "")
        const body = node.field("body")?.text ?? ""
        const condition = node.field("condition")
        if (found === null || condition === undefined) return []
        const reads = body.includes(`${found[2]}[${found[1]}]`)
        const startsAtZero = /=\s*0\b/.test(node.field("initializer")?.text ?? "")
        return reads && startsAtZero ? [condition] : []
      }),
  },
  {
    ...common,
    id: "unreachable-code",
    languages: everywhere,
    severity: "minor",
    cwe: "CWE-561",
    title: "Code can never run",
    description: "What stands before it always leaves.",
    fix: "Remove it, or move the statement that leaves after it.",
    words: ["return", "throw", "raise", "break", "continue"],
    check: (code) => code.tree.ofKind("statement_block", "block").flatMap(unreachable),
  },
  {
    ...common,
    id: "duplicate-key",
    languages: everywhere,
    severity: "major",
    cwe: "CWE-1109",
    title: "A key is given twice",
    description: "The second value takes the place of the first without a word.",
    fix: "Remove one of the two, or rename it.",
    words: ["{"],
    check: (code) => code.tree.ofKind("object", "dictionary").flatMap((node) => duplicateKeys(code, node)),
  },
  {
    ...common,
    id: "duplicate-case",
    languages: everywhere,
    severity: "major",
    title: "The same condition is tested twice",
    description: "The second branch is never taken.",
    fix: "Remove it, or test for what was meant.",
    words: ["case ", "else if", "elif"],
    check: (code) => [...duplicateCases(code), ...duplicateConditions(code)],
  },
  {
    ...common,
    id: "sorted-as-text",
    languages: scripts,
    severity: "major",
    title: "Numbers are sorted as text",
    description: "Without a function to compare, 10 comes before 9.",
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
    title: "An error is caught and nothing is done",
    description: "What failed goes unnoticed and the program goes on with what it has.",
    fix: "Handle it, let it pass, or say in a comment why it does not matter.",
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
    title: "A finally block returns",
    description: "The return throws away any error that was on its way.",
    fix: "Return after the block.",
    words: ["finally"],
    check: (code) =>
      code.tree.ofKind("return_statement").filter((node) => {
        for (let at = node.parent; at !== undefined && !functionKinds.has(at.kind); at = at.parent)
          if (at.kind === "finally_clause") return true
        return false
      }),
  },
  {
    ...common,
    id: "assert-on-tuple",
    languages: python,
    severity: "major",
    title: "An assertion can never fail",
    description: "A tuple that is not empty is always true.",
    fix: "Write the message after a comma, without brackets around both.",
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
    title: "A list is changed while a loop reads it",
    description: "The loop skips elements, or never ends.",
    fix: "Loop over a copy, or build a new list.",
    words: ["for "],
    check: (code) =>
      code.tree.ofKind("for_statement").flatMap((node) => {
        const [source, body] = [node.field("right"), node.field("body")]
        if (source?.kind !== "identifier" || body === undefined) return []
        const calls = code.calls.filter(
          ({ object, method, node: at }) =>
            object?.text === source.text &&
            /^(?:remove|insert|pop|append)$/.test(method) &&
            at.start >= body.start &&
            at.end <= body.end,
        )
        return calls.filter(({ node: at }) => !leavesAfter(at)).map(({ node: at }) => at)
      }),
  },
])

function mutableDefaults(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("default_parameter", "typed_default_parameter").filter((node) => {
    const value = node.field("value")
    const name = node.field("name")?.text ?? ""
    const isMutable =
      value !== undefined &&
      (/^(?:list|dictionary|set)$/.test(value.kind) || /^(?:list|dict|set)\(\)$/.test(value.text))
    const fn = enclosingFunction(node)
    const body = fn?.field("body")?.text ?? ""
    const isCache = /^_|cache|memo/.test(name)
    if (!isMutable || isCache || fn?.kind !== "function_definition") return false
    // One that is only read is shared without harm, also where an object keeps it.
    if (changed(name).test(body) || new RegExp(`\\breturn\\s+${name}\\s*(?:$|\\n)`).test(body)) return true
    const kept = new RegExp(`\\bself\\.(\\w+)\\s*=\\s+${name}\\s*(?:$|\\n)`).exec(body)?.[1]
    const owner = ancestor(fn, ({ kind }) => kind === "class_definition")
    return kept !== undefined && changed(`self\\.${kept}`).test(owner?.text ?? "")
  })
}

/** A list or a dictionary of this name is changed in place. */
function changed(name: string): RegExp {
  return new RegExp(
    `\\b${name}(?:\\[[^\\]]*\\]\\s*=[^=]|\\.(?:append|add|update|extend|insert|pop|remove|clear|setdefault)\\(|\\s*(?:\\+|\\|)=)`,
  )
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
              !/^(?:function_declaration|generator_function_declaration|class_declaration|type_alias_declaration|interface_declaration|empty_statement|comment)$/.test(
                kind,
              ),
          )
  if (next === undefined || (next.kind === "variable_declaration" && !next.text.includes("="))) return []
  // A yield that never runs is how a function says that it is a generator.
  return /^(?:yield|await\b.*yield)/.test(next.text) ? [] : [next]
}

function duplicateKeys(code: CodeView, node: CodeNode): readonly CodeNode[] {
  const shape = code.shape(node)
  if (shape.kind !== "record") return []
  const last = new Map<string, CodeNode>()
  const found: CodeNode[] = []
  for (const { key, value } of shape.entries) {
    // What is spread in between may be meant to be overruled.
    if (key === undefined) last.clear()
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

/** Conditions that call something may come out differently the second time. */
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
        ) || /^\(?\w+\)?\s*=>\s*\w+(?:\.\w+)*\.length$/.test(shape.args[0]?.text ?? "")
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

/** Nothing inside, not even a word why. */
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

/** A change right before the loop is left is no change while reading. */
function leavesAfter(node: CodeNode): boolean {
  const statement = node.parent
  const block = statement?.parent
  if (statement === undefined || block === undefined) return false
  const next = block.named[block.named.indexOf(statement) + 1]
  return (
    next !== undefined &&
    (/^(?:break|return)_statement$/.test(next.kind) ||
      within(next, ({ kind }) => kind === "return_statement").length > 0)
  )
}
