import fs from "node:fs"
import path from "node:path"
import { load } from "js-yaml"
import { openCodeReader } from "../../src/io/open-code-reader.ts"
import { readPacks } from "../../src/io/scan-code.ts"
import type { RuleEvidence } from "../../src/rule-evidence.ts"
import { compilePatterns } from "../../src/patterns/compile-patterns.ts"
import type { RuleFacts } from "../../src/rule-facts.ts"
import { treeRules } from "../../src/tree-rules.ts"
import { openTaint } from "../../src/taint/open-taint.ts"
import { taintTables } from "../../src/taint/tables/taint-tables.ts"
import { openScanner, type Scanner } from "../../src/scan-file.ts"

/** This package. The benchmarks bundle this file into a folder that is as deep in it. */
const root = path.resolve(import.meta.dirname, "../..")
/** The bundled skills, whose packs have the line patterns. */
const bundled = path.resolve(root, "../../skills")

/** How a rule did on one half of the set, in one language. */
export interface Score {
  readonly rule: string
  readonly language: string
  readonly category: string
  readonly found: number
  readonly missed: readonly string[]
  readonly silent: number
  readonly falseAlarms: readonly string[]
}

/** tuned: rules were made with it. held-out: written before, looked at afterwards. fresh: written when all was done. */
export type Half = "tuned" | "held-out" | "fresh"

/** Every pattern and rule that is shipped, with what was wrong with the packs. */
export function shippedRules(skills = bundled) {
  const packs = readPacks(fs.readdirSync(skills).map((name) => ({ folder: path.join(skills, name), isTrusted: true })))
  const compiled = compilePatterns(packs.patterns)
  const facts: readonly RuleFacts[] = [...compiled.patterns.map(({ pattern }) => pattern), ...treeRules]
  return {
    patterns: compiled.patterns,
    facts,
    problems: [...packs.problems, ...compiled.problems],
  }
}

export async function openShippedScanner(): Promise<Scanner> {
  const reader = await openCodeReader()
  return openScanner({
    patterns: shippedRules().patterns,
    rules: treeRules,
    reader: () => reader,
    taint: openTaint(taintTables),
  })
}

export async function measureHalf(half: Half): Promise<readonly Score[]> {
  const scanner = await openShippedScanner()
  const categories = new Map(shippedRules().facts.map(({ id, category }) => [id, category]))
  return Object.entries(readHalf(half)).flatMap(([rule, languages]) =>
    Object.entries(languages).map(([language, { bad, fine }]) => {
      const holds = (sample: string) => scanSample(scanner, sample, language).some((match) => match.rule === rule)
      const found = bad.filter(holds)
      const falseAlarms = fine.filter(holds)
      return {
        rule,
        language,
        category: categories.get(rule) ?? "unknown rule",
        found: found.length,
        missed: bad.filter((sample) => !found.includes(sample)),
        silent: fine.length - falseAlarms.length,
        falseAlarms,
      }
    }),
  )
}

/** Of all alarms, the share that was right; of all faults, the share that was found. */
export function rates(scores: readonly Score[]): { readonly precision: number; readonly recall: number } {
  const sum = (of: (score: Score) => number) => scores.reduce((total, score) => total + of(score), 0)
  const found = sum((score) => score.found)
  const alarms = found + sum(({ falseAlarms }) => falseAlarms.length)
  const faults = found + sum(({ missed }) => missed.length)
  return { precision: alarms === 0 ? 1 : found / alarms, recall: faults === 0 ? 1 : found / faults }
}

/** How many alarms there were, and how many were right. */
export function alarmsOf(scores: readonly Score[]): RuleEvidence {
  const right = scores.reduce((sum, { found }) => sum + found, 0)
  return { judged: right + scores.reduce((sum, { falseAlarms }) => sum + falseAlarms.length, 0), right }
}

interface Samples {
  readonly bad: readonly string[]
  readonly fine: readonly string[]
}

function readHalf(half: Half): Readonly<Record<string, Readonly<Record<string, Samples>>>> {
  const folder = path.join(root, "test/review-set", half)
  const all: Record<string, Record<string, { bad: string[]; fine: string[] }>> = {}
  for (const name of fs.readdirSync(folder).sort()) {
    const read = load(fs.readFileSync(path.join(folder, name), "utf8")) as typeof all
    for (const [rule, languages] of Object.entries(read))
      for (const [language, { bad, fine }] of Object.entries(languages)) {
        const known = ((all[rule] ??= {})[language] ??= { bad: [], fine: [] })
        known.bad.push(...bad)
        known.fine.push(...fine)
      }
  }
  return all
}

const endings: Readonly<Record<string, string>> = { javascript: "js", typescript: "ts", python: "py" }

function scanSample(scanner: Scanner, sample: string, language: string) {
  const bytes = Buffer.from(sample)
  const { matches, flows } = scanner.scan({ file: `sample.${endings[language]}`, bytes, decode: () => sample })
  return [...matches, ...flows]
}
