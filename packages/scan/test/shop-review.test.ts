import fs from "node:fs"
import path from "node:path"
import { load } from "js-yaml"
import { expect, test } from "vitest"
import { limitSeverity } from "../src/rules/judged-rules.ts"
import { hears } from "../src/persona.ts"
import type { Severity } from "../src/severity.ts"
import type { CodeMatch } from "../src/code-match.ts"
import { readPacks, scanCode } from "../src/io/scan-code.ts"
import { builtWorker } from "./build-scan-worker.ts"
import { treeRules } from "../src/tree-rules.ts"

const root = path.resolve(import.meta.dirname, "../../..")
const shop = path.join(root, "examples/shop")
const skills = path.join(root, "skills")

const languages: Readonly<Record<string, string>> = {
  js: "javascript",
  mjs: "javascript",
  ts: "typescript",
  py: "python",
  css: "css",
  yaml: "yaml",
}

interface Defect {
  readonly file: string
  /** A part of the line that no other line of the file contains. */
  readonly line: string
  readonly category: string
  readonly severity: Severity
  readonly what: string
  /** The rule that finds it offline; `agent` if it takes a model. */
  readonly "found-by": string
}

interface LookAlike {
  readonly file: string
  readonly line: string
  readonly silent: string
  readonly why: string
}

interface Labels {
  readonly defects: readonly Defect[]
  readonly "look-alikes": readonly LookAlike[]
}

const labels = load(fs.readFileSync(path.join(import.meta.dirname, "shop-review/labels.yaml"), "utf8")) as Labels
const offline = labels.defects.filter((defect) => defect["found-by"] !== "agent")
const lookAlikes = labels["look-alikes"]
const packs = readPacks(fs.readdirSync(skills).map((name) => ({ folder: path.join(skills, name), isTrusted: true })))
const ruleIds = new Set([...packs.patterns.map(({ pattern }) => pattern.id), ...treeRules.map(({ id }) => id)])
const report = await scanCode({
  files: codeFiles()
    .filter((file) => !readShop(file).slice(0, 500).includes("DO NOT EDIT"))
    .map((name) => ({ name, bytes: Buffer.from(readShop(name)) })),
  worker: builtWorker,
  patterns: packs.patterns,
  rules: treeRules,
})

test("every label refers to one line and to an existing rule", () => {
  const places = [...labels.defects, ...lookAlikes].map(({ file, line }) => ({ file, line, at: linesWith(file, line) }))
  expect(places.filter(({ at }) => at.length !== 1)).toEqual([])
  const named = [...offline.map((defect) => defect["found-by"]), ...lookAlikes.map(({ silent }) => silent)]
  expect(named.filter((id) => !ruleIds.has(id))).toEqual([])
})

test("the shop has defects of every kind, in every language, and about as many look-alikes", () => {
  expect(offline.length).toBeGreaterThanOrEqual(25)
  expect(labels.defects.length - offline.length).toBeGreaterThanOrEqual(6)
  expect(lookAlikes.length).toBeGreaterThanOrEqual(offline.length - 5)
  expect([...new Set(offline.map(({ category }) => category))].sort()).toEqual([
    "bugs",
    "performance",
    "security",
    "technical-debt",
  ])
  expect([...new Set(labels.defects.map(({ severity }) => severity))].sort()).toEqual([
    "critical",
    "major",
    "minor",
    "suggestion",
  ])
  expect([...new Set(offline.map(({ file }) => languageOf(file)))].sort()).toEqual([
    "javascript",
    "python",
    "typescript",
  ])
})

test("every defect that rules can find is found by its rule, on its line", () => {
  expect(report).toMatchObject({ notCompleted: [], problems: [] })
  const missed = offline.filter((defect) => !report.matches.some((match) => isAt(match, defect, defect["found-by"])))
  expect(missed).toEqual([])
})

test("findings have the kind of the defect, and its severity if their rule has earned it", () => {
  const differing = offline.flatMap((defect) =>
    report.matches
      .filter((match) => isAt(match, defect, defect["found-by"]))
      .filter(
        ({ rule, category, severity }) =>
          category !== defect.category || severity !== limitSeverity(rule, defect.severity),
      )
      .map(({ rule, category, severity }) => ({ rule, category, severity })),
  )
  expect(differing).toEqual([])
})

test("what only looks like a defect raises no alarm", () => {
  const alarms = lookAlikes.filter((one) => report.matches.some((match) => isAt(match, one, one.silent)))
  expect(alarms).toEqual([])
})

test("nothing else raises an alarm", () => {
  const told = report.matches.filter(({ persona }) => hears("regular", persona))
  const others = told.filter((match) => !offline.some((defect) => isAt(match, defect, defect["found-by"])))
  expect(others.map(({ file, line, rule }) => `${file}:${line} ${rule}`)).toMatchInlineSnapshot(`
    [
      "src/storefront/pages.js:11 built-page",
      "src/storefront/pages.js:53 built-page",
      "src/storefront/pages.js:68 built-page",
    ]
  `)
})

function codeFiles(): readonly string[] {
  return fs
    .readdirSync(shop, { recursive: true, encoding: "utf8" })
    .map((file) => file.split(path.sep).join("/"))
    .filter(
      (file) => !/^(?:node_modules|var|public\/assets)\/|__pycache__/.test(file) && languageOf(file) !== undefined,
    )
    .filter((file) => fs.statSync(path.join(shop, file)).isFile())
    .sort()
}

function languageOf(file: string): string | undefined {
  return languages[file.slice(file.lastIndexOf(".") + 1)]
}

function readShop(file: string): string {
  return fs.readFileSync(path.join(shop, file), "utf8")
}

function linesWith(file: string, part: string): readonly number[] {
  return readShop(file)
    .split("\n")
    .flatMap((text, at) => (text.includes(part) ? [at + 1] : []))
}

function isAt(match: CodeMatch, { file, line }: { readonly file: string; readonly line: string }, rule: string) {
  return match.rule === rule && match.file === file && linesWith(file, line).includes(match.line)
}
