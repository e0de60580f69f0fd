import { setTimeout as sleep } from "node:timers/promises"
import type { Ticked } from "../../../schedule/io/tick.ts"
import type { SkilletSchedules } from "../../../skillet/open-skillet-schedules.ts"
import { formatCount } from "../../../text/format-count.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import type { Io } from "../../output.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { renderHint } from "../../render-hint.ts"
import { locateSkilletScript } from "../wake/skillet-script.ts"
import { renderDue } from "./render-schedule.ts"
import { withSchedules } from "./with-schedules.ts"

const PAUSE = 20_000
/** After a long sleep every schedule has skipped due times. */
const MOST_HINTS = 3

export const scheduleTick = defineCommand({
  more: "Any number of processes may do this; each due time is started once.",
  usage: "[--wait | --watch]",
  examples: [
    { line: "skillet schedule tick", about: "once; work is done in the background" },
    { line: "skillet schedule tick --wait", about: "once; work is done here" },
    { line: "skillet schedule tick --watch", about: "repeatedly, until it is stopped" },
  ],
  options: {
    wait: { kind: "flag", about: "work on what is due in this process, until it has ended" },
    watch: { kind: "flag", about: "keep looking, every 20 seconds" },
    asked: { kind: "flag", about: "does not count as a regular look (commands that start one thing use it)" },
  },
  arguments: noArguments,
  async run({ options }, io) {
    const stop = new AbortController()
    const onEnd = () => stop.abort(new Error("interrupted"))
    process.once("SIGTERM", onEnd)
    try {
      return await withSchedules(io, options, async (schedules) => {
        for (;;) {
          const ticked = await tickOnce(schedules, { wait: options.wait, asked: options.asked, signal: stop.signal })
          if (options.json === true) io.json(ticked)
          else await printTick(schedules, ticked, io)
          if (options.watch !== true) return ticked.worked.some(({ state }) => state === "failed") ? 1 : 0
          await sleep(PAUSE, undefined, { signal: stop.signal }).catch(() => undefined)
          if (stop.signal.aborted) return 0
        }
      })
    } finally {
      process.removeListener("SIGTERM", onEnd)
    }
  },
})

interface TickWanted {
  readonly wait?: boolean | undefined
  readonly asked?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

export function tickOnce(schedules: SkilletSchedules, { wait, asked, signal }: TickWanted): Promise<Ticked> {
  return schedules.tick(wait === true ? { signal, asked } : { script: locateSkilletScript(), asked })
}

/** What happened, and what did not: nothing is said to have run before its run has ended. */
export async function printTick(schedules: SkilletSchedules, ticked: Ticked, io: Io): Promise<void> {
  printNotices(ticked, io)
  for (const due of ticked.worked) {
    const { schedule } = await schedules.show(due.schedule)
    io.out(`${due.schedule}  ${renderDue(due, schedule.times.zone)}`)
  }
  const skipped = ticked.made.filter(({ state }) => state !== "due").length
  const parts = [
    ticked.background === undefined
      ? undefined
      : `${formatCount(ticked.ready, "due time")} handed to a background process (log: ${ticked.background})`,
    ticked.background === undefined && ticked.worked.length === 0 ? describeIdle(ticked) : undefined,
    skipped === 0 ? undefined : `${formatCount(skipped, "due time")} skipped or expired`,
    ticked.waiting === 0 ? undefined : `${ticked.waiting} waiting${describeElsewhere(ticked)}`,
  ].filter((part) => part !== undefined)
  if (parts.length > 0) io.out(`${parts.join("; ")}.`)
  const left = new Set(ticked.made.filter(({ state }) => state !== "due").map(({ schedule }) => schedule))
  for (const id of [...left].slice(0, MOST_HINTS)) io.err(renderHint(`skillet schedule history ${id} says why.`, io))
}

/** What owners of schedules were told. */
export function printNotices({ notices }: Ticked, io: Io): void {
  for (const { text } of notices) io.err(toVisibleLine(text))
}

/** On a server, agents are started by the machine where the schedule was added. */
function describeElsewhere({ waiting, elsewhere }: Ticked): string {
  if (elsewhere === 0) return ""
  return waiting === elsewhere ? " for another machine" : `, ${elsewhere} of them for another machine`
}

/** Why nothing was started. */
function describeIdle({ active, waiting }: Ticked): string {
  if (active === 0) return "Nothing was started: no schedule is active on this machine"
  const what = waiting === 0 ? "nothing is due" : "nothing may start now"
  return `Nothing was started: ${what} in ${formatCount(active, "active schedule")}`
}
