import { setTimeout as sleep } from "node:timers/promises"
import { answersIn, openIn, outcomeOf, provesIn } from "./run-state.ts"
import { type Ending, type Kill, killAt, type Life, type Noted, progressOf, type Workshop } from "./lives.ts"

export interface Loop {
  readonly shop: Workshop
  /** The arguments of `run start`. */
  readonly start: readonly string[]
  /** How many kills this loop makes; if a run ends earlier, another one follows. */
  readonly kills: number
}

export interface Tally {
  readonly kills: number
  readonly runs: number
  /** What must not happen, one sentence each. */
  readonly anomalies: readonly string[]
  /** From the start of a driver to the first agent it asks or the first commit, in milliseconds. */
  readonly resumed: readonly number[]
  readonly outcomes: readonly Awaited<ReturnType<typeof outcomeOf>>[]
}

/** Drives runs, kills their drivers at random moments and restarts them until there were enough kills. */
export async function killLoop({ shop, start, kills }: Loop): Promise<Tally> {
  const anomalies: string[] = []
  const resumed: number[] = []
  const outcomes: Awaited<ReturnType<typeof outcomeOf>>[] = []
  let [killed, runs, count] = [0, 0, 0]
  while (killed < kills) {
    const run = shop.start(start)
    runs++
    for (let isOver = false; !isOver; ) {
      const before = await answersIn(shop.database, run)
      const isLast = killed >= kills
      const life = count++ % 2 === 0 ? shop.byCommand(run) : shop.byProgram(run)
      const ending = await (isLast ? endOf(shop, run, life) : killAt(shop, life, anyMoment()))
      if (ending.signal === "SIGKILL") killed++
      if (ending.signal === null && ending.code !== 0)
        anomalies.push(`life ${life.life} ended with ${ending.code}: ${ending.err}`)
      const after = await answersIn(shop.database, run)
      const notes = shop.notes()
      anomalies.push(...anomaliesOf(notes, life, { before, after }))
      const first = notes.find(
        (note) => note.life === life.life && (note.kind === "asked" || note.kind === "committed"),
      )
      if (first !== undefined) resumed.push(first.at - life.begun)
      isOver = ending.signal === null
    }
    if (!(await provesIn(shop.database, run))) anomalies.push(`run ${run} does not prove what it says`)
    outcomes.push(await outcomeOf(shop.database, run, shop.project))
  }
  return { kills: killed, runs, anomalies, outcomes, resumed }
}

/** One in four while it starts, the others while it works. */
function anyMoment(): Kill {
  const isStarting = Math.random() < 0.25
  return {
    notes: isStarting ? 0 : 1 + Math.floor(Math.random() * 4),
    later: Math.random() * (isStarting ? 300 : 60),
    agents: Math.random() < 0.5,
  }
}

/** For a run that makes no progress: prints what is open, and what its driver did last. */
async function endOf(shop: Workshop, run: string, life: Life): Promise<Ending> {
  const isMoving = progressOf(shop, life)
  for (;;) {
    const ending = await Promise.race([life.ended, sleep(200)])
    if (ending !== undefined) return ending
    try {
      isMoving()
    } catch (error) {
      throw new Error(`it does not end: ${JSON.stringify(await openIn(shop.database, run))}`, { cause: error })
    }
  }
}

export function anomaliesOf(
  notes: readonly Noted[],
  { life }: Life,
  { before, after }: { readonly before: ReadonlyMap<string, string>; readonly after: ReadonlyMap<string, string> },
): readonly string[] {
  const own = notes.filter((note) => note.life === life)
  const asked = own.flatMap(({ kind, key }) => (kind === "asked" && key !== undefined ? [key] : []))
  const told = own.flatMap(({ kind, results = [] }) => (kind === "committed" ? results : []))
  const answered = new Set(notes.flatMap(({ kind, by }) => (kind === "answered" ? [by] : [])))
  const used = [...after.values()].flatMap((text) => /<by ([^>]*)>/.exec(text)?.[1] ?? [])
  return [
    ...asked.filter((key) => before.has(key)).map((key) => `${key} was answered and asked again`),
    ...asked.filter((key, at) => asked.indexOf(key) !== at).map((key) => `${key} was asked twice by life ${life}`),
    ...[...before].filter(([key, text]) => after.get(key) !== text).map(([key]) => `${key} was lost or changed`),
    ...told.filter((key) => !after.has(key)).map((key) => `${key} was acknowledged but is missing`),
    ...told.filter((key) => before.has(key)).map((key) => `${key} was committed twice`),
    ...used.filter((one) => !answered.has(one)).map((one) => `${one} is an answer nobody gave`),
  ]
}
