import { ALL, toMask } from "../../harm.ts"
import { changeValue, changeTaint, mergeTaints, type Value, makeValue } from "../../value.ts"
import type { Machine } from "../machine.ts"
import type { State } from "../state.ts"
import type { Called } from "./called.ts"

/**
 * `upload.save(path)`, `file.write(input)`: what is loaded from the path later is what was stored there. The path itself
 * does no harm.
 */
export function noteSaved(machine: Machine, { expr, object, method, args: [given] }: Called, state: State): void {
  if (given === undefined || object === undefined) return
  if (method === "write") {
    if (isOpened(object)) keep(object.sketch, given.taints, state)
    return
  }
  const taints = object.taints.filter(({ origin }) => uploads.test(origin))
  if (taints.length === 0) return
  if (typeof given.constant === "string") keep(given.constant, taints, state)
  const target = expr.args[0]?.value
  if (target?.kind === "name" || target?.kind === "member")
    machine.assign(target, changeValue(given, { taints: mergeTaints(given.taints, taints.map(asContents)) }), state)
}

/** The arguments of a call, with what was stored in the file that the first of them names. */
export function withContents(args: readonly Value[], { vars }: State): readonly Value[] {
  const first = args[0]
  if (typeof first?.constant !== "string") return args
  const stored = vars.get(fileKey(first.constant))
  if (stored === undefined) return args
  return [changeValue(first, { taints: mergeTaints(first.taints, stored.taints) }), ...args.slice(1)]
}

const uploads = /^(?:\w+\.)?request\.files(?:\.[^.]+)?$/

/** A file whose name is written in the code. */
function isOpened({ path = "", sketch = "\u0001" }: Value): boolean {
  return /^(?:io\.|gzip\.)?open\(\)$/.test(path) && !sketch.includes("\u0001")
}

function keep(file: string | undefined, taints: Value["taints"], { vars }: State): void {
  if (file !== undefined && taints.length > 0) vars.set(fileKey(file), makeValue({ taints: taints.map(asContents) }))
}

/** No variable has such a name. */
function fileKey(file: string): string {
  return `file ${file}`
}

function asContents(taint: Value["taints"][number]): Value["taints"][number] {
  return changeTaint(taint, {
    origin: `${taint.origin} (contents)`,
    cleaned: taint.cleaned | (ALL & ~toMask(["object"])),
  })
}
