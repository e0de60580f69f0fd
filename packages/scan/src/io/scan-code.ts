import { createHash } from "node:crypto"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { withoutInlining } from "./without-inlining.ts"
import { openLinearEngine } from "./linear-engine.ts"
import { findWorker } from "./built-files.ts"
import { runInWorkers, type WorkerRun } from "./run-in-workers.ts"
import { noScanCache, openScanCache, type ScanCache } from "./scan-cache.ts"
import { shareFiles } from "./shared-files.ts"
import { type CodeMatch, toCodeMatches } from "../code-match.ts"
import { readPack } from "../patterns/read-pack.ts"
import { type NotCompleted, planScan, retryScan, type SourcedPattern } from "../plan-scan.ts"
import type { FoundMatch, ScanAnswer, ScanFile, ScanJob, StoppedRule } from "../scan-job.ts"
import { listSearchedRules, type SearchedRule } from "../searched-rules.ts"
import { decidePatience } from "../taint/fuel.ts"
import { type TreeRule, treeRules } from "../tree-rules.ts"
import { type Problem, problemAt } from "../problems.ts"
import type { ThreadSetup } from "./thread-setup.ts"

export interface ScanRequest {
  readonly files: readonly ScanFile[]
  /** Files that data may pass through, and that are not scanned themselves. */
  readonly beside?: readonly ScanFile[]
  readonly patterns: readonly SourcedPattern[]
  /** The rules that read code as a tree; without this, all of them. */
  readonly rules?: readonly TreeRule[] | undefined
  /** A change has to be followed to its end, so its files may take more steps. */
  readonly isChange?: boolean | undefined
  /** The time limit of one rule on one file. */
  readonly deadlineMs?: number
  /** Where results are cached between runs; without it, every file is scanned. */
  readonly cache?: KeptResults | undefined
  /** Called after each file that is scanned, with how many are done and how many there are. */
  readonly progress?: ((done: number, all: number) => void) | undefined
  readonly workers?: number
  readonly signal?: AbortSignal
  /** The built thread; it is next to this file unless a test built it elsewhere. */
  readonly worker?: URL | undefined
}

interface KeptResults {
  readonly folder: string
  /** Which project they are about. */
  readonly root: string
  /** The version of the program: results of another one do not count. */
  readonly version: string
  /** Replaces a file of the folder, and makes the folder if it is missing. */
  readonly saveFile: (file: string, text: string) => "saved" | "failed"
}

export interface ScanReport {
  readonly matches: readonly CodeMatch[]
  /** What was not fully scanned; it never counts as clean. */
  readonly notCompleted: readonly NotCompleted[]
  /** The ids of the rules that follow data. They are one analysis, which finishes for all of them or for none. */
  readonly flows: readonly string[]
  /** Every pattern and rule that was searched for, in files of its languages. */
  readonly searched: readonly SearchedRule[]
  readonly problems: readonly Problem[]
  /** How many files were scanned; the results of the others were cached. */
  readonly filesRead: number
}

const DEADLINE_MS = 2000

type KeptAnswer = Pick<ScanAnswer, "found" | "notCompleted">

/** Searches files for patterns and rules, in threads, and reports what could not be fully scanned. */
export async function scanCode(request: ScanRequest): Promise<ScanReport> {
  const { patterns, rules = treeRules, worker = findWorker() } = request
  const linear = patterns.every(({ isTrusted }) => isTrusted) ? undefined : await openLinearEngine()
  const { setup, facts, problems } = planScan(patterns, rules, linear)
  const patience = decidePatience(request.files.length, request.isChange === true)
  const cache = openCache(request, { ...setup, patience }, worker)
  const files = new Map(request.files.map((file) => [file.name, file]))
  const found = new Map<string, readonly FoundMatch[]>()
  const notCompleted: NotCompleted[] = []
  const stopped = new Map<string, readonly StoppedRule[]>()
  const take = (file: string, answer: KeptAnswer): void => {
    found.set(file, answer.found)
    notCompleted.push(...answer.notCompleted.map((stopped) => ({ file, ...stopped })))
  }
  for (const name of files.keys()) {
    const known = cache.get(name)
    if (known !== undefined) take(name, known)
  }
  // What stopped is stored as well: without that, an unchanged file would take its whole time limit in every scan.
  const finish = (name: string, { found: matches, notCompleted: rules, dependsOn }: ScanAnswer): void => {
    const before = stopped.get(name) ?? []
    const answer = { found: matches, notCompleted: [...before, ...rules] }
    take(name, answer)
    request.progress?.(found.size, files.size)
    cache.put(name, { found: answer, dependsOn: before.length === 0 ? dependsOn : "all" })
  }
  const jobs = [...files.keys()].filter((name) => !found.has(name)).map((name) => ({ name, without: [] }))
  const threadSetup: ThreadSetup = {
    ...setup,
    patience,
    shared: shareFiles(jobs.length === 0 ? [] : allFiles(request)),
  }
  const run: WorkerRun<ScanJob, ScanAnswer> = {
    worker,
    setup: threadSetup,
    jobs,
    workers: request.workers ?? Math.min(4, os.availableParallelism()),
    deadlineMs: request.deadlineMs ?? DEADLINE_MS,
    signal: request.signal,
    answered: (job, answer) => finish(job.name, answer),
    stuck(job, step) {
      const retry = retryScan(job, step, setup)
      stopped.set(job.name, [...(stopped.get(job.name) ?? []), ...retry.notCompleted])
      if (retry.again === undefined) finish(job.name, { found: [], notCompleted: [] })
      return retry.again
    },
  }
  await withoutInlining(() => runInWorkers(run))
  cache.save()
  // Threads finish in any order; their results are reported in a fixed one.
  const places = new Map([...files.keys()].map((name, at) => [name, at]))
  const sorted = notCompleted.toSorted((a, b) => (places.get(a.file) ?? 0) - (places.get(b.file) ?? 0))
  return {
    matches: toCodeMatches(found, facts),
    notCompleted: sorted,
    flows: setup.flows,
    searched: listSearchedRules(patterns, rules),
    problems,
    filesRead: jobs.length,
  }
}

function allFiles({ files, beside = [] }: ScanRequest): readonly ScanFile[] {
  return [...files, ...beside]
}

function openCache(request: ScanRequest, setup: Omit<ThreadSetup, "shared">, worker: URL): ScanCache<KeptAnswer> {
  const { cache } = request
  if (cache === undefined) return noScanCache()
  // Rules are code: earlier results are invalid if the code has changed.
  const { size, mtimeMs } = fs.statSync(worker)
  const stamp = createHash("sha256")
    .update(JSON.stringify([cache.version, size, mtimeMs, setup]))
    .digest("hex")
  return openScanCache(cache.folder, { root: cache.root, stamp, files: allFiles(request), saveFile: cache.saveFile })
}

interface PackFolder {
  /** The skill's directory. */
  readonly folder: string
  readonly isTrusted: boolean
}

interface ReadPacks {
  readonly patterns: readonly SourcedPattern[]
  readonly problems: readonly Problem[]
}

/** The patterns that skills include as `patterns.yaml`, if they have one. */
export function readPacks(folders: readonly PackFolder[]): ReadPacks {
  const packs = folders.flatMap(({ folder, isTrusted }) => {
    const file = path.join(folder, "patterns.yaml")
    if (!fs.existsSync(file)) return []
    const { patterns, problems } = readPack(fs.readFileSync(file, "utf8"))
    return [
      {
        patterns: patterns.map((placed) => ({ ...placed, path: file, isTrusted })),
        problems: problems.map((one) => problemAt(file, one)),
      },
    ]
  })
  return { patterns: packs.flatMap(({ patterns }) => patterns), problems: packs.flatMap(({ problems }) => problems) }
}
