import { isMap } from "../../text/is-map.ts"
import type { YamlMap, YamlValue } from "./schema/fields.ts"

export const HOOK_EVENTS = [
  "SessionStart",
  "SessionEnd",
  "UserPromptSubmit",
  "UserPromptExpansion",
  "InstructionsLoaded",
  "PreToolUse",
  "PostToolUse",
  "SubagentStart",
  "SubagentStop",
  "Stop",
  "Notification",
  "PreCompact",
  "PostCompact",
] as const

export interface HooksReading {
  /** The events that could be read. */
  readonly hooks: YamlMap
  /** What is wrong with each of the others, which are left out. */
  readonly faults: readonly string[]
}

/**
 * The hooks that could be read. The shape is the name of an event with a list of `{ matcher?, hooks: [{ type: command,
 * command }] }`. A bad event does not affect the others.
 */
export function readHooksMap(value: YamlValue): HooksReading {
  if (!isMap(value)) return { hooks: {}, faults: ["hooks is not a map of events"] }
  const hooks: Record<string, YamlValue> = Object.create(null)
  const faults: string[] = []
  for (const [event, groups] of Object.entries(value)) {
    const fault = eventFault(event, groups)
    if (fault === undefined) hooks[event] = groups
    else faults.push(fault)
  }
  return { hooks, faults }
}

function eventFault(event: string, groups: YamlValue): string | undefined {
  if (!(HOOK_EVENTS as readonly string[]).includes(event)) return `there is no event "${event}"`
  if (!Array.isArray(groups)) return `${event} is not a list`
  for (const [at, group] of (groups as readonly YamlValue[]).entries()) {
    const fault = groupFault(group)
    if (fault !== undefined) return `${event}[${at}] ${fault}`
  }
  return undefined
}

function groupFault(group: YamlValue): string | undefined {
  if (!isMap(group)) return "is not a map"
  if (group["matcher"] !== undefined && typeof group["matcher"] !== "string") return "has a matcher that is not text"
  const hooks = group["hooks"]
  if (!Array.isArray(hooks) || hooks.length === 0) return "has no list of hooks"
  for (const hook of hooks as readonly YamlValue[]) {
    if (!isMap(hook)) return "has a hook that is not a map"
    if (hook["type"] !== "command" && hook["type"] !== "prompt")
      return "has a hook whose type is neither command nor prompt"
    const text = hook[hook["type"]]
    if (typeof text !== "string" || text.trim() === "") return `has a ${hook["type"]} hook without a ${hook["type"]}`
    if (hook["timeout"] !== undefined && typeof hook["timeout"] !== "number")
      return "has a timeout that is not a number"
    if (hook["once"] !== undefined && typeof hook["once"] !== "boolean")
      return "has a once that is neither true nor false"
  }
  return undefined
}
