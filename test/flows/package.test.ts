import { execFileSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import * as drivers from "../../src/drivers.ts"
import * as formatters from "../../src/formatters.ts"
import * as index from "../../src/index.ts"
import * as readers from "../../src/readers.ts"
import * as stores from "../../src/stores.ts"
import * as testing from "../../src/testing/index.ts"

const root = path.resolve(import.meta.dirname, "../..")
const dist = path.join(root, "dist")
const chunks = fs.readdirSync(dist).filter((name) => name.endsWith(".cjs"))

/** The entries of the library, by the names of their files. */
const library = { index, drivers, formatters, readers, stores, testing }

/** The files from which Node starts, each with everything it loads. `command` is loaded by `cli`. */
const entries = ["cli", "command", "scan-worker", "postgres-thread", ...Object.keys(library)].map(
  (name) => `${name}.cjs`,
)

/** Input that reaches a shell: found only by the thread, with the parser and the grammar of the language. */
const code: Readonly<Record<string, string>> = {
  "a.js": 'const { exec } = require("node:child_process")\nexports.run = (req) => exec(`ls ${req.query.dir}`)\n',
  "b.ts": 'import { exec } from "node:child_process"\nexport const run = (req: any) => exec(`ls ${req.query.dir}`)\n',
  "c.tsx": 'import { exec } from "node:child_process"\nexport const run = (req: any) => exec(`ls ${req.query.dir}`)\n',
  "d.py": 'import os\nfrom flask import request\ndef f():\n    os.system("ls " + request.args["dir"])\n',
}

/** A project in which only the packed package and what it depends on are installed. */
let project = ""
let packed: readonly string[] = []

beforeAll(() => {
  project = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-package-"))
  for (const [name, text] of Object.entries(code)) fs.writeFileSync(path.join(project, name), text)
  const [{ filename, files }] = JSON.parse(npm("pack", "--json", "--ignore-scripts", "--pack-destination", project))
  packed = files.map((file: { readonly path: string }) => file.path)
  const installed = path.join(project, "node_modules/skillet")
  fs.mkdirSync(installed, { recursive: true })
  execFileSync("tar", ["-xzf", path.join(project, filename), "-C", installed, "--strip-components=1"])
  for (const name of Object.keys(JSON.parse(read(installed, "package.json")).dependencies)) link(project, name)
  for (const name of ["@libsql", "@neon-rs", "detect-libc"]) link(project, name)
})

afterAll(() => fs.rmSync(project, { recursive: true }))

interface Found {
  readonly rule: string
  readonly file: string
}

/** Files in which the thread found a command made from input. */
function listFound(findings: readonly Found[]): readonly string[] {
  return findings.flatMap(({ rule, file }) => (rule === "command-from-input" ? [file] : [])).toSorted()
}

test("an installed package has the scanning thread and every grammar, without the packages they come from", () => {
  expect(packed.filter((name) => /^packages\/|^src\//.test(name))).toEqual([])
  const { findings } = JSON.parse(run(["node_modules/skillet/dist/cli.cjs", "review", ".", "--json"]))
  expect(listFound(findings)).toEqual(Object.keys(code))
})

test("a program that imports the installed library reviews with the same thread and grammars", () => {
  const printed = runProgram(
    "review.mjs",
    `import { openSkillet } from "skillet"
     const skillet = openSkillet({ cwd: ".", host: "open" })
     const { report } = await skillet.review()
     console.log(JSON.stringify(report.findings))
     await skillet.close()`,
  )
  expect(listFound(JSON.parse(printed))).toEqual(Object.keys(code))
})

const subpaths = Object.keys(library).map((name) => (name === "index" ? "skillet" : `skillet/${name}`))
const names = Object.values(library).map((entry) => Object.keys(entry).toSorted())

test("every entry of the library can be imported and required, with the same values either way", () => {
  const printed = runProgram(
    "both.mjs",
    `import { createRequire } from "node:module"
     const require = createRequire(import.meta.url)
     for (const name of ${JSON.stringify(subpaths)}) {
       const imported = await import(name)
       const required = require(name)
       const names = Object.keys(imported).sort()
       console.log(JSON.stringify({ names, same: names.every((one) => imported[one] === required[one]) }))
     }`,
  )
  const expected = names.map((list) => ({ names: list, same: true }))
  expect(readLines(printed)).toEqual(expected)
})

test("an error of one entry is an instance of the class that another entry exports", () => {
  const printed = runProgram(
    "errors.mjs",
    `import { SkilletError } from "skillet"
     import { AgentFailure } from "skillet/drivers"
     const failure = new AgentFailure("agent.failed", "no", { retry: "no", next: "none" })
     console.log(failure instanceof SkilletError)`,
  )
  expect(printed).toBe("true\n")
})

test("a program that imports the library loads the code of a verb when it calls it", () => {
  const printed = runProgram(
    "lazy.mjs",
    `import { createRequire } from "node:module"
     import path from "node:path"
     import { openSkillet } from "skillet"
     const { cache } = createRequire(import.meta.url)
     const print = () => console.log(JSON.stringify(Object.keys(cache).map((file) => path.basename(file, ".cjs")).sort()))
     const skillet = openSkillet({ cwd: ".", host: "open" })
     print()
     await skillet.match("deploy")
     print()
     await skillet.close()`,
  )
  const [before, after] = readLines(printed) as readonly (readonly string[])[]
  expect(before).toMatchInlineSnapshot(`
    [
      "check-workflow",
      "core",
      "define-workflow",
      "index",
      "rolldown-runtime",
      "runs",
      "start",
      "store",
      "wake",
    ]
  `)
  expect(after?.filter((name) => !before?.includes(name))).toContain("match-skills")
})

test("every declaration that the package's declarations import exists", () => {
  const files = fs.readdirSync(dist).filter((name) => /\.d\.c?ts$/.test(name))
  const missing = files.flatMap((name) => {
    const imported = [...read(dist, name).matchAll(/from "\.\/([^"]+)\.(c?)js"/g)].map(
      ([, one, c]) => `${one}.d.${c}ts`,
    )
    if (imported.length === 0 && name.endsWith(".d.ts")) return [`${name} → nothing`]
    return imported.filter((one) => !fs.existsSync(path.join(dist, one))).map((one) => `${name} → ${one}`)
  })
  for (const name of Object.keys(library))
    expect(files).toEqual(expect.arrayContaining([`${name}.d.ts`, `${name}.d.cts`]))
  expect(missing).toEqual([])
})

test("no source is in two built files, except the few that load the command", () => {
  const places = new Map<string, readonly string[]>()
  for (const chunk of chunks.filter((name) => name !== "cli.cjs" && name !== "command-code.cjs"))
    for (const [, source = ""] of read(dist, chunk).matchAll(/^\s*\/\/#region (\S+)/gm))
      places.set(source, [...(places.get(source) ?? []), chunk])
  expect(places.size).toBeGreaterThan(1000)
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([])
  const modules = fs.readdirSync(dist).filter((name) => name.endsWith(".js"))
  expect(modules).toEqual(["cli", ...Object.keys(library)].map((name) => `${name}.js`).toSorted())
  const long = modules.filter(
    (name) => !/^(?:import|export \{[\w, ]+\} from) "\.\/[\w-]+\.cjs"\n$/.test(read(dist, name)),
  )
  expect(long).toEqual([])
})

test("every built file is loaded by something, and what only the library has by no command", () => {
  const own = Object.keys(library).map((name) => `${name}.cjs`)
  const loaded = reach(entries)
  expect(chunks.filter((name) => !loaded.has(name))).toEqual([])
  expect([...reach(["cli.cjs", "command.cjs"])].filter((name) => own.includes(name))).toEqual([])
})

test("the rules and the analysis are in files that only the command review and the thread load", () => {
  const heavy = chunks.filter((name) =>
    /#region packages\/scan\/src\/(?:rules|misuse|taint\/run|io)\//.test(read(dist, name)),
  )
  const loading = (wanted: string) => chunks.filter((name) => listLoaded(name).includes(wanted))
  // The library's object loads the file of a verb, or of a group of verbs, when one is called.
  const group = "open-skillet-reviews.cjs"
  expect(Object.fromEntries(heavy.map((name) => [name, loading(name).toSorted()]))).toEqual({
    "scan-code.cjs": ["read-expressions.cjs", "review-project.cjs"],
    "scan-worker.cjs": [],
    "tree-rules.cjs": ["review-project.cjs", "scan-code.cjs", "scan-worker.cjs"],
  })
  expect(loading("review-project.cjs").toSorted()).toEqual(["core.cjs", group])
  expect(loading(group)).toEqual(["core.cjs"])
  expect(loading("read-expressions.cjs")).toEqual(["resolve-skills.cjs"])
  expect(read(dist, "resolve-skills.cjs")).toMatch(
    /Promise\.resolve\(\)\.then\(.*require\("\.\/read-expressions\.cjs"\)/,
  )
  for (const name of ["review-project.cjs", group]) {
    const [, before = ""] = new RegExp(`(.*)require\\("\\./${name}"\\)`).exec(read(dist, "core.cjs")) ?? []
    expect(before).toContain("Promise.resolve().then(")
  }
})

test("neither code nor declarations import the workspaces, which are not published", () => {
  const files = fs.readdirSync(dist).filter((name) => /\.(?:c?js|d\.c?ts)$/.test(name))
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((name) => /["']@skillet\/|packages\/scan\/src\/[\w./-]+["']/.test(read(dist, name)))).toEqual([])
})

/** At its beginning, or later. */
function listLoaded(chunk: string): readonly string[] {
  return [...read(dist, chunk).matchAll(/require\(["']\.\/([\w.-]+\.cjs)["']\)/g)].map(([, name = ""]) => name)
}

/** The files themselves, and everything that they can load. */
function reach(from: readonly string[]): ReadonlySet<string> {
  const found = new Set(from)
  for (const name of found) for (const next of listLoaded(name)) found.add(next)
  return found
}

function runProgram(name: string, text: string): string {
  fs.writeFileSync(path.join(project, name), text)
  return run([name])
}

function run(words: readonly string[]): string {
  const env = { PATH: process.env["PATH"], HOME: project }
  return execFileSync(process.execPath, words, { cwd: project, env, encoding: "utf8" })
}

function readLines(text: string): readonly unknown[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown)
}

function npm(...words: readonly string[]): string {
  return execFileSync("npm", words, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
}

function link(folder: string, name: string): void {
  const from = path.join(root, "node_modules", name)
  if (fs.existsSync(from)) fs.symlinkSync(from, path.join(folder, "node_modules", name))
}

function read(folder: string, name: string): string {
  return fs.readFileSync(path.join(folder, name), "utf8")
}
