import { edgesOf, reachTo } from "./edges.ts"
import { END } from "./outcome.ts"
import type { Workflow } from "./workflow.ts"

/** The ids of the steps from the start to the end, the end included, no step twice. */
export type StepPath = readonly string[]

export interface PathDiff {
  readonly added: readonly StepPath[]
  readonly removed: readonly StepPath[]
  /** The same path with steps put in. */
  readonly lengthened: readonly ChangedPath[]
  /** The same path with steps left out. */
  readonly shortened: readonly ChangedPath[]
  /** There are more paths than were compared. */
  readonly isCut: boolean
}

export interface ChangedPath {
  readonly before: StepPath
  readonly after: StepPath
}

const PATHS_AT_MOST = 500
const LOOKS_AT_MOST = 50_000

export function diffPaths(before: Workflow, after: Workflow): PathDiff {
  const [then, now] = [straightPaths(before), straightPaths(after)]
  const [thenKeys, nowKeys] = [keysOf(then.paths), keysOf(now.paths)]
  const gone = then.paths.filter((path) => !nowKeys.has(path.join(" ")))
  const left = now.paths.filter((path) => !thenKeys.has(path.join(" ")))
  const pairs: ChangedPath[] = []
  for (const path of gone) {
    const alike = left.filter((other) => isWithin(path, other) || isWithin(other, path))
    const nearest = alike.sort((a, b) => apart(path, a) - apart(path, b))[0]
    if (nearest === undefined) continue
    pairs.push({ before: path, after: nearest })
    left.splice(left.indexOf(nearest), 1)
  }
  return {
    added: left,
    removed: gone.filter((path) => !pairs.some((pair) => pair.before === path)),
    lengthened: pairs.filter((pair) => pair.after.length > pair.before.length),
    shortened: pairs.filter((pair) => pair.after.length < pair.before.length),
    isCut: then.isCut || now.isCut,
  }
}

/** Every way from the start to the end by outcomes on which no step comes twice. */
function straightPaths(workflow: Workflow): { readonly paths: readonly StepPath[]; readonly isCut: boolean } {
  const edges = edgesOf(workflow).filter(({ by }) => by !== "error" && by !== "cheaper")
  const ending = reachTo([END], edges)
  const onward = new Map<string, Set<string>>()
  for (const { from, to } of edges) if (ending.has(to)) onward.set(from, (onward.get(from) ?? new Set()).add(to))
  const paths: StepPath[] = []
  let looks = 0
  const go = (path: StepPath): void => {
    if (paths.length >= PATHS_AT_MOST || looks++ >= LOOKS_AT_MOST) return
    const last = path.at(-1) ?? END
    if (last === END) return void paths.push(path)
    for (const to of onward.get(last) ?? []) if (!path.includes(to)) go([...path, to])
  }
  go([workflow.start])
  return { paths, isCut: paths.length >= PATHS_AT_MOST || looks > LOOKS_AT_MOST }
}

function keysOf(paths: readonly StepPath[]): ReadonlySet<string> {
  return new Set(paths.map((path) => path.join(" ")))
}

/** Whether all of one comes in the other, in the same order. */
function isWithin(short: StepPath, long: StepPath): boolean {
  let at = 0
  for (const id of long) if (id === short[at]) at++
  return at === short.length
}

function apart(a: StepPath, b: StepPath): number {
  return Math.abs(a.length - b.length)
}
