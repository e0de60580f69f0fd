import { isMap } from "../../text/is-map.ts"
interface Wanted {
  readonly event: string
  readonly matcher?: string
  /** Added to the command. */
  readonly flag?: string
}

/** Which events we hook into, with the matcher each host needs. */
const wanted: readonly Wanted[] = [
  { event: "SessionStart", matcher: "startup|resume|compact|clear" },
  { event: "UserPromptSubmit" },
  { event: "PreCompact" },
  { event: "SubagentStart" },
]

/** Restricts the main thread while a task is running; only if a person requested it. */
const enforcing: Wanted = { event: "PreToolUse", matcher: "*", flag: "--enforce" }

type Json = Readonly<Record<string, unknown>>

export interface HookChange {
  readonly settings: Json
  /** One line for each entry that is added or removed. */
  readonly lines: readonly string[]
}

export interface HookSettings {
  readonly settings: Json
  /** The indentation of the file, which is preserved. */
  readonly indent: number | string
}

/** Reads a host's settings file; one that does not exist, or is empty, has no settings. */
export function readHookSettings(text: string | undefined): HookSettings | { readonly wrong: string } {
  const indent = /^([ \t]+)"/m.exec(text ?? "")?.[1] ?? 2
  if (text === undefined || text.trim() === "") return { settings: {}, indent }
  try {
    const settings: unknown = JSON.parse(text)
    return isMap(settings) ? { settings, indent } : { wrong: "it is not a JSON object" }
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : "it is not JSON" }
  }
}

/** Adds our hooks to the existing ones. An entry that already exists, however it starts Skillet, is left alone. */
export function addHooks(settings: Json, program: string, isEnforced = false): HookChange | { readonly wrong: string } {
  const hooks = readHooks(settings)
  if (hooks === undefined) return { wrong: "hooks is not an object" }
  const added: string[] = []
  const next: Record<string, unknown> = { ...hooks }
  for (const { event, matcher, flag } of isEnforced ? [...wanted, enforcing] : wanted) {
    const groups = next[event] ?? []
    if (!Array.isArray(groups)) return { wrong: `hooks.${event} is not a list` }
    if (groups.some(hasOurs)) continue
    const command = [program, "hook", event, ...(flag === undefined ? [] : [flag])].join(" ")
    next[event] = [...groups, { ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: "command", command }] }]
    added.push(`hooks.${event}: ${command}`)
  }
  return { settings: { ...settings, hooks: next }, lines: added }
}

/** Removes our hooks again, and nothing else. */
export function removeHooks(settings: Json): HookChange {
  const hooks = readHooks(settings)
  if (hooks === undefined) return { settings, lines: [] }
  const removed: string[] = []
  const left = Object.entries(hooks).flatMap(([event, groups]) => {
    if (!Array.isArray(groups)) return [[event, groups] as const]
    const kept = groups.flatMap((group) => withoutOurs(group))
    if (JSON.stringify(kept) !== JSON.stringify(groups)) removed.push(`hooks.${event}`)
    return kept.length === 0 && removed.at(-1) === `hooks.${event}` ? [] : [[event, kept] as const]
  })
  const { hooks: _hooks, ...rest } = settings
  return { settings: left.length === 0 ? rest : { ...rest, hooks: Object.fromEntries(left) }, lines: removed }
}

function readHooks(settings: Json): Json | undefined {
  const { hooks = {} } = settings as { readonly hooks?: unknown }
  return isMap(hooks) ? hooks : undefined
}

const OURS = /(?:\bskillet\b.*|cli\.c?js['"]?) hook \w+(?: --enforce)?$/

function isOurs(hook: unknown): boolean {
  const { command } = (hook ?? {}) as { readonly command?: unknown }
  return typeof command === "string" && OURS.test(command)
}

function listHooks(group: unknown): readonly unknown[] {
  const { hooks } = (group ?? {}) as { readonly hooks?: unknown }
  return Array.isArray(hooks) ? hooks : []
}

function hasOurs(group: unknown): boolean {
  return listHooks(group).some(isOurs)
}

function withoutOurs(group: unknown): readonly unknown[] {
  if (!hasOurs(group)) return [group]
  const left = listHooks(group).filter((hook) => !isOurs(hook))
  return left.length === 0 ? [] : [{ ...(group as Json), hooks: left }]
}
