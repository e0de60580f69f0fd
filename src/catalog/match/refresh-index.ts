import type { MatchStore } from "../../ports/match-store.ts"
import { buildPacked, type Source } from "./packed/build-packed.ts"
import { type DocumentKey, holdsExactly, keyText, splitKeys } from "./packed/document-keys.ts"
import { mergePacked } from "./packed/merge-packed.ts"
import { inMemory, openPacked, type PackedIndex } from "./packed/packed-index.ts"
import type { Pool } from "./rank.ts"

/** What `match` has to know of a skill. Path and name say which one it is, size and time whether it changed. */
export interface MatchSkill extends DocumentKey {
  readonly description: string
  readonly whenToUse?: string | undefined
}

export interface Refresh {
  readonly kept: PackedIndex | undefined
  readonly skills: readonly MatchSkill[]
  readonly store: Pick<MatchStore, "readBody" | "settled">
  readonly stamp: string
}

/** A pool, and its index as bytes where it is worth keeping. */
export interface RefreshedPool extends Pool {
  readonly toKeep?: Uint8Array
}

/** Makes sure that every skill is in the index as it is now. Only the bodies of those that changed are read. */
export function refreshIndex(refresh: Refresh): RefreshedPool {
  const { kept, skills } = refresh
  if (kept !== undefined && holdsExactly(kept, skills)) return { index: kept, skills }
  const documents = kept === undefined ? skills.map(() => -1) : findDocuments(kept, skills)
  const missing = skills.filter((_, at) => documents[at] === -1)
  if (kept !== undefined && missing.length === 0) return { index: kept, skills, documents: Int32Array.from(documents) }
  return extend(refresh, documents, missing)
}

function extend(refresh: Refresh, documents: readonly number[], missing: readonly MatchSkill[]): RefreshedPool {
  const { kept, skills, store, stamp } = refresh
  const settled = store.settled()
  const fresh = buildPacked(
    missing.map((skill) => sourceOf(skill, store, settled)),
    stamp,
  )
  const stay = kept === undefined ? [] : staying(kept, skills, documents)
  const isAll = kept === undefined || stay.length === 0
  const bytes = isAll ? fresh : mergePacked({ kept, stay, fresh: opened(fresh, stamp) }, stamp)
  if (bytes === undefined) return refreshIndex({ ...refresh, kept: undefined })
  const moved = new Map(stay.map((document, at) => [document, at]))
  let next = stay.length
  const places = documents.map((document) => moved.get(document) ?? next++)
  return {
    index: opened(bytes, stamp),
    skills,
    documents: Int32Array.from(places),
    ...(missing.some(({ changed }) => changed <= settled) ? { toKeep: bytes } : {}),
  }
}

function opened(bytes: Uint8Array, stamp: string): PackedIndex {
  const index = openPacked(inMemory(bytes), stamp)
  if (index === undefined) throw new Error("an index that was just packed cannot be opened")
  return index
}

/** The document of each skill, or -1. */
function findDocuments(kept: PackedIndex, skills: readonly MatchSkill[]): readonly number[] {
  const places = new Map(splitKeys(kept.keys).map((key, document) => [key, document]))
  return skills.map(({ path, name, size, changed }) => {
    const document = places.get(keyText(path, name)) ?? -1
    return kept.sizes[document] === size && kept.changed[document] === changed ? document : -1
  })
}

function sourceOf(skill: MatchSkill, store: Pick<MatchStore, "readBody">, settled: number): Source {
  const { path, name, size, description, whenToUse } = skill
  // What may change again without a trace must not be found unchanged.
  const changed = skill.changed <= settled ? skill.changed : -1
  return { key: { path, name, size, changed }, name, description, whenToUse, body: () => store.readBody(path) }
}

/** Fewer skills than this of other projects always stay. */
const FEW = 1000

/** Skills that were not asked for stay too, so that going to and fro between projects is cheap, while they are few. */
function staying(kept: PackedIndex, skills: readonly MatchSkill[], documents: readonly number[]): readonly number[] {
  const used = new Set(documents)
  const asked = new Set(skills.map(({ path, name }) => keyText(path, name)))
  const others = splitKeys(kept.keys).flatMap((key, document) =>
    used.has(document) || asked.has(key) ? [] : [document],
  )
  const isMany = others.length > Math.max(FEW, skills.length)
  return [...used, ...(isMany ? [] : others)].filter((document) => document !== -1).sort((a, b) => a - b)
}
