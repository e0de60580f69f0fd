import { execFileSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { listHookProblems, noteHookFailure } from "./hook-failures.ts"

const NOW = Date.parse("2026-11-19T04:00:00Z")
const DAY = 24 * 3600 * 1000

function openHome() {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "hook-failures-"))
  onTestFinished(() => fs.rmSync(home, { recursive: true, force: true }))
  return { env: { HOME: home }, file: path.join(home, ".local/share/skillet/hook-failures.jsonl") }
}
const failure = (why: string, at = NOW) => ({ at, event: "UserPromptSubmit", cwd: "/shop", why })

test("each reason of the last week is one problem, with how often and the last place", () => {
  const { env, file } = openHome()
  expect(listHookProblems(env, NOW)).toEqual([])
  noteHookFailure(env, failure("old", NOW - 8 * DAY))
  for (const at of [NOW - DAY, NOW - 1000]) noteHookFailure(env, failure("the disk is full", at))
  expect(listHookProblems(env, NOW)).toEqual([
    {
      code: "hook.failed",
      level: "warning",
      path: file,
      message:
        "a hook (UserPromptSubmit) failed 2 times and added nothing, last 2026-11-19 03:59 UTC in /shop: the disk is full",
      fix: `correct this; to clear the record, remove ${file}`,
    },
  ])
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
})

test("the file stays small, and a line that was cut does not hide the others", () => {
  const { env, file } = openHome()
  noteHookFailure(env, failure("first"))
  fs.appendFileSync(file, '{"at":17\n')
  for (let nth = 0; nth < 400; nth++) noteHookFailure(env, failure("x".repeat(300)))
  expect(fs.statSync(file).size).toBeLessThan(64 * 1024)
  expect(listHookProblems(env, NOW)).toHaveLength(1)
})

test("anything in the place of the file is left alone, and nothing is waited for", () => {
  const { env, file } = openHome()
  fs.mkdirSync(path.dirname(file), { recursive: true })
  execFileSync("mkfifo", [file])
  noteHookFailure(env, failure("a"))
  expect(listHookProblems(env, NOW)).toEqual([])
  fs.rmSync(file)
  const target = path.join(env.HOME, "target")
  fs.writeFileSync(target, "mine")
  fs.symlinkSync(target, file)
  noteHookFailure(env, failure("a"))
  expect(fs.readFileSync(target, "utf8")).toBe("mine")
  noteHookFailure({ HOME: target }, failure("a"))
})
