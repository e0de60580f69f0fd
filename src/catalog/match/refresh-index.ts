import type { MatchStore } from "../../ports/match-store.ts"
import { matchDocument } from "./document.ts"
import { buildPacked, type KeyedDocument } from "./packed/build-packed.ts"
import { mergePacked } from "./packed/merge-packed.ts"
import type { DocumentKey, PackedIndex } from "./packed/packed-index.ts"
import type { Pool } from "./rank.ts"

/** What `match` has to know of a skill. Path and name say which one it is, size and time of change whether it changed. */
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

/** An index that holds every skill as it is now. Only the bodies of those that changed are read. */
export function refreshIndex(refresh: Refresh): Pool & { readonly isWorthKeeping: boolean } {
  const { kept, skills, store, stamp } = refresh
  const documents = kept === undefined ? new Int32Array(skills.length).fill(-1) : findDocuments(kept, skills)
  const missing = skills.flatMap((_, at) => (documents[at] === -1 ? [at] : []))
  if (kept !== undefined && missing.length === 0) return { index: kept, documents, isWorthKeeping: false }

  const settled = store.settled()
  const fresh = buildPacked(documentsOf(missing, refresh, settled), stamp)
  const stay = kept === undefined ? [] : staying(kept, skills, documents)
  const index = kept === undefined || stay.length === 0 ? fresh : mergePacked({ kept, stay, fresh }, stamp)
  if (index === undefined) return refreshIndex({ ...refresh, kept: undefined })
  const moved = new Map(stay.map((document, at) => [document, at]))
  for (const [at, document] of documents.entries()) documents[at] = moved.get(document) ?? -1
  for (const [at, skill] of missing.entries()) documents[skill] = stay.length + at
  return { index, documents, isWorthKeeping: missing.some((at) => (skills[at]?.changed ?? 0) <= settled) }
}

/** The document of each skill, or -1. Most often they stand in the order in which they are asked for. */
function findDocuments(kept: PackedIndex, skills: readonly MatchSkill[]): Int32Array {
  const documents = new Int32Array(skills.length)
  let places: ReadonlyMap<string, number> | undefined
  let next = 0
  for (const [at, skill] of skills.entries()) {
    if (!isSame(kept, next, skill)) {
      places ??= placesByKey(kept)
      next = places.get(keyOf(skill)) ?? -1
    }
    const found = next !== -1 && isSame(kept, next, skill) ? next : -1
    documents[at] = found
    next = found + 1
  }
  return documents
}

function isSame(kept: PackedIndex, document: number, skill: MatchSkill): boolean {
  return (
    kept.strings[document * 3] === skill.path &&
    kept.strings[document * 3 + 1] === skill.name &&
    kept.sizes[document] === skill.size &&
    kept.changed[document] === skill.changed
  )
}

function placesByKey(kept: PackedIndex): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (let document = 0; document < kept.documents; document++) places.set(storedKey(kept, document), document)
  return places
}

function storedKey(kept: PackedIndex, document: number): string {
  return `${kept.strings[document * 3]}\0${kept.strings[document * 3 + 1]}`
}

function keyOf({ path, name }: MatchSkill): string {
  return `${path}\0${name}`
}

function* documentsOf(missing: readonly number[], refresh: Refresh, settled: number): Generator<KeyedDocument> {
  for (const at of missing) {
    const skill = refresh.skills[at]
    if (skill === undefined) continue
    const { path, name, size, description, whenToUse } = skill
    // What may change again without a trace is never found unchanged.
    const changed = skill.changed <= settled ? skill.changed : -1
    const body = refresh.store.readBody(path)
    yield { ...matchDocument({ name, description, whenToUse, body }), key: { path, name, size, changed } }
  }
}

/** Skills of other projects stay too, so that going to and fro costs nothing; but not more than are asked for. */
const MANY = 1000

function staying(kept: PackedIndex, skills: readonly MatchSkill[], documents: Int32Array): readonly number[] {
  const used = new Set(documents)
  const asked = new Set(skills.map(keyOf))
  const others: number[] = []
  for (let document = 0; document < kept.documents; document++)
    if (!used.has(document) && !asked.has(storedKey(kept, document))) others.push(document)
  const all = others.length > Math.max(MANY, skills.length) ? [...used] : [...used, ...others]
  return all.filter((document) => document !== -1).sort((a, b) => a - b)
}
