import { execFileSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, test } from "vitest"

const dist = path.resolve(import.meta.dirname, "../../dist")

test("every declaration that the package's declarations import exists", () => {
  const files = fs.readdirSync(dist).filter((name) => name.endsWith(".d.ts"))
  const missing = files.flatMap((name) => {
    const text = fs.readFileSync(path.join(dist, name), "utf8")
    const imported = [...text.matchAll(/from "\.\/([^"]+)\.js"/g)].map((match) => `${match[1]}.d.ts`)
    return imported.filter((one) => !fs.existsSync(path.join(dist, one))).map((one) => `${name} → ${one}`)
  })
  expect(files).toContain("index.d.ts")
  expect(missing).toEqual([])
})

const root = path.dirname(dist)

/** Input that reaches a shell: found only by the thread, with the parser and the grammar of the language. */
const code: Readonly<Record<string, string>> = {
  "a.js": 'const { exec } = require("node:child_process")\nexports.run = (req) => exec(`ls ${req.query.dir}`)\n',
  "b.ts": 'import { exec } from "node:child_process"\nexport const run = (req: any) => exec(`ls ${req.query.dir}`)\n',
  "c.tsx": 'import { exec } from "node:child_process"\nexport const run = (req: any) => exec(`ls ${req.query.dir}`)\n',
  "d.py": 'import os\nfrom flask import request\ndef f():\n    os.system("ls " + request.args["dir"])\n',
}

test("an installed package has the scanning thread and every grammar, without the packages they come from", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-package-"))
  try {
    for (const [name, text] of Object.entries(code)) fs.writeFileSync(path.join(folder, name), text)
    const [{ filename, files }] = JSON.parse(npm("pack", "--json", "--ignore-scripts", "--pack-destination", folder))
    const names = files.map((file: { readonly path: string }) => file.path)
    expect(names.filter((name: string) => /^packages\/|^src\//.test(name))).toEqual([])
    const installed = path.join(folder, "node_modules/skillet")
    fs.mkdirSync(installed, { recursive: true })
    execFileSync("tar", ["-xzf", path.join(folder, filename), "-C", installed, "--strip-components=1"])
    for (const name of Object.keys(JSON.parse(read(installed, "package.json")).dependencies)) link(folder, name)
    for (const name of ["@libsql", "@neon-rs", "detect-libc"]) link(folder, name)
    const cli = path.join(installed, "dist/cli.cjs")
    const env = { PATH: process.env["PATH"], HOME: folder }
    const out = execFileSync(process.execPath, [cli, "review", ".", "--json"], { cwd: folder, env, encoding: "utf8" })
    const { findings } = JSON.parse(out) as { readonly findings: readonly { rule: string; file: string }[] }
    const found = findings.filter(({ rule }) => rule === "command-from-input").map(({ file }) => file)
    expect(found.toSorted()).toEqual(Object.keys(code))
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
})

test("the rules and the analysis are in files that only the command review loads", () => {
  const chunks = fs.readdirSync(dist).filter((name) => name.endsWith(".cjs"))
  const heavy = chunks.filter((name) =>
    /#region packages\/scan\/src\/(?:rules|misuse|taint\/run|io)\//.test(read(dist, name)),
  )
  const loading = (wanted: string) => chunks.filter((name) => loads(name, wanted))
  const [only = "", ...others] = heavy
  expect([only, others]).toEqual(["review-project.cjs", []])
  // The library's object loads the file of a verb, or of a group of verbs, when one is called.
  const group = "open-skillet-reviews.cjs"
  expect(loading(only).toSorted()).toEqual(["core.cjs", group])
  expect(loading(group)).toEqual(["core.cjs"])
  for (const name of [only, group]) {
    const [, before = ""] = new RegExp(`(.*)require\\("\\./${name}"\\)`).exec(read(dist, "core.cjs")) ?? []
    expect(before).toContain("Promise.resolve().then(")
  }
})

test("neither code nor declarations import the workspaces, which are not published", () => {
  const files = fs.readdirSync(dist).filter((name) => /\.(?:c?js|d\.ts)$/.test(name))
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((name) => /["']@skillet\/|packages\/scan\/src\/[\w./-]+["']/.test(read(dist, name)))).toEqual([])
})

/** At its beginning, or later. */
function loads(chunk: string, wanted: string): boolean {
  const text = read(dist, chunk)
  return text.includes(`require('./${wanted}')`) || text.includes(`require("./${wanted}")`)
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
