import { expect, test } from "vitest"
import { openCodeReader } from "../io/open-code-reader.ts"
import { collectFlowMatches, isHarmlessThere } from "./collect-flow-matches.ts"
import { makeFlowRules } from "./make-flow-rules.ts"
import { openTaint } from "./open-taint.ts"
import { taintTables } from "./tables/taint-tables.ts"

const reader = await openCodeReader()
const taint = openTaint(taintTables)

function isSilent(given: string, rule = "unsafe-yaml"): boolean {
  const text = `import yaml\nfrom flask import request\ndef f():\n    request.args\n${given}\n    return yaml.load(x, Loader=yaml.Loader)\n`
  const { looked } = taint.analyse(reader.parse(text, "python"), "a.py")
  const start = text.indexOf("yaml.load(")
  return isHarmlessThere({ rule, start, end: start + 10 }, looked)
}

test.each([
  ["a text of the code", '    x = "- 1"', true],
  ["a text under another key than input", '    d = {"a": "- 1", "b": request.data}\n    x = d["a"]', true],
  ["input that was checked", '    x = request.args["x"]\n    if x not in ("a", "b"):\n        return', true],
  ["input", "    x = request.data", false],
  ["what nobody knows", "    x = somewhere()", false],
  ["a text or input", '    x = "- 1"\n    if unknown:\n        x = request.data', false],
])("a rule that looks only at the call, given %s", (_, given, isSo) => {
  expect(isSilent(given)).toBe(isSo)
})

test("a rule about something else is not suppressed", () => {
  expect(isSilent('    x = "- 1"', "path-from-input")).toBe(false)
})

test("checking that a file exists is less severe than reading it", () => {
  const text =
    'const fs = require("fs")\napp.get("/x", (req, res) => fs.existsSync(req.query.x) && fs.readFile(req.query.x))\n'
  const { reached } = taint.analyse(reader.parse(text, "javascript"), "a.js")
  const told = collectFlowMatches(reached, makeFlowRules(taintTables), { file: "a.js", readText: () => text })
  expect(told.map(({ severity, persona }) => ({ severity, persona }))).toEqual([
    { severity: "minor", persona: "pedantic" },
    { severity: undefined, persona: undefined },
  ])
})

function linesReached(text: string): readonly number[] {
  const { reached } = taint.analyse(reader.parse(text, "javascript"), "a.js")
  return collectFlowMatches(reached, makeFlowRules(taintTables), { file: "a.js", readText: () => text }).map(
    ({ line }) => line,
  )
}

test("an optional value is checked if the check is skipped only when it is missing", () => {
  const run = (check: string) =>
    `const { exec } = require("child_process")\nmodule.exports = (name) => {\n  if (${check}) return\n  exec("dig " + name)\n}\n`
  expect(linesReached(run("unknown()"))).toEqual([4])
  expect(linesReached(run('name && ["A", "MX"].indexOf(name) === -1'))).toEqual([])
  expect(linesReached(run('typeof name !== "undefined" && ["A", "MX"].indexOf(name) === -1'))).toEqual([])
})

test("changing a member of what a key leads to is no deep write, another key is", () => {
  const write = (target: string) => `module.exports = (o, a, b) => {\n  o[a]${target} = 1\n}\n`
  expect(linesReached(write("[b]"))).toEqual([2])
  expect(linesReached(write(".sort"))).toEqual([])
  expect(linesReached("module.exports = (o, a, b) => {\n  o[a][b].sort = 1\n}\n")).toEqual([])
})

test("keys from a request are refused even if another file throws", () => {
  const set = (check: string) =>
    `import { refuse } from "./refuse.js"\nconst check = (key) => { ${check} }\napp.post("/x", (req) => {\n  const [a, b] = req.body.keys\n  check(a)\n  state[a][b] = 1\n})\n`
  expect(linesReached(set(""))).toEqual([6])
  expect(linesReached(set('if (key === "__proto__" || key === "constructor") refuse(key)'))).toEqual([])
})

test("a library's own calls do not make a parameter that is run as a command or as code safe", () => {
  const personas = (text: string) => {
    const { reached } = taint.analyse(reader.parse(text, "javascript"), "a.js")
    const called = reached.map((one) => ({ ...one, taint: { ...one.taint, isEntry: false } }))
    const told = collectFlowMatches(called, makeFlowRules(taintTables), { file: "a.js", readText: () => text })
    return told.map(({ severity, persona }) => ({ severity, persona }))
  }
  const run = 'const { exec } = require("child_process")\nexports.run = (name) => exec("dig " + name)\n'
  const inDefault = { severity: "minor", persona: "regular" }
  const asTheRuleSays = { severity: undefined, persona: undefined }
  expect(personas(run)).toEqual([inDefault])
  expect(personas("exports.run = (name) => eval(name)\n")).toEqual([inDefault])
  expect(personas("exports.set = (o, a, b) => {\n  o[a][b] = 1\n}\n")).toEqual([asTheRuleSays])
})

test("a flag that is set only after a check stands for the check", () => {
  const serve = (check: string) =>
    `const fs = require("fs")\nconst path = require("path")\nfunction isInside(file, root) {\n  return fs.realpathSync(file).startsWith(root + "/")\n}\napp.get("/x", (req, res) => {\n  let file = path.join(root, req.query.name)\n  let isFound = isInside(file, root)\n  if (!isFound && ${check}) {\n    file = file + ".html"\n    isFound = true\n  }\n  if (isFound) fs.createReadStream(file).pipe(res)\n})\n`
  expect(linesReached(serve('isInside(file + ".html", root)'))).not.toContain(13)
  expect(linesReached(serve("isDebug"))).toContain(13)
})

test("code is imported from the page's own origin, or from wherever the address says", () => {
  const load = (origin: string) =>
    `export async function load() {\n  const url = new URL(location.href)\n  return import(${origin}url.pathname)\n}\n`
  expect(linesReached(load(""))).toEqual([3])
  expect(linesReached(load("url.origin + "))).toEqual([])
})

test("sending on a request is not a request to an address from it", () => {
  const forward = (address: string) =>
    `export async function GET({ request }) {\n  const response = await fetch(${address})\n  return response\n}\n`
  const file = "src/routes/x/+server.js"
  const lines = (text: string) => {
    const { reached } = taint.analyse(reader.parse(text, "javascript"), file)
    return collectFlowMatches(reached, makeFlowRules(taintTables), { file, readText: () => text }).map(
      ({ line }) => line,
    )
  }
  expect(lines(forward("new Request(new URL(request.url), request)"))).toEqual([])
  expect(lines(forward('new URL(request.url).searchParams.get("to")'))).toEqual([2])
})

test("in Python, a parameter that names a table, or a function whose job it is, is for more thorough personas", () => {
  const personas = (text: string) => {
    const { reached } = taint.analyse(reader.parse(text, "python"), "a.py")
    return collectFlowMatches(reached, makeFlowRules(taintTables), { file: "a.py", readText: () => text }).map(
      (one) => one.persona,
    )
  }
  const select = (name: string) =>
    `def rows(cursor, ${name}):\n    cursor.execute("select * from t where x=" + ${name})\n`
  expect(personas(select("word"))).toEqual(["regular"])
  expect(personas(select("table_name"))).toEqual(["pedantic"])
  expect(personas(select("sql"))).toEqual(["pedantic"])
  const load = (more: string) => `import pickle\ndef state(path):\n    return pickle.load(open(path, "rb"))\n${more}`
  expect(personas(load(""))).toEqual(["regular"])
  expect(personas(load('def keep(value, path):\n    pickle.dump(value, open(path, "wb"))\n'))).toEqual(["pedantic"])
})

test("a host that is in a list shows where the whole address leads", () => {
  const open = (check: string) =>
    `const hosts = new Set(["a.example"])\napp.get("/x", async (req, res) => {\n  const url = new URL(req.query.url)\n  if (${check}) return res.end()\n  res.json(await fetch(url))\n})\n`
  expect(linesReached(open("!hosts.has(url.hostname)"))).not.toContain(5)
  expect(linesReached(open("hosts.has(url.hostname)"))).toContain(5)
})

test("a value is the same before and after it is declared to have a type", () => {
  const linesOf = (body: string) => {
    const text = `import { exec } from "child_process"\nexport const run = (req: Request) => {\n  const body = ${body}\n  exec("ls " + body.size)\n}\n`
    const { reached } = taint.analyse(reader.parse(text, "typescript"), "a.ts")
    return collectFlowMatches(reached, makeFlowRules(taintTables), { file: "a.ts", readText: () => text }).map(
      ({ line }) => line,
    )
  }
  expect(linesOf("req.body as Wanted")).toEqual([4])
  expect(linesOf("<Wanted>req.body")).toEqual([4])
  expect(linesOf("new Map(req.body.list)")).toEqual([])
})

test("an answer that is declared as text or that redirects is no page", () => {
  const answer = (before: string, send = "res.end(`no ${req.url}`)") =>
    `app.get("/x", (req, res) => {\n${before}\n  ${send}\n})\n`
  expect(linesReached(answer("  log()"))).toEqual([3])
  expect(linesReached(answer('  res.setHeader("Content-Type", "text/html")'))).toEqual([3])
  expect(linesReached(answer('  res.writeHead(404, { "Content-Type": "text/plain;charset=UTF-8" })'))).toEqual([])
  expect(linesReached(answer('  res.setHeader("Content-Type", "application/json")'))).toEqual([])
  expect(linesReached(answer('  res.statusCode = 302\n  res.setHeader("Location", host)'))).toEqual([])
  expect(linesReached(answer('  res.header("Location", host)', "res.status(302).send(`to ${req.url}`)"))).toEqual([])
})

test("of a normalized path, only the first part can lead out of its directory", () => {
  const read = (check: string) =>
    `const path = require("path"), fs = require("fs")\napp.get("/x", (req) => {\n  const name = path.normalize(req.query.x)\n  ${check}\n  fs.readFile(path.join(base, name))\n})\n`
  expect(linesReached(read('if (name.split(path.sep)[0] === "..") throw new Error()'))).toEqual([])
  expect(linesReached(read('if (name.split(path.sep)[1] === "..") throw new Error()'))).toEqual([5])
})

test("a library that asks for something is no client of a server", () => {
  const read = (params: string) =>
    `const fs = require("fs")\nnew Renderer({ request: (${params}) => { fs.readFile("./a" + req.url, () => 0) } })\n`
  expect(linesReached(read("req, callback"))).toEqual([])
  expect(linesReached(read("req, res"))).toEqual([2])
})

test("a field named location is not the address of the page", () => {
  expect(linesReached("class A { constructor() { this.location = location.hash.slice(1) } }\n")).toEqual([])
  expect(linesReached("function go() {\n  window.location = location.hash.slice(1)\n}\n")).toEqual([2])
})
