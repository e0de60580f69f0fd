import type { HookFile } from "./hook-files.ts"
import { addHooks, type HookChange, hasSharedHooks, removeHooks } from "./hook-settings.ts"

export type HookPlace = "shared" | "local" | "user"

type Json = Readonly<Record<string, unknown>>

export interface HookFilesFacts {
  readonly host: HookFile
  readonly isUser: boolean
  readonly isUndo: boolean
  readonly isEnforced?: boolean | undefined
  /** A plugin has the usual hooks already. */
  readonly hasPlugin?: boolean | undefined
  /** How this machine starts Skillet. */
  readonly program: string
  /** Whether `skillet` is on the search path. */
  readonly isOnPath: boolean
  /** The settings in a file as it is now. */
  readonly read: (place: HookPlace) => Json
}

export interface PlaceChange extends HookChange {
  readonly place: HookPlace
}

export type HookFilesPlan =
  | { readonly kind: "changes"; readonly changes: readonly PlaceChange[]; readonly notes: readonly string[] }
  | { readonly kind: "wrong"; readonly place: HookPlace; readonly wrong: string }
  /** The host has no file for a path of this machine. */
  | { readonly kind: "no-place" }

/**
 * Decides which files of a host get our hooks. A shared file never gets a path of one machine; it gets `skillet`, or
 * nothing. What an earlier installation wrote into the other file of the project is removed, so that no hook runs twice.
 */
export function planHookFiles(facts: HookFilesFacts): HookFilesPlan {
  const { host, isUser, isUndo, isOnPath, read } = facts
  const projectPlaces = host.local === undefined ? (["shared"] as const) : (["shared", "local"] as const)
  if (isUndo) {
    const places = isUser ? (["user"] as const) : projectPlaces
    return toPlan(places.map((place) => ({ place, ...removeHooks(read(place)) })))
  }
  if (isUser) return planAddition(facts, { place: "user" })
  if (isOnPath) {
    const others = projectPlaces.filter((place) => place !== "shared")
    return planAddition(facts, {
      place: "shared",
      removals: others.map((place) => ({ place, ...removeHooks(read(place), "written") })),
    })
  }
  if (host.local === undefined) return { kind: "no-place" }
  return planAddition(facts, {
    place: "local",
    removals: [{ place: "shared", ...removeHooks(read("shared"), "machine") }],
    notes: [
      NOT_ON_PATH,
      `Do not commit ${host.folder}/${host.local}.`,
      ...(hasSharedHooks(read("shared")) ? [writeFailingNote(host)] : []),
    ],
  })
}

const NOT_ON_PATH =
  "skillet is not on the search path (programs in the project do not count), so the hooks are in the file that is not shared, with this machine's way to start Skillet."

function writeFailingNote({ folder, name }: HookFile): string {
  return `The hooks in ${folder}/${name} start \`skillet\`. They fail on this machine until it is on the search path.`
}

interface Addition {
  readonly place: HookPlace
  readonly removals?: readonly PlaceChange[] | undefined
  readonly notes?: readonly string[] | undefined
}

function planAddition(
  { read, program, isOnPath, isEnforced, hasPlugin, host }: HookFilesFacts,
  { place, removals = [], notes = [] }: Addition,
): HookFilesPlan {
  const which = isEnforced !== true ? "usual" : hasPlugin === true ? "restricting" : "all"
  const change = addHooks(read(place), { words: isOnPath ? "skillet" : program, isOnPath }, { which, host })
  if ("wrong" in change) return { kind: "wrong", place, wrong: change.wrong }
  return toPlan([{ place, ...change }, ...removals], [...notes, ...host.notes])
}

function toPlan(changes: readonly PlaceChange[], notes: readonly string[] = []): HookFilesPlan {
  return { kind: "changes", changes: changes.filter(({ lines }) => lines.length > 0), notes }
}
