import { findNearestNames } from "../text/find-nearest-names.ts"
import type { FileProblem } from "../problem/problem.ts"
import { workflowFileProblem } from "./problems.ts"

export type ParamValue = string | number | boolean

/** The parameters of a run. They are given when it starts and never change. */
export interface Param {
  readonly name: string
  /** `run` is the id of a run on this machine. */
  readonly type: "text" | "number" | "integer" | "boolean" | "run"
  readonly about: string
  readonly default?: ParamValue
  readonly required?: boolean
  readonly min?: number
  readonly max?: number
  readonly choices?: readonly ParamValue[] | undefined
}

export interface ParamsReading {
  readonly params: Readonly<Record<string, ParamValue>>
  readonly problems: readonly FileProblem[]
}

/** Checks the given values against the declared parameters; reports all errors together. */
export function readParams(declared: readonly Param[], given: Readonly<Record<string, unknown>>): ParamsReading {
  const problems: FileProblem[] = []
  const params: Record<string, ParamValue> = {}
  for (const name of Object.keys(given)) {
    if (declared.some((param) => param.name === name)) continue
    const near = findNearestNames(
      name,
      declared.map((param) => param.name),
    )
    const known = declared.length === 0 ? "it takes none" : `it takes ${declared.map((param) => param.name).join(", ")}`
    problems.push(
      workflowFileProblem(
        "params.unknown",
        {},
        { message: `there is no parameter "${name}"`, fix: near[0] === undefined ? known : `did you mean ${near[0]}?` },
      ),
    )
  }
  for (const param of declared) {
    const raw = Object.hasOwn(given, param.name) ? given[param.name] : param.default
    if (raw === undefined) {
      if (param.required === true)
        problems.push(
          workflowFileProblem(
            "params.missing",
            {},
            {
              message: `the parameter "${param.name}" is missing`,
              fix: `add --param ${param.name}='…' (${param.about})`,
            },
          ),
        )
      continue
    }
    const value = readValue(param, raw)
    const wrong = value === undefined ? `is not a valid ${param.type}` : outOfBounds(param, value)
    if (wrong !== undefined)
      problems.push(
        workflowFileProblem("params.bad-value", {}, { message: `${param.name} ${wrong}`, fix: param.about }),
      )
    else if (value !== undefined) params[param.name] = value
  }
  return { params, problems }
}

function readValue(param: Param, raw: unknown): ParamValue | undefined {
  switch (param.type) {
    case "text":
    case "run":
      return typeof raw === "string" || typeof raw === "number" || typeof raw === "boolean" ? String(raw) : undefined
    case "boolean":
      return raw === true || raw === "true" ? true : raw === false || raw === "false" ? false : undefined
    case "number":
    case "integer": {
      const value =
        typeof raw === "number" ? raw : typeof raw === "string" && raw.trim() !== "" ? Number(raw) : Number.NaN
      return Number.isFinite(value) && (param.type === "number" || Number.isSafeInteger(value)) ? value : undefined
    }
  }
}

function outOfBounds(param: Param, value: ParamValue): string | undefined {
  if (param.choices !== undefined && !param.choices.includes(value))
    return `is "${value}", not one of ${param.choices.join(", ")}`
  const size = typeof value === "number" ? value : undefined
  if (size !== undefined && param.min !== undefined && size < param.min) return `is ${value}, less than ${param.min}`
  if (size !== undefined && param.max !== undefined && size > param.max) return `is ${value}, more than ${param.max}`
  if (param.required === true && value === "") return "is empty"
  return undefined
}

export type GivenParams = Readonly<Record<string, ParamValue>>

const LONG = "long ".repeat(400).trim()
const ODD = 'two\nlines, <tags> & "quotes" {{params.x}}'

/** The defaults, and then one parameter at a time at each of its bounds. */
export function listBoundaryInputs(params: readonly Param[]): readonly GivenParams[] {
  const usual: GivenParams = Object.fromEntries(params.flatMap((param) => makeSample(param)))
  const varied = params.flatMap((param) =>
    listBounds(param).map((value): GivenParams => ({ ...usual, [param.name]: value })),
  )
  return [usual, ...varied]
}

function makeSample({
  name,
  default: usual,
  required,
  type,
  choices,
  min,
}: Param): readonly (readonly [string, ParamValue])[] {
  if (usual !== undefined) return [[name, usual]]
  if (required !== true) return []
  return [
    [name, choices?.[0] ?? (type === "text" || type === "run" ? "something" : type === "boolean" ? false : (min ?? 1))],
  ]
}

function listBounds({ type, choices, min, max, required }: Param): readonly ParamValue[] {
  if (choices !== undefined) return choices
  if (type === "boolean") return [true, false]
  if (type === "run") return []
  if (type === "text") return [...(required === true ? [] : [""]), LONG, ODD]
  return [...(min === undefined ? [0] : [min]), ...(max === undefined ? [1_000_000] : [max])]
}
