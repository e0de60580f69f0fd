import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, onTestFinished } from "vitest"
import { openSkillet } from "../../src/skillet/open-skillet.ts"
import type { Skillet } from "../../src/skillet/skillet.ts"
import { openRuns, type Runs } from "../../src/run/io/open-runs.ts"
import type { AgentDriver, AgentRequest } from "../../src/agents/agent-driver.ts"
import type { RunStore } from "../../src/run/store.ts"
import { memoryRunStore } from "../../src/testing/memory-run-store.ts"
import { memoryFor, type Said } from "./memory-for.ts"

/** For all projects of a test file, so that the bundled skills are read only once. */
const cache = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-job-cache-"))
afterAll(() => fs.rmSync(cache, { recursive: true, force: true }))

/** A separate project, with runs in memory. */
export interface JobBench {
  readonly project: string
  readonly skillet: Skillet
  readonly runs: Runs
  /** A file of the project. */
  text(file: string): string
  put(file: string, text: string): void
}

export async function jobBench(
  files: Readonly<Record<string, string>> = {},
  store: RunStore = memoryRunStore(),
): Promise<JobBench> {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-job-")))
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }))
  return benchAt(root, files, store)
}

/** The same project as seen by another process. */
export async function benchAt(
  root: string,
  files: Readonly<Record<string, string>> = {},
  store: RunStore = memoryRunStore(),
): Promise<JobBench> {
  const project = path.join(root, "project")
  fs.mkdirSync(project, { recursive: true })
  const put = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
    fs.writeFileSync(path.join(project, file), text)
  }
  for (const [file, text] of Object.entries(files)) put(file, text)
  const env = {
    PATH: process.env["PATH"],
    HOME: path.join(root, "home"),
    XDG_DATA_HOME: path.join(root, "data"),
    XDG_CACHE_HOME: cache,
    XDG_CONFIG_HOME: path.join(root, "config"),
  }
  const options = { cwd: project, env } as const
  return {
    project,
    put,
    text: (file) => fs.readFileSync(path.join(project, file), "utf8"),
    skillet: openSkillet(options),
    runs: await openRuns(options, { store }),
  }
}

export type PhaseScript = Readonly<Record<string, Said | readonly Said[]>>

export interface PhaseAgents extends AgentDriver {
  /** `phase/attempt`, or `phase/branch/attempt`, in order; each attempt counts. */
  readonly asked: string[]
  readonly prompts: Map<string, string>
}

/** Agents that write memory files, by phase or `phase/branch`: always the same file, or one after another. */
export function phaseAgents(script: PhaseScript = {}): PhaseAgents {
  const asked: string[] = []
  const prompts = new Map<string, string>()
  const times = new Map<string, number>()
  return {
    name: "scripted",
    asked,
    prompts,
    async ask({ key, prompt, cwd }: AgentRequest) {
      const name = key.item === "-" ? key.step : `${key.step}/${key.item}`
      asked.push(`${name}/${key.round}`)
      prompts.set(`${name}/${key.round}`, prompt)
      const count = (times.get(name) ?? 0) + 1
      times.set(name, count)
      const given = script[name] ?? {}
      const said = (Array.isArray(given) ? given[Math.min(count, given.length) - 1] : given) as Said
      said.work?.(cwd)
      const { file, text } = memoryFor(prompt, said)
      fs.mkdirSync(path.dirname(path.join(cwd, file)), { recursive: true })
      fs.writeFileSync(path.join(cwd, file), text)
      return { text: "done" }
    },
  }
}
