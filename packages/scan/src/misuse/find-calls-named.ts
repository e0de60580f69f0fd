import { remembered } from "../text/remembered.ts"
import type { Call, CodeView } from "../rules/code-view.ts"
import { resolvePath } from "./resolve-path.ts"

/** The calls of a file by the called function: tables have hundreds of rows, and each names few functions. */
interface CallIndex {
  /** Calls of a method of something, by the method. */
  readonly methods: ReadonlyMap<string, readonly number[]>
  /** Calls of a plain name, by what it refers to. A local name may refer to any function. */
  readonly names: ReadonlyMap<string, readonly number[]>
}

const indexes = new WeakMap<CodeView, CallIndex>()

/** The calls of one of these functions, in the order of the text: by the full name, or `.name` for a method of anything. */
export function findCallsNamed(code: CodeView, wanted: readonly string[]): readonly Call[] {
  const { methods, names } = indexCalls(code)
  let found: Set<number> | undefined
  for (const name of wanted) {
    const isAny = name.startsWith(".")
    if (!isAny) for (const at of names.get(name) ?? NONE) (found ??= new Set()).add(at)
    for (const at of methods.get(lastPart(name)) ?? NONE) {
      const call = code.calls[at]
      if (isAny || (call !== undefined && resolvePath(code, call.callee) === name)) (found ??= new Set()).add(at)
    }
  }
  if (found === undefined) return NONE
  return [...found].sort((a, b) => a - b).flatMap((at) => code.calls[at] ?? [])
}

const NONE: readonly never[] = []

/** Names are those of tables, and asked for in every file. */
const lastPart = remembered((name: string) => name.slice(name.lastIndexOf(".") + 1))

function indexCalls(code: CodeView): CallIndex {
  const known = indexes.get(code)
  if (known !== undefined) return known
  const methods = new Map<string, number[]>()
  const names = new Map<string, number[]>()
  for (const [at, { object, method, callee }] of code.calls.entries()) {
    const [list, key] = object === undefined ? [names, resolvePath(code, callee)] : [methods, method]
    const before = list.get(key)
    if (before === undefined) list.set(key, [at])
    else before.push(at)
  }
  const index = { methods, names }
  indexes.set(code, index)
  return index
}
