import type { MatchStore } from "../../ports/match-store.ts"
import { openPacked, type PackedIndex } from "./packed/packed-index.ts"
import { rankPool } from "./rank.ts"
import { type MatchSkill, refreshIndex } from "./refresh-index.ts"

export interface RankedSkill<Skill> {
  readonly skill: Skill
  /** Comparable within one answer only. */
  readonly score: number
  /** The words of the request that were found, as typed. */
  readonly words: readonly string[]
}

export interface MatchIndex {
  /** The skills that fit a request, best first, at most `limit`. The answer does not depend on what was kept. */
  rank<Skill extends MatchSkill>(
    skills: readonly Skill[],
    request: string,
    limit: number,
  ): readonly RankedSkill<Skill>[]
}

/** Changed whenever a document or its packing changes: an index of another edition is not used. */
const EDITION = 3

export function openMatchIndex(store: MatchStore, version: string): MatchIndex {
  const stamp = `${EDITION} ${version}`
  let known: PackedIndex | undefined
  return {
    rank(skills, request, limit) {
      const kept = store.open()
      try {
        const opened = kept === undefined ? undefined : openPacked(kept, stamp, known)
        const ranked = rankFrom(opened) ?? rankFrom(undefined)
        if (ranked === undefined) throw new Error("an index that was just built cannot be read")
        return ranked
      } finally {
        kept?.close()
      }

      function rankFrom(index: PackedIndex | undefined) {
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
