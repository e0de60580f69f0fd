import { execFileSync } from "node:child_process"
import { randomInt } from "node:crypto"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import type { ShellRequest } from "../../src/shell/shell-runner.ts"

/** What the shell tests share: a directory to run in, requests, and a check for what is left running. */
export interface ShellTrial {
  readonly folder: string
  readonly project: string
  /** Where long output goes; it does not exist yet. */
  readonly overflow: string
  request(command: string, more?: Partial<ShellRequest>): ShellRequest
  remove(): void
}

export const noGrants = { network: false, read: [], write: [] } as const

export function shellTrial(): ShellTrial {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-shell-")))
  const project = path.join(folder, "project")
  fs.mkdirSync(project)
  return {
    folder,
    project,
    overflow: path.join(folder, "private", "output"),
    request: (command, more) => ({
      command,
      shell: "bash",
      cwd: project,
      env: { PATH: "/usr/bin:/bin" },
      grants: noGrants,
      sandbox: "preferred",
      limits: { milliseconds: 20_000, characters: 30_000 },
      ...more,
    }),
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  }
}

/** A number of seconds that no other process sleeps for, by which a `sleep` can be found. */
export function longSleep(): string {
  return `6${randomInt(10)}.${randomInt(1e9)}7`
}

/** The processes that have this among their arguments, without zombies. */
export function runningWith(word: string): readonly number[] {
  const found = processes().filter(({ state, words }) => state !== "Z" && words.split(" ").includes(word))
  return found.map(({ id }) => id)
}

/** Zombie children of this process. */
export function zombies(): readonly number[] {
  return processes()
    .filter(({ state, parent }) => state === "Z" && parent === process.pid)
    .map(({ id }) => id)
}

interface Seen {
  readonly id: number
  readonly parent: number
  readonly state: string
  readonly words: string
}

function processes(): readonly Seen[] {
  const listed = execFileSync("ps", ["-A", "-ww", "-o", "pid=,ppid=,stat=,args="], { encoding: "utf8" })
  return listed.split("\n").flatMap((line) => {
    const [, id, parent, state = "", words = ""] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    return id === undefined ? [] : [{ id: Number(id), parent: Number(parent), state: state.slice(0, 1), words }]
  })
}
