import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, expect, test } from "vitest"
import { copyRecording, SHIP_IT } from "../sessions/open-recording.ts"
import { skillet } from "./run-cli.ts"

const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "usage-")))
afterAll(() => fs.rmSync(home, { recursive: true, force: true }))
const project = path.join(home, "project")
for (const name of ["claude-claims", "codex-reorders", "opencode-tool", "gemini-tool"]) copyRecording(name, home)
for (const [folder, name] of [
  [".claude/skills", "ship-it"],
  [".agents/skills", "ship-it"],
  [".claude/skills", "never-used"],
] as const) {
  fs.mkdirSync(path.join(project, folder, name), { recursive: true })
  fs.writeFileSync(path.join(project, folder, name, "SKILL.md"), SHIP_IT.replaceAll("ship-it", name))
}
const run = (...words: readonly string[]) =>
  skillet(words, { cwd: project, env: { PATH: process.env["PATH"], HOME: home } })

test("usage has a row for each agent, says what was never used, and where it looked", () => {
  const { out, code } = run("usage")
  expect(code).toBe(0)
  const lines = out.split("\n").filter((line) => line.startsWith("ship-it "))
  expect(lines.map((line) => line.trim().split(/ {2,}/).slice(1, 5)).sort()).toEqual([
    ["claude", "1", "0 / 1 / 0", "0 / 1 / 0"],
    ["codex", "1", "0 / 1 / 0", "0 / 1 / 0"],
    ["gemini", "?", "0 / 1 / 0", "0 / 1 / 0"],
    ["opencode", "?", "0 / 1 / 0", "0 / 1 / 0"],
  ])
  expect(out).toContain("1 skill never used by an agent that lists it: see --unused.")
  expect(out.trim().split("\n").at(-1)).toMatch(
    /^Read: 4 sessions and 1 sub-agent since 2026-11-18\. Looked in .*\/\.codex\/sessions \(1 file\).* All of it could be read\.$/,
  )
  const budget = JSON.parse(run("budget", "--host", "claude", "--json").out)
  const { unused } = JSON.parse(run("usage", "--json", "--host", "claude").out)
  expect(unused).toMatchObject([{ host: "claude", skills: [{ name: "never-used" }], before: budget.tokens }])
})

test("follow and why --session judge a session by its transcript", () => {
  const [file = ""] = fs.readdirSync(path.join(home, ".claude/projects/-home-ann-project"))
  const id = path.basename(file, ".jsonl")
  const followed = run("follow", id.slice(0, 8))
  expect(followed.code).toBe(1)
  expect(followed.out).toContain("NOT DONE     2. Write what changed into `CHANGES.md`.")
  expect(followed.out).toContain("the agent says that it did it: line ")
  expect(followed.out).toContain("./publish.sh, exit code 3")
  expect(followed.out.trim().split("\n").at(-1)).toMatch(/^Of 3 steps, 1 done, 2 not done, 0 without evidence\./)
  const why = run("why", "ship-it", "--session", path.join(home, ".claude/projects/-home-ann-project", file))
  expect(why.code).toBe(0)
  expect(why.out).toMatch(/: chosen, and not followed\n.*step 2 [\s\S]*\.jsonl:\d+\n/)
  expect(run("why", "never-used", "--session", id).out).toContain("it ran in /home/ann/project, which no longer exists")
  const here = path.join(home, "here.jsonl")
  const text = fs.readFileSync(path.join(home, ".claude/projects/-home-ann-project", file), "utf8")
  fs.writeFileSync(here, text.replaceAll("/home/ann/project", project))
  expect(run("why", "never-used", "--session", here).out).toContain("found, and cut from the listing")
  const both = JSON.parse(run("why", "ship-it", "--session", id, "--prompt", "ship the release", "--json").out)
  expect(both).toMatchObject({
    session: { host: "claude", state: "not-followed" },
    prompt: { hosts: [{ host: "claude" }] },
  })
  const wrong = run("follow", "nothing")
  expect([wrong.code, wrong.err.split("\n").length <= 4, wrong.err.includes(id)]).toEqual([1, true, true])
})
