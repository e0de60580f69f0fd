import type { Param, ParamValue } from "./params.ts"

export type Given = Readonly<Record<string, ParamValue>>

const LONG = "long ".repeat(400).trim()
const ODD = 'two\nlines, <tags> & "quotes" {{params.x}}'

/** The defaults, and then one parameter at a time at each of its bounds. */
export function boundaryInputs(params: readonly Param[]): readonly Given[] {
  const usual: Given = Object.fromEntries(params.flatMap((param) => valueFor(param)))
  const varied = params.flatMap((param) => boundsOf(param).map((value): Given => ({ ...usual, [param.name]: value })))
  return [usual, ...varied]
}

function valueFor({
  name,
  default: usual,
  required,
  type,
  choices,
  min,
}: Param): readonly (readonly [string, ParamValue])[] {
  if (usual !== undefined) return [[name, usual]]
  if (required !== true) return []
  return [[name, choices?.[0] ?? (type === "text" ? "something" : type === "boolean" ? false : (min ?? 1))]]
}

function boundsOf({ type, choices, min, max, required }: Param): readonly ParamValue[] {
  if (choices !== undefined) return choices
  if (type === "boolean") return [true, false]
  if (type === "text") return [...(required === true ? [] : [""]), LONG, ODD]
  return [...(min === undefined ? [0] : [min]), ...(max === undefined ? [1_000_000] : [max])]
}
