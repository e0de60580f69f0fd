import { parse, type ParseError, printParseErrorCode } from "jsonc-parser"
import { isMap } from "../../text/is-map.ts"
import { type HookFile, hookFiles } from "./hook-files.ts"

type Json = Readonly<Record<string, unknown>>

export interface HookChange {
  readonly settings: Json
  /** One line for each entry that is added or removed. */
  readonly lines: readonly string[]
}

export interface HookSettings {
  readonly settings: Json
}

/** Reads a host's settings file, with comments if it has some; a missing or empty one has no settings. */
export function readHookSettings(text: string | undefined): HookSettings | { readonly wrong: string } {
  const errors: ParseError[] = []
  const json = (text ?? "").replace(/^\ufeff/, "")
  if (json.trim() === "") return { settings: {} }
  const settings: unknown = parse(json, errors, { allowTrailingComma: true })
  const [wrong] = errors
  if (wrong !== undefined) return { wrong: `${printParseErrorCode(wrong.error)} at character ${wrong.offset + 1}` }
  return isMap(settings) ? { settings } : { wrong: "it is not a JSON object" }
}

/** How the hooks start Skillet. */
export interface HookProgram {
  readonly words: string
  /** Whether `skillet` is on the search path, so that an entry that starts it so works here. */
  readonly isOnPath: boolean
}

/**
 * Adds our hooks to the existing ones. An entry that already exists is left alone, however it starts Skillet, unless it
 * names a path of one machine or does not work here: such an entry is replaced.
 */
export function addHooks(
  settings: Json,
  program: HookProgram,
  { which = "usual", host = hookFiles.claude }: HooksAsked = {},
): HookChange | { readonly wrong: string } {
  const hooks = readHooks(settings)
  if (hooks === undefined) return { wrong: "hooks is not an object" }
  const lines: string[] = []
  const next: Record<string, unknown> = { ...hooks }
  for (const { event, matcher, flag } of listWanted(host)) {
    const groups = next[event] ?? []
    if (!Array.isArray(groups)) return { wrong: `hooks.${event} is not a list` }
    const replaced = replaceCommands(groups, { ...program, tail: host.tail })
    if (replaced.commands.length > 0) next[event] = replaced.groups
    lines.push(...replaced.commands.map((command) => `hooks.${event}: ${command} (replaced)`))
    const command = `${[program.words, "hook", event, ...(flag === undefined ? [] : [flag])].join(" ")}${host.tail}`
    const isThere = flag === undefined ? groups.some(hasOurs) : groups.some((group) => isEnforcing(group, command))
    if (isThere || !isAdded[which](flag)) continue
    // A restriction that ends when the time is over would let the tool through.
    const entry = { type: "command", command, ...(flag === undefined ? host.entry : {}) }
    next[event] = [...groups, { ...(matcher === undefined ? {} : { matcher }), hooks: [entry] }]
    lines.push(`hooks.${event}: ${command}`)
  }
  return { settings: { ...settings, hooks: next }, lines }
}

interface HooksAsked {
  readonly which?: AddedHooks | undefined
  /** Whose hooks (default: those of Claude Code). */
  readonly host?: Pick<HookFile, "events" | "restricting" | "entry" | "tail"> | undefined
}

/** The events of a host, and with a flag the one that restricts the main thread while a job is running. */
function listWanted({ events, restricting }: NonNullable<HooksAsked["host"]>) {
  const usual = events.map(({ event, matcher }) => ({ event, matcher, flag: undefined }))
  return restricting === undefined ? usual : [...usual, { ...restricting, flag: "--enforce" }]
}

/** Which hooks are added: the usual ones, the one that restricts the main thread besides, or only that one. */
export type AddedHooks = "usual" | "all" | "restricting"

const isAdded: Readonly<Record<AddedHooks, (flag: string | undefined) => boolean>> = {
  usual: (flag) => flag === undefined,
  all: () => true,
  restricting: (flag) => flag !== undefined,
}

/**
 * Whether a group restricts every tool by exactly our command. One that only looks like it, or is for other tools, would
 * restrict nothing, and is left alone beside ours.
 */
function isEnforcing(group: unknown, command: string): boolean {
  const { matcher = "*" } = (group ?? {}) as { readonly matcher?: unknown }
  const isForAll = matcher === "*" || matcher === "" || matcher === ".*"
  const exact = new Set([command, command.replace(/^.* hook /, "skillet hook ")])
  return isForAll && listHooks(group).some((hook) => isPlainCommand(hook, exact))
}

function isPlainCommand(hook: unknown, commands: ReadonlySet<string>): boolean {
  const { type, command, ...rest } = (hook ?? {}) as Readonly<Record<string, unknown>>
  const isPlain = Object.keys(rest).every((key) => key === "timeout")
  return type === "command" && typeof command === "string" && commands.has(command) && isPlain
}

interface Replaced {
  readonly groups: readonly unknown[]
  /** The new commands. */
  readonly commands: readonly string[]
}

/** Of entries that become the same command, one is left. */
function replaceCommands(groups: readonly unknown[], program: WrittenProgram): Replaced {
  const ours = groups.flatMap(listHooks).flatMap((hook) => readOurCommand(hook) ?? [])
  const kept = new Set(ours.filter((command) => renewCommand(command, program) === undefined))
  const commands: string[] = []
  const replaceHook = (hook: unknown): readonly unknown[] => {
    const command = readOurCommand(hook)
    const next = command === undefined ? undefined : renewCommand(command, program)
    if (next === undefined) return [hook]
    if (next !== command) commands.push(next)
    if (kept.has(next)) return []
    kept.add(next)
    return [{ ...(hook as Json), command: next }]
  }
  const replaced = groups.flatMap((group): readonly unknown[] => {
    if (!hasOurs(group)) return [group]
    const left = listHooks(group).flatMap(replaceHook)
    return left.length === 0 ? [] : [{ ...(group as Json), hooks: left }]
  })
  return { groups: replaced, commands: [...new Set(commands)] }
}

interface WrittenProgram extends HookProgram {
  readonly tail: string
}

/**
 * The command as this Skillet would write it; undefined if the existing one may stay. One without what protects the host
 * may not.
 */
function renewCommand(command: string, { words, isOnPath, tail }: WrittenProgram): string | undefined {
  const [, start = "", rest = ""] = COMMAND.exec(command) ?? []
  const isUseless = start === "skillet" && !isOnPath
  const isBare = tail !== "" && !command.endsWith(tail)
  if (!isUseless && !namesMachine(start) && !isBare) return undefined
  return isBare ? `${words}${/^ hook \w+/.exec(rest)?.[0] ?? rest}${tail}` : `${words}${rest}`
}

/** Whether words have an absolute path, which is that of one machine. */
function namesMachine(words: string): boolean {
  return /(?:^|[\s'"=])(?:\/|~|[A-Za-z]:[\\/])/.test(words)
}

/** Which of our hooks are removed: all, those that init writes, or those that name a path of one machine. */
export type RemovedHooks = "all" | "written" | "machine"

/** Removes our hooks again, and nothing else. */
export function removeHooks(settings: Json, which: RemovedHooks = "all"): HookChange {
  const isRemoved = (hook: unknown) => {
    const command = readOurCommand(hook)
    if (command === undefined) return false
    if (which === "all" || namesMachine(command)) return true
    return which === "written" && /^(?:npx )?skillet hook /.test(command)
  }
  const hooks = readHooks(settings)
  if (hooks === undefined) return { settings, lines: [] }
  const removed: string[] = []
  const left = Object.entries(hooks).flatMap(([event, groups]) => {
    if (!Array.isArray(groups)) return [[event, groups] as const]
    const kept = groups.flatMap((group) => withoutHooks(group, isRemoved))
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

/** What starts Skillet, and the rest. The shell's part of a command for Gemini CLI is of no importance here. */
const COMMAND = /^(.*?)( hook \w+(?: --enforce|(?: --host gemini)?(?: <&0 & [^\n]*)?)?)$/
const OURS = /^(?:.*\bskillet\b.*|.*cli\.c?js['"]?)$/

function readOurCommand(hook: unknown): string | undefined {
  const { command } = (hook ?? {}) as { readonly command?: unknown }
  if (typeof command !== "string") return undefined
  return OURS.test(COMMAND.exec(command)?.[1] ?? "") ? command : undefined
}

function isOurs(hook: unknown): boolean {
  return readOurCommand(hook) !== undefined
}

function listHooks(group: unknown): readonly unknown[] {
  const { hooks } = (group ?? {}) as { readonly hooks?: unknown }
  return Array.isArray(hooks) ? hooks : []
}

function hasOurs(group: unknown): boolean {
  return listHooks(group).some(isOurs)
}

function withoutHooks(group: unknown, isRemoved: (hook: unknown) => boolean): readonly unknown[] {
  if (!listHooks(group).some(isRemoved)) return [group]
  const left = listHooks(group).filter((hook) => !isRemoved(hook))
  return left.length === 0 ? [] : [{ ...(group as Json), hooks: left }]
}

/** Whether settings have hooks of ours that start `skillet` from the search path. */
export function hasSharedHooks(settings: Json): boolean {
  return listOurCommands(settings).some((command) => command.startsWith("skillet hook "))
}

/** Whether settings have hooks of ours, however they start Skillet. */
export function hasOwnHooks(settings: Json): boolean {
  return listOurCommands(settings).length > 0
}

function listOurCommands(settings: Json): readonly string[] {
  const groups = Object.values(readHooks(settings) ?? {}).flatMap((one): readonly unknown[] =>
    Array.isArray(one) ? one : [],
  )
  return groups.flatMap(listHooks).flatMap((hook) => readOurCommand(hook) ?? [])
}
