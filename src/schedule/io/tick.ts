import path from "node:path"
import { locateOwnFiles } from "../../system/own-files.ts"
import { runningNode } from "../../system/programs/find-program.ts"
import { startDetached } from "../../system/programs/start-detached.ts"
import type { Due } from "../schedule.ts"
import { lookForDues, type Looked } from "./look-for-dues.ts"
import type { Schedules } from "./schedules.ts"
import { workDues } from "./work-dues.ts"

export interface TickOptions {
  /** The script that starts Skillet: the work is done in the background. Without it, it is done here. */
  readonly script?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** A person asked for one start: this is no sign that anything looks for due times regularly. */
  readonly asked?: boolean | undefined
}

export interface Ticked extends Looked {
  /** What was done in this process. */
  readonly worked: readonly Due[]
  /** The log of the process that was started to do it. */
  readonly background?: string | undefined
}

/** Looks for due times once, and sees to it that what may start does. */
export async function tick(schedules: Schedules, { script, signal, asked = false }: TickOptions = {}): Promise<Ticked> {
  const by = asked ? "person" : "timer"
  if (script === undefined) return workDues(schedules, signal ?? new AbortController().signal, by)
  const looked = await lookForDues(schedules, by)
  if (looked.ready === 0) return { ...looked, worked: [] }
  const log = path.join(locateOwnFiles(schedules.env).data, "schedules", "tick.log")
  startDetached({
    program: [runningNode(), script, "schedule", "tick", "--wait", "--asked"],
    cwd: schedules.directory,
    env: schedules.env,
    log,
  })
  return { ...looked, worked: [], background: log }
}
