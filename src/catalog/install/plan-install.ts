import { sha256 } from "../../text/sha256.ts"
import type { SkillFiles } from "./adapt-skill.ts"
import type { InstallRecord } from "./install-record.ts"

/** A change to one file; without a text it is removed. */
export interface PlannedFile {
  /** Below the directory that is changed. */
  readonly file: string
  readonly text?: string | undefined
  /** The digest of what is there now; undefined if nothing is. */
  readonly before: string | undefined
}

/**
 * added, updated, removed: what changes. current: nothing changes. edited: somebody changed it, so it is left alone.
 * taken: something else has its name, which is never overwritten.
 */
export type InstallFate = "added" | "updated" | "removed" | "current" | "edited" | "taken"

/** Files that are written or left alone together: a skill, or the other parts of a plugin. */
export interface FileGroup {
  /** The directory of the group, which has all its files. */
  readonly name: string
  /** By path below the directory that is changed. */
  readonly files: SkillFiles
}

/** The files of a directory, by their paths above it. */
export function toGroup(name: string, files: FileGroup["files"]): FileGroup {
  return { name, files: Object.fromEntries(Object.entries(files).map(([file, text]) => [`${name}/${file}`, text])) }
}

export interface GroupChange {
  readonly name: string
  readonly fate: InstallFate
  readonly changes: readonly PlannedFile[]
}

export interface InstallChange {
  readonly groups: readonly GroupChange[]
  readonly record: InstallRecord
}

export interface InstallState {
  readonly record: InstallRecord
  /** The digest of a file that is there now. */
  readonly digest: (file: string) => string | undefined
  /** Edited files are changed, too. */
  readonly isForced: boolean
}

/**
 * Decides what writing these groups does. A group is written as a whole or not at all. Only what was written by an
 * earlier installation, and not edited since, is ever replaced.
 */
export function planInstall(groups: readonly FileGroup[], state: InstallState): InstallChange {
  const planned = groups.map((group) => planGroup(group, state))
  const written = groups.filter((_, at) => planned[at]?.fate !== "taken" && planned[at]?.fate !== "edited")
  const others = Object.entries(state.record).filter(([file]) => !written.some(({ name }) => isBelow(file, name)))
  return {
    groups: planned,
    record: Object.assign(Object.fromEntries(others), ...written.map(({ files }) => digestAll(files))),
  }
}

function planGroup({ name, files }: FileGroup, { record, digest, isForced }: InstallState): GroupChange {
  const wanted = digestAll(files)
  const all = [...new Set([...Object.keys(files), ...Object.keys(record).filter((file) => isBelow(file, name))])]
  const differs = all.filter((file) => digest(file) !== undefined && digest(file) !== wanted[file])
  if (differs.some((file) => record[file] === undefined)) return { name, fate: "taken", changes: [] }
  if (!isForced && differs.some((file) => digest(file) !== record[file])) return { name, fate: "edited", changes: [] }
  const changes = all
    .filter((file) => digest(file) !== wanted[file])
    .map((file) => ({ file, text: files[file], before: digest(file) }))
  const isNew = Object.keys(files).every((file) => digest(file) === undefined)
  return { name, fate: changes.length === 0 ? "current" : isNew ? "added" : "updated", changes }
}

/**
 * Decides what removing these groups does. A group with an edited file is left alone as a whole, and stays in the record:
 * a later installation or removal then still knows what was edited.
 */
export function planRemoval(names: readonly string[], { record, digest, isForced }: InstallState): InstallChange {
  const groups = names.map((name): GroupChange => {
    const there = Object.keys(record).filter((file) => isBelow(file, name) && digest(file) !== undefined)
    if (!isForced && there.some((file) => digest(file) !== record[file])) return { name, fate: "edited", changes: [] }
    return { name, fate: "removed", changes: there.map((file) => ({ file, before: digest(file) })) }
  })
  const removed = groups.filter(({ fate }) => fate === "removed")
  const left = Object.entries(record).filter(([file]) => !removed.some(({ name }) => isBelow(file, name)))
  return { groups, record: Object.fromEntries(left) }
}

function isBelow(file: string, folder: string): boolean {
  return file.startsWith(`${folder}/`)
}

function digestAll(files: SkillFiles): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [file, sha256(text)]))
}
