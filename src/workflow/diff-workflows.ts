import { isMap } from "../text/is-map.ts"
import { toCanonicalJson } from "./hash-workflow.ts"
import type { Step, Workflow } from "./workflow.ts"
import { listEdges, findReaching } from "./edges.ts"
import { END } from "./outcome.ts"

/** What changed in a workflow. */
export interface WorkflowDiff {
  readonly steps: NamedDiff
  readonly params: NamedDiff
  /** Other changed parts of the workflow: `start`, `result`, `resources.rules`. */
  readonly fields: readonly string[]
  readonly caps: readonly CapChange[]
  readonly paths: PathDiff
  /** The same in sentences; empty if nothing changed. */
  readonly summary: readonly string[]
}

export interface NamedDiff {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly { readonly name: string; readonly fields: readonly string[] }[]
}

/** How often something may be repeated. Absent: without limit. */
export interface CapChange {
  readonly step: string
  readonly cap: "rounds" | "reviews"
  readonly before?: number
  readonly after?: number
}

export function diffWorkflows(before: Workflow, after: Workflow): WorkflowDiff {
  const diff = {
    steps: diffNamed(byName(before.steps, "id"), byName(after.steps, "id")),
    params: diffNamed(byName(before.params, "name"), byName(after.params, "name")),
    fields: changedFields(withoutLists(before), withoutLists(after)),
    caps: capChanges(before, after),
    paths: diffPaths(before, after),
  }
  return { ...diff, summary: summariseDiff(diff) }
}

type Fields = Readonly<Record<string, unknown>>

function byName<K extends string>(things: readonly Readonly<Record<K, string>>[], key: K): ReadonlyMap<string, Fields> {
  return new Map(things.map((thing) => [thing[key], { ...thing }]))
}

function diffNamed(before: ReadonlyMap<string, Fields>, after: ReadonlyMap<string, Fields>): NamedDiff {
  return {
    added: [...after.keys()].filter((name) => !before.has(name)),
    removed: [...before.keys()].filter((name) => !after.has(name)),
    changed: [...after].flatMap(([name, now]) => {
      const then = before.get(name)
      const fields = then === undefined ? [] : changedFields(then, now)
      return fields.length === 0 ? [] : [{ name, fields }]
    }),
  }
}

/** These are reported by their contents. */
const OPENED = ["next", "loop", "resources", "children"]

function changedFields(before: Fields, after: Fields): readonly string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return keys.flatMap((key) => {
    const [then, now] = [before[key], after[key]]
    if (toCanonicalJson([then]) === toCanonicalJson([now])) return []
    if (!OPENED.includes(key) || !isMap(then) || !isMap(now)) return [key]
    return changedFields(then, now).map((inner) => `${key}.${inner}`)
  })
}

function withoutLists({ steps: _steps, params: _params, ...rest }: Workflow): Fields {
  return rest
}

function capChanges(before: Workflow, after: Workflow): readonly CapChange[] {
  const then = new Map(before.steps.map((step) => [step.id, step]))
  return after.steps.flatMap((now) => {
    const old = then.get(now.id)
    return old === undefined
      ? []
      : [
          ...capChange({ step: now.id, cap: "rounds" }, old.maxRounds, now.maxRounds),
          ...capChange({ step: now.id, cap: "reviews" }, reviewLimit(old), reviewLimit(now)),
        ]
  })
}

function capChange(
  which: Pick<CapChange, "step" | "cap">,
  before: number | undefined,
  after: number | undefined,
): readonly CapChange[] {
  if (before === after) return []
  return [{ ...which, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }]
}

function reviewLimit(step: Step): number | undefined {
  return step.kind === "gate" ? step.loop?.limit : undefined
}

function summariseDiff({ steps, params, fields, caps, paths }: Omit<WorkflowDiff, "summary">): readonly string[] {
  return [
    ...namedSummary("step", steps),
    ...namedSummary("parameter", params),
    ...(fields.length === 0 ? [] : [`the workflow's ${fields.join(", ")} changed`]),
    ...caps.map(({ step, cap, before, after }) => {
      const [then, now] = [before ?? "any number of", after ?? "any number of"]
      return `step "${step}" may take ${now} ${cap}; it was ${then}`
    }),
    ...atMostThree(paths.lengthened, (pair) => `a path is longer: ${arrows(pair.before)} is now ${arrows(pair.after)}`),
    ...atMostThree(paths.shortened, (pair) => `a path is shorter: ${arrows(pair.before)} is now ${arrows(pair.after)}`),
    ...atMostThree(paths.added, (path) => `a path is new: ${arrows(path)}`),
    ...atMostThree(paths.removed, (path) => `a path is gone: ${arrows(path)}`),
    ...(paths.isCut ? ["there are more paths than were compared"] : []),
  ]
}

function namedSummary(what: string, { added, removed, changed }: NamedDiff): readonly string[] {
  return [
    ...added.map((name) => `${what} "${name}" is new`),
    ...removed.map((name) => `${what} "${name}" is gone`),
    ...changed.map(({ name, fields }) => `${what} "${name}" changed: ${fields.join(", ")}`),
  ]
}

function atMostThree<T>(things: readonly T[], sentence: (thing: T) => string): readonly string[] {
  const told = things.slice(0, 3).map(sentence)
  return things.length > 3 ? [...told, `… and ${things.length - 3} more like it`] : told
}

function arrows(path: readonly string[]): string {
  return path.join(" → ")
}

/** The ids of the steps from the start to the end, including the end, with no step twice. */
export type StepPath = readonly string[]

export interface PathDiff {
  readonly added: readonly StepPath[]
  readonly removed: readonly StepPath[]
  /** The same path with added steps. */
  readonly lengthened: readonly ChangedPath[]
  /** The same path with removed steps. */
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
  const [thenKeys, nowKeys] = [toPathKeys(then.paths), toPathKeys(now.paths)]
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

/** Every path from the start to the end by outcomes that visits no step twice. */
function straightPaths(workflow: Workflow): { readonly paths: readonly StepPath[]; readonly isCut: boolean } {
  const edges = listEdges(workflow).filter(({ by }) => by !== "error" && by !== "cheaper")
  const ending = findReaching([END], edges)
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

function toPathKeys(paths: readonly StepPath[]): ReadonlySet<string> {
  return new Set(paths.map((path) => path.join(" ")))
}

/** Whether all of one is contained in the other, in the same order. */
function isWithin(short: StepPath, long: StepPath): boolean {
  let at = 0
  for (const id of long) if (id === short[at]) at++
  return at === short.length
}

function apart(a: StepPath, b: StepPath): number {
  return Math.abs(a.length - b.length)
}
