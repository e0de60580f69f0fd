import { ALL, maskOf } from "../../harm.ts"
import { mergeTaints, type Value } from "../../value.ts"
import type { Machine } from "../machine.ts"
import type { State } from "../state.ts"
import type { Called } from "./called.ts"

/** `upload.save(path)`: what is loaded from the path later is what was uploaded. The path itself does no harm. */
export function noteSaved(machine: Machine, { expr, object, args: [place] }: Called, state: State): void {
  const target = expr.args[0]?.value
  if (place === undefined || (target?.kind !== "name" && target?.kind !== "member")) return
  const taints = (object?.taints ?? []).filter(({ origin }) => uploads.test(origin))
  if (taints.length === 0) return
  machine.assign(target, { ...place, taints: mergeTaints(place.taints, taints.map(asContents)) }, state)
}

const uploads = /^(?:\w+\.)?request\.files(?:\.[^.]+)?$/

function asContents(taint: Value["taints"][number]): Value["taints"][number] {
  return { ...taint, origin: `${taint.origin} (contents)`, cleaned: taint.cleaned | (ALL & ~maskOf(["object"])) }
}
