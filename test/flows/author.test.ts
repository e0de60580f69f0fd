import fs from "node:fs"
import { spawn } from "node:child_process"
import { expect, onTestFinished, test } from "vitest"
import { sarifFaults } from "../audit-set/sarif-faults.ts"
import { garden } from "../plant.ts"
import { cli, skillet } from "./run-cli.ts"

const SKILL = "project/.claude/skills/pick/SKILL.md"
const TEXT = "---\ndescription: Picks.\nallowed-tools: Bash(echo:*)\n---\n!`echo picked`\n"
const ODD = "---\nname: pick\ndescription: Use when: x\n::error::y: 1\n---\nBody.\n"

function plantAuthor(text = TEXT) {
  const plot = garden({ [SKILL]: text })
  for (const folder of [
    "",
    "home",
    "project",
    "project/.claude",
    "project/.claude/skills",
    "project/.claude/skills/pick",
  ])
    fs.chmodSync(plot.at(folder), 0o755)
  return { ...plot, run: (...words: readonly string[]) => skillet(words, plot.options) }
}

test("an author grants a directory once, renders after every change, sees the grant, and takes it back", () => {
  const { run, at } = plantAuthor()
  expect(run("render", "pick", "--dry-run").out).toContain("not approved")
  const asked = run("trust", "add", "--author", ".claude/skills")
  expect(asked).toMatchObject({ code: 1, out: "" })
  expect(asked.err).toContain(".claude/skills: 1 skill there now: pick\n")
  expect(asked.err).toContain("To grant it without being asked, add --yes.")
  expect(run("trust", "list").out).toContain("Nothing is approved")
  expect(run("trust", "add", "--author", ".claude/skills", "--yes").out).toContain(
    ".claude/skills counts as written by you",
  )
  expect(run("render", "pick").out).toContain("picked")
  fs.appendFileSync(at(SKILL), "\nMore.\n")
  expect(run("render", "pick").out).toContain("More.")
  expect(run("show", "pick").out).toContain("written by you: it is in a directory that you granted")
  expect(run("trust", "list").out).toMatch(/^Written by you.*\n {2}\.claude\/skills {2}granted \d{4}-\d\d-\d\d\n$/)
  expect(JSON.parse(run("trust", "list", "--json").out)).toMatchObject({ approvals: [], authors: [{ state: "valid" }] })
  expect(run("trust", "remove", "--author", ".claude/skills")).toMatchObject({ code: 0 })
  expect(run("trust", "remove", "--author", ".claude/skills")).toMatchObject({ code: 1 })
  expect(run("render", "pick", "--dry-run").out).toContain("not approved")
})

test("--author with a reference, without one, or with what it does not use is a usage error", () => {
  const { run } = plantAuthor()
  expect(run("trust", "add").code).toBe(2)
  expect(run("trust", "add", "pick", "--author", ".").code).toBe(2)
  expect(run("trust", "add", "--author", ".claude/skills", "--network").code).toBe(2)
  expect(run("trust", "add", "pick", "--yes").code).toBe(2)
  expect(run("trust", "add", "--author", ".", "--yes")).toMatchObject({ code: 1, out: "" })
})

test("lint prints SARIF that is valid, and annotations in which nothing of a file is a command", () => {
  const { run, options } = plantAuthor(ODD)
  const sarif = JSON.parse(run("lint", "--format", "sarif").out)
  expect(sarifFaults(sarif)).toEqual([])
  const [place] = sarif.runs[0].results[0].locations
  expect(place.physicalLocation.artifactLocation).toEqual({ uri: ".claude/skills/pick/SKILL.md", uriBaseId: "ROOT" })
  const env = { ...options.env, GITHUB_ACTIONS: "true" }
  const { out, err, code } = skillet(["lint", "--format", "github"], { ...options, env })
  const lines = out.trimEnd().split("\n")
  expect(lines.length).toBe(sarif.runs[0].results.length)
  expect(lines[0]).toMatch(
    /^::warning file=\.claude\/skills\/pick\/SKILL\.md,line=3,col=\d+,title=header\.unquoted::.*%0Adescription: "Use when: x ::error::y: 1"$/,
  )
  expect(lines.every((line) => /^::(?:error|warning|notice) file=/.test(line))).toBe(true)
  expect(err).toContain("1 skill read")
  expect(code).toBe(1)
})

test("lint --watch checks again after every change", async () => {
  const { options, at } = plantAuthor()
  const child = spawn(process.execPath, [cli, "lint", "--watch"], {
    cwd: options.cwd,
    env: options.env as NodeJS.ProcessEnv,
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  let out = ""
  const waiting: { readonly text: string; readonly done: () => void }[] = []
  child.stdout.on("data", (data) => {
    out += String(data)
    for (const { text, done } of waiting) if (out.includes(text)) done()
  })
  const shows = (text: string) =>
    new Promise<void>((done) => {
      waiting.push({ text, done })
      if (out.includes(text)) done()
    })
  await shows("no problems in how it is written")
  fs.writeFileSync(at(SKILL), ODD)
  await shows("header.unquoted")
  out = ""
  fs.writeFileSync(at(SKILL), TEXT)
  await shows("no problems in how it is written")
})
