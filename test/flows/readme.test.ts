import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { garden } from "../plant.ts"
import { cli, skillet } from "./run-cli.ts"

const root = path.resolve(import.meta.dirname, "../..")
const readme = fs.readFileSync(path.join(root, "README.md"), "utf8")

/** What the agent of the README reports for the first step. */
const ANSWER = `Decision: move the job queue from Redis to Postgres, instead of running both.
C1 | Postgres handles 500 jobs a second on our hardware | supports: dropping Redis
A1 | the team keeps running Postgres | supports: one store to operate
A2 | jobs may be late by a second | supports: polling instead of push`

/** The commands of the README with the lines it shows for each; a line "…" stands for any others. */
function listScreens(text: string) {
  const screens = [...text.matchAll(/```console\n([\s\S]*?)```/g)].map(([, screen = ""]) => screen)
  return screens.flatMap((screen) =>
    screen
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [line = "", ...shown] = part.trimEnd().split("\n")
        return { line, shown }
      }),
  )
}

/** Shown lines that are not in what was printed, in this order and without a gap that no "…" stands for. */
function findUntrue(shown: readonly string[], printed: readonly string[]): readonly string[] {
  let at = 0
  let isGap = false
  const untrue: string[] = []
  for (const line of shown) {
    if (line === "…") {
      isGap = true
      continue
    }
    const found = isGap ? printed.indexOf(line, at) : printed[at] === line ? at : -1
    if (found === -1) untrue.push(line)
    else at = found + 1
    isGap = false
  }
  return untrue
}

test("every screen of the README is the real output of its commands, in the sample shop", () => {
  const { options } = garden({
    "project/answer.md": ANSWER,
    // A person who uses these two.
    "home/.claude/settings.json": "{}",
    "home/.codex/config.toml": "",
  })
  fs.cpSync(path.join(root, "examples/shop"), options.cwd, { recursive: true })
  const env = { ...options.env, COLUMNS: "110" }
  const json = (words: readonly string[]) => JSON.parse(skillet([...words, "--json"], { cwd: options.cwd, env }).out)
  const screens = listScreens(readme)
  expect(screens.map(({ line }) => line.split(" --", 1)[0])).toEqual([
    "skillet list",
    "skillet why deploy",
    "skillet render release-notes",
    "skillet trust add release-notes",
    "skillet render release-notes",
    "skillet run start decision-critic",
    "skillet run report r-7k3f9qxm",
    "skillet run verify r-7k3f9qxm",
  ])
  for (const { line, shown } of screens) {
    const id = json(["run", "list"]).runs[0]?.id ?? "r-7k3f9qxm"
    const isStep = /^skillet run (?:start|report)/.test(line)
    const typed = line
      .replace("r-7k3f9qxm", id)
      .replace("sha256:…", () => json(["show", "release-notes"]).approvalDigest)
    const script = `skillet() { "${process.execPath}" "${cli}" "$@"; }; ${typed}${isStep ? " --format text" : ""}`
    const ran = spawnSync("sh", ["-c", script], { cwd: options.cwd, env: env as NodeJS.ProcessEnv, encoding: "utf8" })
    expect(shown.length === 0 ? [0] : [0, 1], `${line}\n${ran.stderr}`).toContain(ran.status)
    const printed = [...ran.stdout.split("\n"), ...ran.stderr.split("\n")].filter((text) => text !== "")
    const meant = shown.map((text) => text.replace("r-7k3f9qxm", id))
    expect({ line, untrue: findUntrue(meant, printed) }).toEqual({ line, untrue: [] })
  }
})

test("a line that was not printed, and a gap that is not marked, are found", () => {
  const printed = ["a", "b", "c"]
  expect(findUntrue(["a", "…", "c"], printed)).toEqual([])
  expect(findUntrue(["a", "c"], printed)).toEqual(["c"])
  expect(findUntrue(["…", "x"], printed)).toEqual(["x"])
})
