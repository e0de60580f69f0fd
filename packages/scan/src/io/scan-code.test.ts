import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { LinePattern } from "../patterns/line-pattern.ts"
import { treeRules } from "../tree-rules.ts"
import { builtWorker } from "../../test/build-scan-worker.ts"
import { scanCode, type ScanRequest } from "./scan-code.ts"

let root: string

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-scan-"))
})

afterEach(() => fs.rmSync(root, { recursive: true }))

test("a line pattern and a structural rule match in a tree, with their place and details", async () => {
  write("a.js", "const one = 1\n  debuggerNow()\n")
  write("b.py", "def add(item, items=[]):\n    items.append(item)\n")

  const report = await scan({ rules: treeRules.filter(({ id }) => id === "mutable-default") })

  expect(report.matches.map(({ rule, file, range, evidence, cwe }) => ({ rule, file, range, evidence, cwe }))).toEqual([
    {
      rule: "debugger-now",
      file: "a.js",
      range: { startLine: 2, startColumn: 3, endLine: 2, endColumn: 14 },
      evidence: "debuggerNow",
      cwe: "CWE-489",
    },
    {
      rule: "mutable-default",
      file: "b.py",
      range: { startLine: 1, startColumn: 15, endLine: 1, endColumn: 23 },
      evidence: "items=[]",
      cwe: undefined,
    },
  ])
  expect(report).toMatchObject({ notCompleted: [], problems: [], filesRead: 2 })
})

test("progress says how many of all files are done", async () => {
  for (const name of ["a.js", "b.js", "c.js"]) write(name, "debuggerNow()\n")
  const said: string[] = []
  await scan({ progress: (done, all) => void said.push(`${done} of ${all}`) })
  expect(said).toEqual(["1 of 3", "2 of 3", "3 of 3"])
})

test("a pattern that does not end is reported with its file, and everything else is still found", async () => {
  write("evil.js", `const text = "${"a".repeat(40)}!"\ndebuggerNow()\n`)
  write("good.js", "debuggerNow()\n")
  // The lint accepts a repetition with lookahead.
  const endless = pattern({ id: "endless", regex: '"(?:(?=(a+))\\1?|a)+(?:a|aa)+c' })

  const report = await scan({ patterns: [trusted(endless), trusted(debuggerNow)], deadlineMs: 1000 })

  expect(report.notCompleted).toEqual([{ file: "evil.js", rule: "endless", why: "time" }])
  expect(report.matches.map(({ file, rule }) => `${file} ${rule}`)).toEqual([
    "evil.js debugger-now",
    "good.js debugger-now",
  ])
})

test("a file that needs many steps is followed to its end if few files are reviewed, or a change is", async () => {
  const step = `def step(x, n):\n${"    x = x\n".repeat(1000)}    return x\n`
  const calls = Array.from({ length: 400 }, (_, at) => `    step(x, ${at})\n`).join("")
  write("a.py", `import os, sys\n${step}def f():\n    x = sys.argv[1]\n${calls}    os.system(x)\n`)
  const rules = treeRules.filter(({ id }) => id === "command-from-input")
  expect((await scan({ patterns: [], rules })).notCompleted).toEqual([])
  for (let at = 0; at < 120; at++) write(`b${at}.py`, "")
  expect((await scan({ patterns: [], rules })).notCompleted).toEqual([
    { file: "a.py", rule: "command-from-input", why: "steps" },
  ])
  expect((await scan({ patterns: [], rules, isChange: true })).notCompleted).toEqual([])
})

test("the same pattern from an untrusted skill runs on an engine where it ends", async () => {
  write("evil.js", `const text = "${"a".repeat(60)}!"\n`)
  const slow = pattern({ id: "slow", regex: "(?:a|aa)+!" })

  const report = await scan({ patterns: [{ pattern: slow, path: "pack.yaml", isTrusted: false }] })

  expect(report.notCompleted).toEqual([])
  expect(report.matches.map(({ rule, line }) => ({ rule, line }))).toEqual([{ rule: "slow", line: 1 }])
})

test("a pattern that the safe engine refuses, or with the name of a trusted one, is a problem", async () => {
  write("a.js", "debuggerNow()\n")
  const report = await scan({
    patterns: [
      trusted(debuggerNow),
      {
        pattern: pattern({ id: "looking", regex: "foo(?=bar)" }),
        path: "theirs.yaml",
        isTrusted: false,
        spot: { line: 7 },
      },
      { pattern: pattern({ id: "debugger-now", regex: "nothing" }), path: "theirs.yaml", isTrusted: false },
    ],
  })
  expect(report.problems.map(({ code, path: at, line }) => ({ code, at, line }))).toEqual([
    { code: "pattern.refused", at: "theirs.yaml", line: 7 },
    { code: "pattern.same-id", at: "theirs.yaml", line: undefined },
  ])
  expect(report.matches.map(({ rule }) => rule)).toEqual(["debugger-now"])
})

test("if two skills use the same name, the first keeps it", async () => {
  write("a.js", "debuggerNow()\nother()\n")
  const second = { ...trusted(pattern({ id: "debugger-now", regex: "other\\(" })), path: "second.yaml" }
  const report = await scan({ patterns: [trusted(debuggerNow), second] })
  expect(report.matches.map(({ line }) => line)).toEqual([1])
  expect(report.problems.map(({ code, path: at }) => ({ code, at }))).toEqual([
    { code: "pattern.same-id", at: "second.yaml" },
  ])
})

test("an unchanged file is not read again, but a changed one is, and so is one with other patterns", async () => {
  const cache = keptIn(root)
  write("a.js", "debuggerNow()\n", 60)
  write("b.js", "nothing()\n", 60)
  const first = await scan({ cache })
  const second = await scan({ cache })
  write("b.js", "debuggerNow(1)\n", 50)
  const third = await scan({ cache })
  const other = await scan({ cache, patterns: [trusted({ ...debuggerNow, regex: "debuggerNow\\(1" })] })

  expect([first, second, third, other].map(({ filesRead, matches }) => [filesRead, matches.length])).toEqual([
    [2, 1],
    [0, 1],
    [1, 2],
    [2, 1],
  ])
})

test("results of another version of the program do not count", async () => {
  const cache = keptIn(root)
  write("a.js", "debuggerNow()\n", 60)
  await scan({ cache })
  const filesRead = async (version: string) => (await scan({ cache: { ...cache, version } })).filesRead
  expect([await filesRead(cache.version), await filesRead("1.0.1"), await filesRead("1.0.1")]).toEqual([0, 1, 0])
})

test("the report names the rules that follow data, and what was searched for", async () => {
  write("a.js", "debuggerNow()\n")
  const all = await scan({ rules: undefined })
  expect(all.flows).toEqual(treeRules.flatMap((rule) => ("flow" in rule ? [rule.id] : [])))
  expect(all.flows.length).toBeGreaterThan(10)
  expect(new Set(all.searched.map(({ category }) => category))).toEqual(
    new Set(["technical-debt", ...treeRules.map(({ category }) => category)]),
  )
  expect(await scan({})).toMatchObject({ flows: [], searched: [{ category: "technical-debt" }] })
})

test("a damaged cache counts as missing", async () => {
  const cache = keptIn(root)
  write("a.js", "debuggerNow()\n", 60)
  await scan({ cache })
  const [name = ""] = fs.readdirSync(cache.folder)
  const file = path.join(cache.folder, name)
  fs.writeFileSync(file, fs.readFileSync(file, "utf8").slice(0, -3))

  const report = await scan({ cache })

  expect([report.filesRead, report.matches.length]).toEqual([1, 1])
})

test("an edit with the same size and the old modification time is noticed", async () => {
  const cache = keptIn(root)
  write("a.js", "harmlessNow()\n", 60)
  expect((await scan({ cache })).matches).toEqual([])
  const { atime, mtime } = fs.statSync(path.join(root, "a.js"))
  write("a.js", "debuggerNow()\n")
  fs.utimesSync(path.join(root, "a.js"), atime, mtime)

  expect((await scan({ cache })).matches.map(({ line }) => line)).toEqual([1])
})

test("a file is read again if one that it imports has changed", async () => {
  const cache = keptIn(root)
  const rules = treeRules.filter(({ id }) => id === "command-from-input")
  write(
    "a.py",
    'import os\nimport b\nfrom flask import request\ndef f():\n    os.system("ls " + b.pick(request.args["x"]))\n',
  )
  write("b.py", "def pick(x):\n    return x\n")
  write("c.py", "import os\nos.system('ls')\n")
  const first = await scan({ cache, rules })
  const second = await scan({ cache, rules })
  write("b.py", "def pick(x):\n    return 1\n")
  const third = await scan({ cache, rules })

  expect([first, second, third].map(({ filesRead, matches }) => [filesRead, matches.length])).toEqual([
    [3, 1],
    [0, 1],
    [2, 0],
  ])
})

test("a file on which several patterns do not end is given up, and this is reported", async () => {
  write("evil.js", `const text = "${"a".repeat(40)}!"\n`)
  const endless = ["one", "two", "three", "four"].map((id) =>
    trusted(pattern({ id, regex: '"(?:(?=(a+))\\1?|a)+(?:a|aa)+c' })),
  )

  const report = await scan({ patterns: endless, deadlineMs: 150 })

  expect(report.notCompleted).toEqual(
    ["one", "two", "three", "*"].map((rule) => ({ file: "evil.js", rule, why: "time" })),
  )
})

test("a file on which a pattern did not end is not scanned again until it changes", async () => {
  const cache = keptIn(root)
  const evil = `const text = "${"a".repeat(40)}!"\ndebuggerNow()\n`
  write("evil.js", evil)
  const endless = pattern({ id: "endless", regex: '"(?:(?=(a+))\\1?|a)+(?:a|aa)+c' })
  const request = { cache, patterns: [trusted(endless), trusted(debuggerNow)], deadlineMs: 150 }
  const first = await scan(request)
  const second = await scan(request)
  write("evil.js", `${evil}// more\n`)
  const third = await scan(request)

  expect(first.notCompleted).toEqual([{ file: "evil.js", rule: "endless", why: "time" }])
  expect([second.filesRead, second.notCompleted, second.matches]).toEqual([0, first.notCompleted, first.matches])
  expect(third.filesRead).toBe(1)
})

test("code nested too deeply for a rule is not reported as clean", async () => {
  const depth = 100_000
  write("deep.js", `items.forEach(async () => ${"[".repeat(depth)}await b${"]".repeat(depth)})\n`)
  write("good.js", "debuggerNow()\n")

  const report = await scan({ rules: treeRules, deadlineMs: 10_000 })

  expect(report.matches.map(({ file, rule }) => `${file} ${rule}`)).toEqual(["good.js debugger-now"])
  expect(report.notCompleted.map(({ file, rule, why }) => `${file} ${rule} ${why}`)).toContain(
    "deep.js async-for-each depth",
  )
})

test("code that could not be scanned completely is reported again if nothing changed", async () => {
  const cache = keptIn(root)
  const depth = 100_000
  write("deep.js", `items.forEach(async () => ${"[".repeat(depth)}await b${"]".repeat(depth)})\n`)
  const first = await scan({ cache, rules: treeRules, deadlineMs: 10_000 })
  const second = await scan({ cache, rules: treeRules, deadlineMs: 10_000 })

  expect(first.notCompleted).not.toEqual([])
  expect([second.filesRead, second.notCompleted]).toEqual([0, first.notCompleted])
})

const debuggerNow = pattern({ id: "debugger-now", regex: "\\bdebuggerNow\\b(?: x)?" })

function pattern(own: Pick<LinePattern, "id" | "regex">): LinePattern {
  return {
    languages: ["any"],
    category: "technical-debt",
    severity: "minor",
    confidence: "high",
    title: "left",
    description: "left behind",
    cwe: "CWE-489",
    autoValidated: true,
    ignoreCase: false,
    where: "anywhere",
    ...own,
  }
}

function trusted(one: LinePattern) {
  return { pattern: one, path: "pack.yaml", isTrusted: true }
}

function scan(request: Partial<ScanRequest>) {
  const names = fs.readdirSync(root).filter((name) => /\.(?:js|py)$/.test(name))
  const files = names.map((name) => ({ name, bytes: fs.readFileSync(path.join(root, name)) }))
  return scanCode({ files, patterns: [trusted(debuggerNow)], rules: [], worker: builtWorker, ...request })
}

function keptIn(project: string): NonNullable<ScanRequest["cache"]> {
  return {
    folder: path.join(project, "cache"),
    root: project,
    version: "1.0.0",
    saveFile(file, text) {
      fs.mkdirSync(path.dirname(file), { recursive: true })
      fs.writeFileSync(file, text)
      return "saved"
    },
  }
}

function write(name: string, text: string, secondsAgo = 0): void {
  fs.writeFileSync(path.join(root, name), text)
  const at = Date.now() / 1000 - secondsAgo
  fs.utimesSync(path.join(root, name), at, at)
}
