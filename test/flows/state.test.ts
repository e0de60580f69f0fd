import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { skillet } from "./run-cli.ts"

function folder(name: string): string {
  const made = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), name)))
  onTestFinished(() => fs.rmSync(made, { recursive: true, force: true }))
  return made
}

function machine() {
  const [root, home] = [folder("project-"), folder("home-")]
  const data = path.join(home, ".local/share/skillet")
  const run = (...words: readonly string[]) =>
    skillet(words, { cwd: root, env: { PATH: process.env["PATH"], HOME: home } })
  return { root, data, run }
}

test("stored data is shown by kind, and nothing is changed", () => {
  const { root, data, run } = machine()
  expect(JSON.parse(run("state", "--json").out)).toMatchObject({ runs: { all: 0, running: 0 } })
  expect(fs.existsSync(data)).toBe(false)
  fs.writeFileSync(path.join(root, "a.js"), "export const run = (req) => eval(req.query.code)\n")
  run("review")
  const { kinds, runs } = JSON.parse(run("state", "--json").out)
  expect(runs).toEqual({ all: 1, running: 0 })
  const sizes = Object.fromEntries(kinds.map(({ kind, bytes }: { kind: string; bytes: number }) => [kind, bytes > 0]))
  expect(sizes).toEqual({ runs: true, texts: false, transcripts: false, agents: false, approvals: false, cache: true })
  expect(run("state").out).toMatch(/^runs\s+[\d.]+ [KM]B\s+\d\s+runs, tasks and messages/m)
})

test("prune needs an age, and removes nothing that is younger", () => {
  const { root, run } = machine()
  fs.writeFileSync(path.join(root, "a.js"), "export const run = (req) => eval(req.query.code)\n")
  run("review")
  for (const wrong of [[], ["--older-than", "soon"], ["--older-than", "0d"]])
    expect(run("state", "prune", ...wrong).code).toBe(2)
  expect(JSON.parse(run("state", "prune", "--older-than", "1h", "--json").out)).toEqual({
    runs: [],
    messages: 0,
    needed: 0,
    sessions: 0,
    files: 0,
    bytes: 0,
  })
  expect(JSON.parse(run("state", "--json").out).runs.all).toBe(1)
})
