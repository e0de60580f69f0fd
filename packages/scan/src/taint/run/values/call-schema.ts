import { bitOf } from "../../harm.ts"
import { changeValue, changeTaint, clearHarms, joinValues, unknown, type Value, makeValue } from "../../value.ts"
import { readAny } from "./read-value.ts"
import type { Called } from "./called.ts"

/**
 * Paths of schemas: one whose values can do no harm, one whose values are passed on unchanged, one that is not
 * examined.
 */
const SAFE = "(safe schema)"
const TEXT = "(schema)"
const OTHER = "(other schema)"
const isSchema = (value: Value | undefined): boolean => /^\((?:safe |other )?schema\)$/.test(value?.path ?? "")

const makers = /^(?:zod|z|zod\.z|zod\.default)\.(?:coerce\.)?\w+$/
const safeKinds =
  /^(?:number|int|int32|bigint|boolean|date|literal|enum|nativeEnum|uuid|uuidv4|guid|ulid|cuid2?|nanoid|ipv[46]|null|undefined|void|nan|never|stringbool|iso)$/
const safeChecks = /^(?:uuid|ulid|cuid2?|nanoid|datetime|date|time|ip|ipv[46]|int)$/
const unsureChecks = /^(?:refine|superRefine|transform|pipe|check|overwrite|brand|catch)$/

/** The result of a call on a zod schema: another schema, or what remains of a value that it parsed. */
export function callSchema({ callee, object, method, args }: Called): Value | undefined {
  const [first = unknown] = args
  if (callee.path !== undefined && makers.test(callee.path)) return made(method, first)
  if (object === undefined) return undefined
  if (method === "input" && isSchema(first) && object.path !== undefined)
    return makeValue({ path: `${object.path}.input()`, fields: new Map([[INPUT, first]]) })
  if (!isSchema(object)) return undefined
  if (/^parse(?:Async)?$/.test(method)) return parseWithSchema(object, first)
  if (/^safeParse(?:Async)?$/.test(method))
    return makeValue({ fields: new Map([["data", parseWithSchema(object, first)]]) })
  if (unsureChecks.test(method)) return makeValue({ path: OTHER })
  if (safeChecks.test(method) || (method === "regex" && isStrict(first))) return makeValue({ path: SAFE })
  if (/^(?:extend|merge|and|safeExtend)$/.test(method)) return changeValue(joinValues(object, first), { path: TEXT })
  return method === "array" ? makeValue({ path: TEXT, rest: object }) : object
}

/** The schema that a procedure uses to parse its input. */
export const INPUT = "(input)"

function made(kind: string, first: Value): Value {
  if (/^(?:object|strictObject|looseObject)$/.test(kind))
    return makeValue({ path: TEXT, fields: first.fields ?? new Map() })
  if (/^(?:array|set|record|optional|nullable)$/.test(kind))
    return isSchema(first) ? makeValue({ path: TEXT, rest: first }) : makeValue({ path: OTHER })
  if (safeKinds.test(kind)) return makeValue({ path: SAFE })
  return makeValue({ path: /^(?:string|any|unknown|url|json|custom)$/.test(kind) ? TEXT : OTHER })
}

function isStrict({ path, sketch = "" }: Value): boolean {
  return path === "(regex)" && /^\^.*\$$/.test(sketch) && !/\.[*+]|\[\^|\\S[*+]/.test(sketch)
}

/** What remains of a value that a schema accepts. */
export function parseWithSchema(schema: Value, value: Value): Value {
  if (schema.path === SAFE || schema.path === OTHER) return unknown
  if (schema.rest !== undefined) return makeValue({ rest: parseWithSchema(schema.rest, readAny(value)) })
  if (schema.fields === undefined) return clearHarms(value, bitOf.nosql)
  const fields = new Map<string, Value>()
  for (const [key, inner] of schema.fields) {
    const held = value.fields?.get(key) ?? makeValue({ taints: value.taints.map((taint) => under(taint, key)) })
    fields.set(key, parseWithSchema(inner, held))
  }
  return makeValue({ fields })
}

function under(taint: Value["taints"][number], key: string): Value["taints"][number] {
  return taint.isWhole ? changeTaint(taint, { origin: `${taint.origin}.${key}` }) : taint
}
