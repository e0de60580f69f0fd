import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { onTestFinished } from "vitest"
import { openSkillet, type Skillet } from "../../src/app/open-skillet.ts"
import { openRuns, type Runs } from "../../src/app/runs/open-runs.ts"
import type { AgentDriver, AgentRequest } from "../../src/ports/agent-driver.ts"
import type { RunStore } from "../../src/run/store.ts"
import { memoryRunStore } from "../../src/testing/memory-run-store.ts"

/** A project of its own, with runs in memory. */
export interface TaskBench {
  readonly project: string
  readonly skillet: Skillet
  readonly runs: Runs
  /** A file of the project. */
  text(file: string): string
  put(file: string, text: string): void
}

export async function taskBench(
  files: Readonly<Record<string, string>> = {},
  store: RunStore = memoryRunStore(),
): Promise<TaskBench> {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-task-")))
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }))
  return benchAt(root, files, store)
}

/** The same project as another process finds it. */
export async function benchAt(
  root: string,
  files: Readonly<Record<string, string>> = {},
  store: RunStore = memoryRunStore(),
): Promise<TaskBench> {
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
    XDG_CACHE_HOME: path.join(root, "cache"),
    XDG_CONFIG_HOME: path.join(root, "config"),
  }
  const options = { cwd: project, env, cache: false } as const
  return {
    project,
    put,
    text: (file) => fs.readFileSync(path.join(project, file), "utf8"),
    skillet: openSkillet(options),
    runs: await openRuns(options, { store }),
  }
}

/** What a scripted agent puts into its memory file beside what the form asks for. */
export interface Said {
  readonly status?: string
  /** Lines of Section 3. */
  readonly lines?: readonly string[]
  readonly questions?: readonly Readonly<Record<string, unknown>>[]
  /** Done before the file is written, in the project. */
  readonly work?: (directory: string) => void
  /** The whole text, in place of a correct one. */
  readonly text?: (right: string) => string
}

/** The memory file that a prompt asks for. */
export function memoryFor(prompt: string, said: Said = {}): { readonly file: string; readonly text: string } {
  const file = /HAND IN by writing the file (\S+)/.exec(prompt)?.[1] ?? ""
  const title = /^# .+$/m.exec(prompt)?.[0] ?? ""
  const json = /^\{"task_id".*$/m.exec(prompt)?.[0] ?? "{}"
  const context = { ...(JSON.parse(json) as object), status: said.status ?? "completed" }
  const marker = /^\*\*\w+_COMPLETE\*\*$/m.exec(prompt)?.[0] ?? ""
  const verdict = prompt.includes("\nVerdict:") && said.status === undefined ? ["Verdict: GO"] : []
  const criteria = [...prompt.matchAll(/^- \[x\] ([CA]\d+): .*$/gm)].map(([, id]) => `- [x] ${id}: seen in the result`)
  const text = [
    title,
    "",
    "## Section 0: Context Loaded",
    "```json",
    JSON.stringify(context),
    "```",
    "## Section 1: Step Overview",
    "- all steps: done",
    "## Section 2: Johari Summary",
    "- Open: what was asked",
    "## Section 3: Downstream Directives",
    `- ${title.slice(2)} says what comes next`,
    ...verdict,
    ...(said.lines?.some((line) => line.startsWith("- [")) === true ? [] : criteria),
    ...(said.lines ?? []),
    ...(said.questions === undefined
      ? []
      : [
          "## Section 4: User Questions",
          "```json",
          JSON.stringify({ clarification_required: true, questions: said.questions }),
          "```",
        ]),
    marker,
    "",
  ].join("\n")
  return { file, text: said.text?.(text) ?? text }
}

export type PhaseScript = Readonly<Record<string, Said | readonly Said[]>>

export interface PhaseAgents extends AgentDriver {
  /** `phase/attempt`, or `phase/branch/attempt`, in order; each try counts. */
  readonly asked: string[]
  readonly prompts: Map<string, string>
}

/** Agents that write memory files, by phase or `phase/branch`: always the same, or one after another. */
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
