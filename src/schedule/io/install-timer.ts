import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { makeDirectory } from "../../system/files/make-directory.ts"
import { replaceFile } from "../../system/files/replace-file.ts"
import { findHome } from "../../system/own-files.ts"
import { openSearchPath, requireProgram, runningNode, type SearchPath } from "../../system/programs/find-program.ts"
import { collectOutput } from "../../system/programs/start-program.ts"
import { requireAbsolute } from "../../text/folder-paths.ts"
import {
  planTimer,
  planTimerRemoval,
  type TimerFacts,
  type TimerKind,
  timerKinds,
  type TimerPlan,
} from "../plan-timer.ts"
import type { Schedules } from "./schedules.ts"

export interface TimerWanted {
  /** The script that starts Skillet. */
  readonly script: string
  /** Default: what this machine has. */
  readonly kind?: TimerKind | undefined
  readonly undo?: boolean | undefined
}

export interface TimerInstall {
  /** Absent if no timer is installed that could be removed. */
  readonly kind?: TimerKind | undefined
  readonly files: TimerPlan["files"]
  readonly crontab?: string | undefined
  readonly commands: TimerPlan["commands"]
  /** What the person should know. */
  readonly notes: readonly string[]
}

type Place = Pick<Schedules, "env" | "directory">

/** The change that installs or removes the timer; `applyTimer` makes it. */
export async function planTimerChange(place: Place, wanted: TimerWanted): Promise<TimerInstall> {
  const search = openSearchPath({ env: place.env, projects: [place.directory] })
  if (wanted.undo === true) return planInstalledRemoval(place, wanted, search)
  const kind = wanted.kind ?? (await chooseKind(place, search))
  const facts = await gatherTimerFacts(place, { search, kind, script: wanted.script })
  return { ...planTimer(facts), notes: await noteLingering(place, kind, search) }
}

/** Every kind is looked for, whether this machine could install it today or not. */
async function planInstalledRemoval(place: Place, wanted: TimerWanted, search: SearchPath): Promise<TimerInstall> {
  for (const kind of wanted.kind === undefined ? timerKinds : [wanted.kind]) {
    if (kind === "cron" && wanted.kind === undefined && search.find("crontab") === undefined) continue
    const facts = await gatherTimerFacts(place, { search, kind, script: wanted.script })
    const plan = planTimerRemoval(facts)
    const files = plan.files.filter(({ file }) => fs.existsSync(file))
    const isThere = files.length > 0 || (plan.crontab !== undefined && plan.crontab !== facts.crontab)
    if (isThere) return { ...plan, files, notes: [] }
  }
  return { kind: wanted.kind, files: [], commands: [], notes: [] }
}

/** Variables by which Skillet and its agents find their files. */
const NEEDED = ["PATH", "HOME", "SKILLET_DB", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] as const

async function gatherTimerFacts(
  { env, directory }: Place,
  { search, kind, script }: { readonly search: SearchPath; readonly kind: TimerKind; readonly script: string },
): Promise<TimerFacts> {
  const home = findHome(env)
  const needed = NEEDED.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []))
  return {
    kind,
    home,
    config: requireAbsolute(env["XDG_CONFIG_HOME"]) ?? path.join(home, ".config"),
    user: os.userInfo().uid,
    command: [runningNode(), path.resolve(directory, script), "schedule", "tick"],
    env: Object.fromEntries(needed),
    crontab: kind === "cron" ? await readCrontab({ env, search }) : "",
  }
}

async function chooseKind({ env }: Place, search: SearchPath): Promise<TimerKind> {
  if (process.platform === "darwin") return "launchd"
  const isLinux = process.platform === "linux"
  if (isLinux && search.find("systemctl") !== undefined) {
    const { failure } = await call({ env, search }, ["systemctl", "--user", "show-environment"])
    if (failure === undefined) return "systemd"
  }
  if (isLinux && search.find("crontab") !== undefined) return "cron"
  const tried = isLinux ? "neither the user's systemd nor crontab can be used" : `${process.platform} is not supported`
  throw new SkilletError("schedule.no-timer", `no timer can be installed here: ${tried}`, {
    retry: "no",
    next: "keep `skillet schedule tick --watch` running, or call `skillet schedule tick` every minute yourself",
  })
}

/** Without lingering, the user's timers stop when the user logs out. */
async function noteLingering({ env }: Place, kind: TimerKind, search: SearchPath): Promise<readonly string[]> {
  if (kind !== "systemd") return []
  const user = os.userInfo().username
  if (search.find("loginctl") === undefined) return [writeLingering("could not be checked", user)]
  const { printed, failure } = await call({ env, search }, ["loginctl", "show-user", user, "--property=Linger"])
  const said = printed.toString("utf8").trim()
  if (said === "Linger=yes") return []
  return [writeLingering(failure === undefined ? "is off" : "could not be checked", user)]
}

function writeLingering(what: string, user: string): string {
  return `Lingering ${what}: without it nothing runs while you are logged out. \`loginctl enable-linger ${user}\` turns it on.`
}

interface Calling {
  readonly env: Place["env"]
  readonly search: SearchPath
}

const LONGEST = 15_000
const MOST_BYTES = 1024 * 1024

async function call({ env, search }: Calling, [name = "", ...args]: readonly string[], input?: string) {
  const program = requireProgram(search, name)
  return collectOutput(
    { program, args, search, cwd: os.tmpdir(), env },
    { input, mostBytes: MOST_BYTES, milliseconds: LONGEST },
  )
}

/** A user without a table gets an error from crontab, which means an empty one. */
async function readCrontab(calling: Calling): Promise<string> {
  const { printed, failure } = await call(calling, ["crontab", "-l"])
  if (failure === undefined || /no crontab/i.test(failure.said)) return printed.toString("utf8")
  throw timerError("crontab -l", failure.said)
}

/** Files are written before the programs read them, and removed after the timer was stopped. */
export async function applyTimer({ env, directory }: Place, plan: TimerInstall): Promise<void> {
  const calling = { env, search: openSearchPath({ env, projects: [directory] }) }
  for (const { file, text } of plan.files) {
    if (text === undefined) continue
    makeDirectory(path.dirname(file))
    replaceFile(file, text, { mode: 0o644 })
  }
  const isRemoval = plan.files.some(({ text }) => text === undefined)
  const [first, ...rest] = plan.commands
  if (first !== undefined) await requireCalled(calling, first)
  if (isRemoval) for (const { file } of plan.files) fs.rmSync(file, { force: true })
  for (const command of rest) await requireCalled(calling, command)
  if (plan.crontab !== undefined)
    await requireCalled(calling, plan.crontab === "" ? ["crontab", "-r"] : ["crontab", "-"], plan.crontab)
}

async function requireCalled(calling: Calling, command: readonly string[], input?: string): Promise<void> {
  const { failure } = await call(calling, command, input)
  if (failure !== undefined) throw timerError(command.join(" "), failure.said || failure.error.message)
}

function timerError(command: string, said: string): SkilletError {
  return new SkilletError("schedule.timer-failed", `${command} failed: ${said}`, {
    retry: "no",
    next: "skillet schedule uninstall removes what was installed; skillet schedule tick --watch needs no timer",
  })
}
