import type { YamlMap, YamlValue } from "./fields.ts"

export const HOOK_EVENTS = [
  "SessionStart",
  "SessionEnd",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "SubagentStart",
  "SubagentStop",
  "Stop",
  "Notification",
  "PreCompact",
  "PostCompact",
] as const

/**
 * What keeps a `hooks` value from being understood, or undefined. The shape is an event's name with a list of
 * `{ matcher?, hooks: [{ type: command, command }] }`.
 */
export function hooksFault(value: YamlValue): string | undefined {
  if (!isMap(value)) return "hooks is not a map of events"
  for (const [event, groups] of Object.entries(value)) {
    if (!(HOOK_EVENTS as readonly string[]).includes(event)) return `there is no event "${event}"`
    if (!Array.isArray(groups)) return `${event} is not a list`
    for (const [at, group] of (groups as readonly YamlValue[]).entries()) {
      const fault = groupFault(group)
      if (fault !== undefined) return `${event}[${at}] ${fault}`
    }
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

function isMap(value: YamlValue | undefined): value is YamlMap {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
