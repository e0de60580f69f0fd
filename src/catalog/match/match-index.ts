import type { MatchStore } from "../../ports/match-store.ts"
import { openPackedIndex, type PackedIndex } from "./packed/packed-index.ts"
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
const EDITION = 1

export function openMatchIndex(store: MatchStore, version: string): MatchIndex {
  const stamp = `${EDITION} ${version}`
  let index: PackedIndex | undefined
  return {
    rank(skills, request, limit) {
      index ??= load(store, stamp)
      const ranked = rankNow() ?? rankAnew()
      return ranked.flatMap(({ at, ...rest }) => {
        const skill = skills[at]
        return skill === undefined ? [] : [{ skill, ...rest }]
      })

      function rankNow() {
        const fresh = refreshIndex({ kept: index, skills, store, stamp })
        index = fresh.index
        if (fresh.isWorthKeeping) store.save(index.bytes)
        return rankPool(fresh, request, limit)
      }

      function rankAnew() {
        index = undefined
        const again = rankNow()
        if (again === undefined) throw new Error("an index that was just built cannot be read")
        return again
      }
    },
  }
}

function load(store: MatchStore, stamp: string): PackedIndex | undefined {
  const bytes = store.load()
  return bytes === undefined ? undefined : openPackedIndex(bytes, stamp)
}
