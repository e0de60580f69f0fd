import fs from "node:fs"
import path from "node:path"
import { placeProblem, type Problem } from "../../problem/problem.ts"
import { makeDirectory } from "../../system/files/make-directory.ts"
import { readPlainFile } from "../../system/files/read-plain-file.ts"
import { replaceFile } from "../../system/files/replace-file.ts"
import { locateOwnFiles } from "../../system/own-files.ts"
import { formatCount } from "../../text/format-count.ts"
import { formatDateTime } from "../../text/format-time.ts"
import { groupBy } from "../../text/group-by.ts"
import { isMap } from "../../text/is-map.ts"
import { wakeProblem } from "../problems.ts"

/** A hook that could not do its work. Hosts hide what a hook prints to stderr, so `doctor` tells it. */
interface HookFailure {
  readonly at: number
  readonly event: string
  readonly cwd: string
  readonly why: string
}

type Env = Readonly<Record<string, string | undefined>>

const MOST_BYTES = 64 * 1024
const MOST_KEPT = 50
const WEEK = 7 * 24 * 3600 * 1000

function locateFailures(env: Env): string {
  return path.join(locateOwnFiles(env).data, "hook-failures.jsonl")
}

/** Adds a line to a file in the user's data directory. If even that fails, only stderr has it. */
export function noteHookFailure(env: Env, failure: HookFailure): void {
  try {
    const file = locateFailures(env)
    makeDirectory(path.dirname(file), 0o700)
    const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = fs.constants
    const handle = fs.openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600)
    try {
      if (!fs.fstatSync(handle).isFile()) return
      fs.writeSync(handle, `${JSON.stringify({ ...failure, why: failure.why.slice(0, 500) })}\n`)
      if (fs.fstatSync(handle).size > MOST_BYTES / 2) shorten(file)
    } finally {
      fs.closeSync(handle)
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error
  }
}

function shorten(file: string): void {
  const last = readFailures(file).slice(-MOST_KEPT)
  replaceFile(file, last.map((one) => `${JSON.stringify(one)}\n`).join(""), { mode: 0o600 })
}

function readFailures(file: string): readonly HookFailure[] {
  try {
    return readPlainFile(file, MOST_BYTES).toString("utf8").split("\n").flatMap(readFailure)
  } catch (error) {
    if (error instanceof Error && "code" in error) return []
    throw error
  }
}

function readFailure(line: string): readonly HookFailure[] {
  try {
    const found: unknown = JSON.parse(line)
    const isFailure =
      isMap(found) &&
      typeof found["at"] === "number" &&
      ["event", "cwd", "why"].every((name) => typeof found[name] === "string")
    return isFailure ? [found as unknown as HookFailure] : []
  } catch (error) {
    // A line that was cut when the disk was full.
    if (error instanceof SyntaxError) return []
    throw error
  }
}

/** What failed in the last week, each reason once. */
export function listHookProblems(env: Env, now: number): readonly Problem[] {
  const file = locateFailures(env)
  const recent = readFailures(file).filter(({ at }) => at > now - WEEK)
  return [...groupBy(recent, ({ why }) => why).values()].flatMap((same) => {
    const last = same.at(-1)
    if (last === undefined) return []
    const events = [...new Set(same.map(({ event }) => event))].join(", ")
    const times = same.length === 1 ? "failed" : `failed ${formatCount(same.length, "time")}`
    const message = `a hook (${events}) ${times} and added nothing, last ${formatDateTime(last.at)} in ${last.cwd}: ${last.why}`
    const fix = `correct this; to clear the record, remove ${file}`
    return [placeProblem(file, wakeProblem("hook.failed", {}, { message, fix }))]
  })
}
