import fs from "node:fs"
import path from "node:path"
import { mayHoldOthers, listUnwatched, watchDepth } from "../../watch/layout-watch.ts"
import type { WatchedTree } from "../../watch/folder-watcher.ts"
import type { FoundSkill } from "../../skill-source.ts"
import type { Layout, SkillPlace } from "../../../skill/place.ts"
import { type Ground, openPathFilter } from "./open-path-filter.ts"
import type { CatalogSnapshot, PlaceSnapshot } from "./take-snapshot.ts"

export interface WatchPlan {
  readonly trees: readonly PlannedTree[]
  /** Whether a change at a path can affect the catalog. */
  isOfInterest(path: string): boolean
}

export interface PlannedTree extends WatchedTree {
  /** Changes if another directory takes its path. */
  readonly id: string
}

/**
 * What to watch: every skill directory, its parent (it may be replaced) or the nearest existing one (it may appear),
 * and the directories that links lead to.
 */
export function planWatches(look: Pick<CatalogSnapshot, "places">): WatchPlan {
  const grounds = look.places.flatMap(planGrounds)
  const gates = look.places.map(({ place }) => findGate(place.root))
  const trees = new Map<string, WatchedTree>()
  for (const { folder, depth, skip } of [...grounds, ...gates]) {
    const other = trees.get(folder) ?? { folder, depth, skip }
    const common = skip.filter((name) => other.skip.includes(name))
    trees.set(folder, { folder, depth: Math.max(depth, other.depth), skip: common })
  }
  return {
    trees: [...trees.values()].flatMap((tree) => identified(tree)),
    isOfInterest: openPathFilter({
      grounds,
      gates: new Set(gates.flatMap(({ folder, next }) => [folder, next])),
      found: look.places.flatMap(({ found }) => found),
    }),
  }
}

function planGrounds({ place, found }: PlaceSnapshot): readonly Ground[] {
  const real = realFolder(place.root)
  if (real === undefined) return []
  const own = ground(real, place.layout, watchDepth(place.layout))
  return [own, ...found.flatMap((skill) => linkedGrounds(place, real, skill))]
}

/** The directories that links lead to on the way from a skill directory to a skill. */
function linkedGrounds(place: SkillPlace, realRoot: string, skill: FoundSkill): readonly Ground[] {
  const within = skill.path.slice(place.root.length)
  if (skill.realPath === realRoot + within) return []
  const grounds: Ground[] = []
  let at = realRoot
  for (const [level, part] of within.slice(1).split("/").entries()) {
    at = `${at}/${part}`
    if (fs.lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() !== true) continue
    const folder = realFolder(at)
    if (folder === undefined) return [...grounds, ground(path.dirname(skill.realPath), place.layout, 0)]
    const isLast = folder === path.dirname(skill.realPath) && !mayHoldOthers(place.layout)
    grounds.push(ground(folder, place.layout, isLast ? 0 : Math.max(0, watchDepth(place.layout) - level - 1)))
    at = folder
  }
  return grounds
}

function ground(folder: string, layout: Layout, depth: number): Ground {
  return { folder, layout, depth, skip: listUnwatched(layout) }
}

interface Gate extends WatchedTree {
  /** What must appear or be replaced in the directory before more can be found. */
  readonly next: string
}

function findGate(root: string): Gate {
  let next = root
  let folder = path.dirname(root)
  while (realFolder(folder) === undefined && folder !== path.dirname(folder)) {
    next = folder
    folder = path.dirname(folder)
  }
  return { folder, next, depth: 0, skip: [".git", "node_modules"] }
}

function realFolder(folder: string): string | undefined {
  try {
    const real = fs.realpathSync(folder)
    return fs.statSync(real).isDirectory() ? real : undefined
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined
    throw error
  }
}

function identified(tree: WatchedTree): readonly PlannedTree[] {
  const stat = fs.statSync(tree.folder, { throwIfNoEntry: false })
  if (stat === undefined) return []
  return [{ ...tree, id: [tree.folder, stat.dev, stat.ino, tree.depth, ...tree.skip].join("\0") }]
}
