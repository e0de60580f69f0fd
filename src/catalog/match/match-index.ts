import type { MatchStore } from "./match-store.ts"
import { buildPacked, type DocumentSource } from "./packed/build-packed.ts"
import { startsWithKeys, type DocumentKey, unpackKeys } from "./packed/document-keys.ts"
import { type PackedMerge, mergePacked, type DocumentOrigin } from "./packed/merge-packed.ts"
import { keepInMemory, openPacked, type PackedIndex } from "./packed/packed-index.ts"
import { rankPool } from "./rank.ts"
import type { Pool } from "./skill-pool.ts"

export interface RankedSkill<Skill> {
  readonly skill: Skill
  /** Comparable only within one answer. */
  readonly score: number
  /** The score in rare words: 1 is about one that is half of the skill's name. It can be compared between answers. */
  readonly worth: number
  /** The words of the request that were found, as typed. */
  readonly words: readonly string[]
}

export interface MatchIndex {
  /** The skills that fit a request, best first, at most `limit`. The answer does not depend on the stored index. */
  rank<Skill extends MatchSkill>(
    skills: readonly Skill[],
    request: string,
    limit: number,
  ): readonly RankedSkill<Skill>[]
}

/** Must change whenever a document or its packing changes: an index of another edition is not used. */
const EDITION = 11

export function openMatchIndex(store: MatchStore, version: string): MatchIndex {
  const stamp = `${EDITION} ${version}`
  let known: PackedIndex | undefined
  return {
    rank(skills, request, limit) {
      const kept = store.open()
      try {
        const opened = kept === undefined ? undefined : openPacked(kept, stamp, known)
        const ranked = rankInIndex(opened) ?? rankInIndex(undefined)
        if (ranked === undefined) throw new Error("an index that was just built cannot be read")
        return ranked
      } finally {
        kept?.close()
      }

      function rankInIndex(index: PackedIndex | undefined) {
        const pool = refreshIndex({ kept: index, skills, store, stamp })
        known = pool.index
        if (pool.toKeep !== undefined) store.save(pool.toKeep)
        return rankPool(pool, request, limit)?.flatMap(({ at, ...rest }) => {
          const skill = skills[at]
          return skill === undefined ? [] : [{ skill, ...rest }]
        })
      }
    },
  }
}

/** What `match` must know about a skill. Path and name identify it; size and time show whether it changed. */
export interface MatchSkill extends DocumentKey {
  readonly description: string
  readonly whenToUse?: string | undefined
  readonly isBundled?: boolean | undefined
}

interface Refresh {
  readonly kept: PackedIndex | undefined
  readonly skills: readonly MatchSkill[]
  readonly store: Pick<MatchStore, "readBody" | "settled">
  readonly stamp: string
}

/** A pool, and its index as bytes if it is worth storing. */
interface RefreshedPool extends Pool {
  readonly toKeep?: Uint8Array
}

/** Makes sure that every skill is in the index in its current state. Only the bodies of changed skills are read. */
function refreshIndex(refresh: Refresh): RefreshedPool {
  const { kept, skills } = refresh
  if (kept !== undefined && startsWithKeys(kept, skills)) return { index: kept, skills }
  const documents = kept === undefined ? skills.map(() => -1) : findDocuments(kept, skills)
  const missing = skills.filter((_, at) => documents[at] === -1)
  if (kept !== undefined && missing.length === 0) return { index: kept, skills, documents: Int32Array.from(documents) }
  return extend(refresh, documents, missing)
}

function extend(refresh: Refresh, documents: readonly number[], missing: readonly MatchSkill[]): RefreshedPool {
  const { kept, skills, store, stamp } = refresh
  const settled = store.settled()
  const sources = missing.map((skill) => toDocumentSource(skill, store, settled))
  const fresh = buildPacked(sources, stamp)
  const bytes = kept === undefined ? fresh : merge({ kept, fresh: opened(fresh, stamp) }, refresh, documents)
  if (bytes === undefined) return refreshIndex({ ...refresh, kept: undefined })
  const toKeep = missing.some(({ changed }) => changed <= settled) ? { toKeep: bytes } : {}
  return { index: opened(bytes, stamp), skills, ...toKeep }
}

/** First the requested skills in order, then the others that stay. */
function merge(
  indexes: Pick<PackedMerge, "kept" | "fresh">,
  { skills, stamp }: Refresh,
  documents: readonly number[],
): Uint8Array | undefined {
  let next = 0
  const asked = documents.map(
    (document): DocumentOrigin => (document === -1 ? { from: "fresh", document: next++ } : { from: "kept", document }),
  )
  const others = listOtherDocuments(indexes.kept, skills).map(
    (document): DocumentOrigin => ({ from: "kept", document }),
  )
  return mergePacked({ ...indexes, order: [...asked, ...others] }, stamp)
}

function opened(bytes: Uint8Array, stamp: string): PackedIndex {
  const index = openPacked(keepInMemory(bytes), stamp)
  if (index === undefined) throw new Error("an index that was just packed cannot be opened")
  return index
}

/** The document of each skill, or -1. */
function findDocuments(kept: PackedIndex, skills: readonly MatchSkill[]): readonly number[] {
  const places = new Map(unpackKeys(kept).map((key, document) => [keyText(key), document]))
  return skills.map((skill) => {
    const document = places.get(keyText(skill)) ?? -1
    return kept.sizes[document] === skill.size && kept.changed[document] === skill.changed ? document : -1
  })
}

function keyText({ path, name }: DocumentKey): string {
  return `${path}\0${name}`
}

function toDocumentSource(skill: MatchSkill, store: Pick<MatchStore, "readBody">, settled: number): DocumentSource {
  const { path, name, size, description, whenToUse } = skill
  // A file that may change again without a trace must not count as unchanged.
  const changed = skill.changed <= settled ? skill.changed : -1
  return { key: { path, name, size, changed }, name, description, whenToUse, body: () => store.readBody(path) }
}

/** Up to this many skills of other projects always stay. */
const FEW = 1000

/** Other skills stay too while they are few, so that switching between projects is cheap. */
function listOtherDocuments(kept: PackedIndex, skills: readonly MatchSkill[]): readonly number[] {
  const asked = new Set(skills.map(keyText))
  const others = unpackKeys(kept).flatMap((key, document) => (asked.has(keyText(key)) ? [] : [document]))
  return others.length > Math.max(FEW, skills.length) ? [] : others
}
