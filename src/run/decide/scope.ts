import { withoutClosingLines } from "./closing-lines.ts"
import type { Inputs } from "../../workflow/workflow.ts"
import type { LoopState, Run } from "../model.ts"

/** What places in texts and conditions in tables can name. */
export function scopeOf(run: Pick<Run, "id" | "params">, how: ScopeOf): Readonly<Record<string, unknown>> {
  return {
    params: paramsOf(run),
    values: how.values,
    run: { id: run.id, round: how.round },
    loop: { iteration: how.loop?.iteration ?? 1, status: how.loop?.status ?? "none" },
    item: how.item,
  }
}

export interface ScopeOf {
  readonly values: Readonly<Record<string, unknown>>
  readonly round: number
  readonly loop?: LoopState | undefined
  readonly item?: Readonly<Record<string, unknown>>
}

export function paramsOf(run: Pick<Run, "params">): Inputs["params"] {
  return JSON.parse(run.params) as Inputs["params"]
}

/** What an answer is as a value: JSON where it is JSON, also where it is fenced or ends with how it went; text otherwise. */
export function asValue(text: string): unknown {
  const bare = withoutFence(withoutClosingLines(text))
  if (!/^[[{]/.test(bare)) return text
  try {
    return JSON.parse(bare) as unknown
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}

function withoutFence(text: string): string {
  const end = text.lastIndexOf("\n")
  const isFenced = /^```(?:json)?[ \t]*\r?\n/.test(text) && text.slice(end).trim() === "```"
  return isFenced ? text.slice(text.indexOf("\n"), end).trim() : text
}
