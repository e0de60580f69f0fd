import type { Closure, Value } from "../value.ts"
import type { Invocation } from "./machine.ts"
import { wayTo } from "./values/read-value.ts"

/**
 * Input that goes into another file carries the place where it was handed over. A value that is handed over twice at one
 * place stays one value, so that the same call is known again.
 */
export function openHandingOn(): (closure: Closure, call: Invocation) => Invocation {
  const known = new WeakMap<Value, Map<string, Value>>()
  return ({ file: to }, call) => {
    const { file } = call.state.frame
    if (to === file) return call
    const place = `${file}:${call.from.start}`
    const stepped = (value: Value): Value => {
      if (value.taints.length === 0) return value
      const before = known.get(value)?.get(place)
      if (before !== undefined) return before
      const taints = value.taints.map((taint) => ({ ...taint, way: wayTo(file, call.from, taint.way) }))
      const after = { ...value, taints }
      known.set(value, (known.get(value) ?? new Map<string, Value>()).set(place, after))
      return after
    }
    const named = new Map([...call.named].map(([name, value]) => [name, stepped(value)]))
    return { ...call, args: call.args.map(stepped), named }
  }
}
