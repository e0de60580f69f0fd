import { type Persona, personas } from "../persona.ts"
import { namingKinds } from "../rules/naming-kinds.ts"
import type { CodeNode } from "../code-tree.ts"
import type { Call, CodeView } from "../rules/code-view.ts"
import { scripts, type Spotted, type StructuralRule } from "../rules/structural-rule.ts"
import { findArgument, hasUnknownOptions } from "./call-arguments.ts"
import { findCallsNamed } from "./find-calls-named.ts"
import { isConstant, renderCodeValue } from "./render-code-value.ts"

/** What an argument must be: a text that matches, present, absent, computed at run time, constant. */
export type Demand = RegExp | "given" | "missing" | "computed" | "fixed" | ((node: CodeNode, code: CodeView) => boolean)

interface Row {
  /** Code that matches, and similar code that is correct. Both are tests. */
  readonly example: string
  readonly lookAlike: string
  /** Who sees matches of this row, if it is not the same as for the rule. */
  readonly persona?: Persona
}

/** A call that is wrong because of the function and its arguments. */
export interface CallRow extends Row {
  /** By the full name, through imports; `.name` is a method of anything. */
  readonly calls: readonly string[]
  /** The name of the receiver of a method. */
  readonly on?: RegExp
  /** Arguments by position, by name, or as an option: `1`, `verify`, `cookie.secure`. All of them must match. */
  readonly where?: Readonly<Record<string, Demand>>
  /** One argument that matches makes it correct. */
  readonly unless?: Readonly<Record<string, Demand>>
  readonly and?: (call: Call, code: CodeView) => boolean
}

/** A name that must not get such a value, wherever it is assigned: a variable, a property, an option. */
export interface ValueRow extends Row {
  readonly names: RegExp
  readonly is: Demand
  /** What must be written around it: between it and the function, or in the file. */
  readonly around?: RegExp
  readonly inFile?: RegExp
  /** Only if the name gets its value in one of these ways. */
  readonly kinds?: readonly string[]
  readonly when?: (node: CodeNode) => boolean
}

/** What a table cannot express. */
export interface FindRow extends Row {
  readonly find: (code: CodeView) => readonly CodeNode[]
}

export type MisuseRow = { readonly language: "python" | "script" } & (CallRow | ValueRow | FindRow)

export interface MisuseRule extends StructuralRule {
  readonly rows: readonly MisuseRow[]
  /** The same rule with other rows. */
  readonly withRows: (rows: readonly MisuseRow[]) => MisuseRule
}

type Facts = Omit<StructuralRule, "check" | "languages" | "category" | "confidence" | "autoValidated"> &
  Partial<Pick<StructuralRule, "confidence" | "autoValidated">>

/** A rule that matches if one of its rows does. */
export function defineMisuseRule(facts: Facts, rows: readonly MisuseRow[]): MisuseRule {
  const spoken = new Set(rows.map(({ language }) => language))
  const python = rows.filter(({ language }) => language === "python")
  const script = rows.filter(({ language }) => language === "script")
  return {
    confidence: "medium",
    autoValidated: false,
    category: "security",
    ...facts,
    languages: [...(spoken.has("script") ? scripts : []), ...(spoken.has("python") ? (["python"] as const) : [])],
    rows,
    withRows: (other) => defineMisuseRule(facts, other),
    check: (code) => {
      const found = (code.isPython ? python : script).flatMap((row) => spotted(row, code))
      const reach = ({ persona = facts.persona ?? "regular" }: Spotted) => personas.indexOf(persona)
      // Only the first match at a place counts: the one that more readers see.
      return found.length < 2 ? found : [...new Set(found)].sort((a, b) => a.start - b.start || reach(a) - reach(b))
    },
  }
}

function spotted(row: MisuseRow, code: CodeView): readonly Spotted[] {
  const { persona } = row
  const nodes = found1(row, code)
  return persona === undefined ? nodes : nodes.map(({ start, end }) => ({ start, end, persona }))
}

function found1(row: MisuseRow, code: CodeView): readonly CodeNode[] {
  if ("find" in row) return row.find(code)
  if ("names" in row) return badValues(row, code)
  return findCallsNamed(code, row.calls)
    .filter((call) => isMisused(row, call, code))
    .map(({ node }) => node)
}

function isMisused(row: CallRow, call: Call, code: CodeView): boolean {
  if (row.on !== undefined && !row.on.test(call.object?.text ?? "")) return false
  const holds = ([key, demand]: [string, Demand]) => meets(code, call, { key, demand })
  return (
    Object.entries(row.where ?? {}).every(holds) &&
    !Object.entries(row.unless ?? {}).some(holds) &&
    (row.and === undefined || row.and(call, code))
  )
}

function meets(
  code: CodeView,
  call: Call,
  { key, demand }: { readonly key: string; readonly demand: Demand },
): boolean {
  const node = findArgument(code, call, key)
  if (demand === "missing") return node === undefined && !hasUnknownOptions(code, call)
  return node !== undefined && isSo(node, demand, code)
}

function isSo(node: CodeNode, demand: Exclude<Demand, "missing">, code: CodeView): boolean {
  if (demand === "given") return true
  if (demand === "computed") return !isConstant(code, node)
  if (demand === "fixed") return isConstant(code, node)
  return typeof demand === "function" ? demand(node, code) : demand.test(renderCodeValue(code, node))
}

function badValues(
  { names, is, around, inFile, kinds = namingKinds, when }: ValueRow,
  code: CodeView,
): readonly CodeNode[] {
  if (is === "missing" || (inFile !== undefined && !inFile.test(code.tree.text))) return []
  return givenNames(code, kinds)
    .filter(
      ({ node, name, value }) =>
        names.test(name) &&
        isSo(value, is, code) &&
        (around === undefined || around.test(readSurroundings(node))) &&
        (when === undefined || when(node)),
    )
    .map(({ node }) => node)
}

interface GivenName {
  readonly node: CodeNode
  readonly name: string
  readonly value: CodeNode
}

const given = new WeakMap<CodeView, Map<string, readonly GivenName[]>>()

/** Where a value is given a name: many rows ask for the same kinds. */
function givenNames(code: CodeView, kinds: readonly string[]): readonly GivenName[] {
  const known = given.get(code) ?? new Map<string, readonly GivenName[]>()
  given.set(code, known)
  const key = kinds.join()
  const before = known.get(key)
  if (before !== undefined) return before
  const found = code.tree.ofKind(...kinds).flatMap((node): readonly GivenName[] => {
    const target = node.field("name") ?? node.field("left") ?? node.field("key") ?? node.field("property")
    const value = node.field("value") ?? node.field("right")
    return target === undefined || value === undefined ? [] : [{ node, name: plainName(target.text), value }]
  })
  known.set(key, found)
  return found
}

/** `config["X"]` and `"x"` without their punctuation. */
function plainName(text: string): string {
  return text.replace(/\[["']([\w.-]+)["']\]$/, ".$1").replace(/^["']|["']$/g, "")
}

const FARTHEST = 4

function readSurroundings(node: CodeNode): string {
  let around = node
  for (let up = 0; up < FARTHEST && around.parent?.parent !== undefined; up++) around = around.parent
  return around.text
}
