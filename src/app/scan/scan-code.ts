import { createHash } from "node:crypto"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { openLinearEngine } from "../../adapters/patterns/linear-engine.ts"
import { runInWorkers } from "../../adapters/patterns/run-in-workers.ts"
import { noScanCache, openScanCache, type ScanCache } from "../../adapters/patterns/scan-cache.ts"
import type { FindingRange } from "../../finding/finding.ts"
import { compilePatterns, type Placed, type SentPattern } from "../../analysis/patterns/compile-patterns.ts"
import type { RuleFacts } from "../../analysis/rule-facts.ts"
import type { StructuralRule } from "../../analysis/rules/structural-rule.ts"
import { PARSING } from "../../analysis/scan-text.ts"
import { type Problem, problem, problemAt } from "../../skill/problem.ts"
import { version } from "../../version.ts"
import type { FoundMatch, ScanAnswer, ScanJob, ScanSetup } from "./scan-job.ts"

export interface ScanRequest {
  /** What the files have in common; matches name files within it. */
  readonly root: string
  /** Within the root, or absolute. */
  readonly files: readonly string[]
  readonly patterns: readonly SourcedPattern[]
  readonly rules: readonly StructuralRule[]
  /** How long one rule may take on one file. */
  readonly deadlineMs?: number
  /** Where results are kept between runs; without it, every file is read. */
  readonly cacheFolder?: string
  readonly workers?: number
  readonly signal?: AbortSignal
}

export interface SourcedPattern extends Placed {
  /** The file it was written in. */
  readonly path: string
  /** Patterns of others run on an engine that cannot be kept busy. */
  readonly isTrusted: boolean
}

export interface ScanReport {
  readonly matches: readonly CodeMatch[]
  /** What was not looked at to the end: never taken for clean. */
  readonly notCompleted: readonly NotCompleted[]
  readonly problems: readonly Problem[]
  /** How many files were read; the others were known from before. */
  readonly filesRead: number
}

/** A rule holds at a place. */
export interface CodeMatch extends Omit<RuleFacts, "id" | "languages"> {
  readonly rule: string
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly range: FindingRange
  /** The text that matched. */
  readonly evidence: string
}

export interface NotCompleted {
  readonly file: string
  /** `*` where the file was given up after several rules did not end. */
  readonly rule: string
}

const DEADLINE_MS = 2000
const MOST_STUCK = 3
/** Stands for all rules of a file that was given up. */
const GIVEN_UP = "*"

/** Looks for patterns and rules in files, in threads, and says what could not be looked at to the end. */
export async function scanCode(request: ScanRequest): Promise<ScanReport> {
  const { setup, problems } = await prepare(request)
  const facts = new Map<string, RuleFacts>(
    [...[...setup.trusted, ...setup.untrusted].map(({ pattern }) => pattern), ...request.rules].map((rule) => [
      rule.id,
      rule,
    ]),
  )
  const cache = openCache(request, setup)
  const found = new Map<string, readonly FoundMatch[]>()
  const states = new Map<string, { readonly path: string; readonly size: number; readonly changed: number }>()
  const notCompleted: NotCompleted[] = []
  for (const file of new Set(request.files)) {
    const full = path.resolve(request.root, file)
    const state = stateOf(full)
    if (typeof state === "string") problems.push(unreadable(full, state))
    else {
      states.set(full, state)
      const known = cache.get(state)
      if (known !== undefined) found.set(full, known)
    }
  }
  const jobs: readonly ScanJob[] = [...states.keys()]
    .filter((file) => !found.has(file))
    .map((file) => ({ file, without: [] }))
  await runInWorkers<ScanJob, ScanAnswer>({
    worker: workerFile(),
    setup,
    jobs,
    workers: request.workers ?? Math.min(4, os.availableParallelism()),
    deadlineMs: request.deadlineMs ?? DEADLINE_MS,
    ...(request.signal === undefined ? {} : { signal: request.signal }),
    answered({ file, without }, answer) {
      if (answer.kind === "unreadable") return void problems.push(unreadable(file, answer.message))
      found.set(file, answer.found)
      notCompleted.push(...answer.tooDeep.map((rule) => ({ file: within(request.root, file), rule })))
      const state = states.get(file)
      if (without.length + answer.tooDeep.length === 0 && state !== undefined) cache.put(state, answer.found)
    },
    stuck(job, step) {
      const rule = setup.steps[step] ?? GIVEN_UP
      const again = retried(job, rule, setup)
      const left = [...stuckAt(job, rule, setup), ...(again === undefined && rule !== GIVEN_UP ? [GIVEN_UP] : [])]
      notCompleted.push(...left.map((one) => ({ file: within(request.root, job.file), rule: one })))
      return again
    },
  })
  cache.save()
  return { matches: toMatches(found, facts, request.root), notCompleted, problems, filesRead: jobs.length }
}

async function prepare({ patterns, rules }: ScanRequest) {
  const engine = patterns.every(({ isTrusted }) => isTrusted) ? undefined : await openLinearEngine()
  const problems: Problem[] = []
  const kept = (isTrusted: boolean): readonly SentPattern[] => {
    const wanted = patterns.filter((pattern) => pattern.isTrusted === isTrusted)
    return [...new Set(wanted.map(({ path: at }) => at))].flatMap((at) => {
      const compiled = compilePatterns(
        wanted.filter((pattern) => pattern.path === at),
        isTrusted ? undefined : engine,
      )
      problems.push(...compiled.problems.map((one) => problemAt(at, one)))
      return compiled.patterns.map(({ pattern, literals }) => ({ pattern, literals }))
    })
  }
  const taken = new Set(rules.map(({ id }) => id))
  /** The first of a name keeps it, trusted ones before others: nobody speaks in the name of a pattern of ours. */
  const named = (found: readonly SentPattern[], isTrusted: boolean): readonly SentPattern[] =>
    found.filter(({ pattern: { id } }) => {
      const isNew = !taken.has(id)
      taken.add(id)
      if (!isNew)
        problems.push(
          takenName(
            id,
            patterns.findLast((one) => one.pattern.id === id && one.isTrusted === isTrusted),
          ),
        )
      return isNew
    })
  const trusted = named(kept(true), true)
  const untrusted = named(kept(false), false)
  const ruleIds = rules.map(({ id }) => id)
  const steps = [...trusted, ...untrusted].map(({ pattern }) => pattern.id).concat(PARSING, ruleIds)
  const setup: ScanSetup = { trusted, untrusted, rules: ruleIds, steps }
  return { setup, problems }
}

function takenName(id: string, at: SourcedPattern | undefined): Problem {
  const message = `pattern "${id}" has the name of another pattern or rule, and is left out`
  return problemAt(
    at?.path ?? "",
    problem("pattern.same-id", at?.spot ?? {}, { message, fix: "give it a name of its own" }),
  )
}

function openCache({ cacheFolder, root }: ScanRequest, setup: ScanSetup): ScanCache<readonly FoundMatch[]> {
  if (cacheFolder === undefined) return noScanCache()
  // Rules are code: with other code, what was found before says nothing.
  const { size, mtimeMs } = fs.statSync(workerFile())
  const stamp = createHash("sha256")
    .update(JSON.stringify([version, size, mtimeMs, setup]))
    .digest("hex")
  return openScanCache(cacheFolder, { root, stamp })
}

function stateOf(file: string): { readonly path: string; readonly size: number; readonly changed: number } | string {
  try {
    const found = fs.statSync(file)
    if (!found.isFile()) return "it is not a regular file"
    return { path: file, size: found.size, changed: found.mtimeMs }
  } catch (error) {
    if (error instanceof Error && "code" in error) return error.message
    throw error
  }
}

function unreadable(file: string, why: string): Problem {
  return problemAt(
    file,
    problem("file.unreadable", {}, { message: `cannot be read: ${why}`, fix: "check that it is there" }),
  )
}

/** The file once more without what did not end; nothing after several of those. */
function retried({ file, without }: ScanJob, rule: string, setup: ScanSetup): ScanJob | undefined {
  if (rule === PARSING) return { file, without: [...without, ...setup.rules] }
  if (rule === GIVEN_UP || without.length + 1 >= MOST_STUCK) return undefined
  return { file, without: [...without, rule] }
}

/** Without its tree, no structural rule was tried on a file. */
function stuckAt({ without }: ScanJob, rule: string, setup: ScanSetup): readonly string[] {
  return rule === PARSING ? setup.rules.filter((id) => !without.includes(id)) : [rule]
}

function toMatches(
  found: ReadonlyMap<string, readonly FoundMatch[]>,
  facts: ReadonlyMap<string, RuleFacts>,
  root: string,
): readonly CodeMatch[] {
  const files = [...found].sort(([a], [b]) => (a < b ? -1 : 1))
  return files.flatMap(([file, matches]) =>
    [...matches]
      .sort((a, b) => a.line - b.line || a.column - b.column)
      .flatMap(({ rule, line, column, endLine, endColumn, evidence }) => {
        const known = facts.get(rule)
        if (known === undefined) return []
        const { id, languages: _, ...rest } = known
        const range = { startLine: line, startColumn: column, endLine, endColumn }
        return [{ rule: id, file: within(root, file), line, range, evidence, ...rulePart(rest) }]
      }),
  )
}

/** The facts of a rule without what makes it run. */
function rulePart(rule: Omit<RuleFacts, "id" | "languages">): Omit<RuleFacts, "id" | "languages"> {
  const { category, severity, confidence, title, description, fix, cwe, autoValidated } = rule
  return {
    category,
    severity,
    confidence,
    title,
    description,
    ...(fix === undefined ? {} : { fix }),
    ...(cwe === undefined ? {} : { cwe }),
    autoValidated,
  }
}

function within(root: string, file: string): string {
  const inside = path.relative(root, file)
  return inside.startsWith("..") || path.isAbsolute(inside) ? file : inside.split(path.sep).join("/")
}

/** Beside us where we are built; from the sources, which Node cannot run as they are, it is what the tests built. */
function workerFile(): URL {
  const built = new URL("./scan-worker.js", import.meta.url)
  return fs.existsSync(fileURLToPath(built))
    ? built
    : new URL("../../../.tmp/scan-worker/scan-worker.js", import.meta.url)
}
