import type { WaitStep } from "../workflow.ts"
import { type Field, type Faults, textOf, wrong } from "./yaml/fields.ts"

const seconds = { s: 1, m: 60, h: 3600, d: 86_400 } as const

/** `reported`, or a time such as `90s` or `10m`. */
export function readUntil(field: Field | undefined, faults: Faults): WaitStep["until"] {
  const text = textOf(field, faults)
  const time = /^(\d{1,6})\s*([smhd])$/.exec(text ?? "")
  if (time !== null) return { seconds: Number(time[1]) * seconds[time[2] as keyof typeof seconds] }
  if (field !== undefined && text !== undefined && text !== "reported")
    wrong(field, "reported or a time such as 90s, 10m, 2h or 1d", faults)
  return { reported: true }
}
