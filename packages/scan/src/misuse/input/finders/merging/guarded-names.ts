import type { CodeNode } from "../../../../code-tree.ts"
import type { CodeView } from "../../../../rules/code-view.ts"

interface GuardedNames {
  /** Whether a function uses something that refuses dangerous values. */
  readonly inside: (fn: CodeNode) => boolean
  /** Whether something that refuses them uses one of these functions. */
  readonly around: (names: readonly string[]) => boolean
}

const NOBODY: GuardedNames = { inside: () => false, around: () => false }
const ROUNDS = 3
const LONGEST = 3000

/** What asks for the kind of an object says nothing about keys. */
const kindTests = /\bhasOwn\w*(?:\.call)?\([^()]*["'](?:constructor|isPrototypeOf)["']\s*\)/g

/** Functions, and lists of what is refused. */
const kinds = /^(?:function\w*|arrow_function|array|regex|new_expression)$/

/** What a file declares that refuses dangerous values by itself, or by something else that it uses. */
export function findGuardedNames({ tree }: CodeView, guard: RegExp): GuardedNames {
  if (!guard.test(tree.text)) return NOBODY
  const declared = tree
    .ofKind("function_declaration", "method_definition", "variable_declarator", "assignment_expression")
    .flatMap((node) => {
      const name = (node.field("name") ?? node.field("left"))?.text.split(".").at(-1) ?? ""
      const value = node.field("value") ?? node.field("right")
      if (!/^[\w$]{2,}$/.test(name) || (value !== undefined && !kinds.test(value.kind))) return []
      const text = node.text.replace(kindTests, "")
      return text.length <= LONGEST ? [{ name, text }] : []
    })
  let guards = declared.filter(({ text }) => guard.test(text))
  for (let round = 0; round < ROUNDS; round++) {
    const used = matchAnyName(guards.map(({ name }) => name))
    if (used === undefined) break
    guards = declared.filter((one) => guards.includes(one) || used.test(one.text))
  }
  const used = matchAnyName(guards.map(({ name }) => name))
  return {
    inside: (fn) => used?.test(fn.text) === true,
    around: (names) => {
      const called = matchAnyName(names)
      return called !== undefined && guards.some(({ name, text }) => !names.includes(name) && called.test(text))
    },
  }
}

function matchAnyName(names: readonly string[]): RegExp | undefined {
  if (names.length === 0) return undefined
  return new RegExp(`(?<![\\w$])(?:${names.map((name) => name.replace(/\$/g, "\\$")).join("|")})(?![\\w$])`)
}
