import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { project } from "./wake-project.ts"
import { called, skillet } from "./run-cli.ts"

/** A project with spaces in its name, and a person who is somewhere else. */
function elsewhere() {
  const { root, cwd, env } = project()
  const shop = path.join(root, "my shop")
  fs.renameSync(cwd, shop)
  fs.mkdirSync(env.HOME, { recursive: true })
  const at = env.HOME
  const run = (...words: readonly string[]) => skillet(words, { cwd: at, env, input: "" })
  /** Copies a printed command from the output, up to the end of its line or its quotes, and runs it in the same place. */
  const copy = (text: string, begins: RegExp) => {
    const from = text.slice(text.search(begins))
    const line = (from.split(/[\n`]/)[0] ?? "").replace(/ (?:shows|says) .*$/, "")
    const ran = spawnSync("sh", ["-c", line], { cwd: at, env, encoding: "utf8", input: "" })
    return { line: line.replace(called, "skillet"), code: ran.status, out: ran.stdout, err: ran.stderr }
  }
  const start = new RegExp(called.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
  return { shop, run, copy, start }
}

test("what is printed about skills works when it is copied from where the user is", () => {
  const { shop, run, copy, start } = elsewhere()
  fs.mkdirSync(path.join(shop, ".claude/commands"), { recursive: true })
  fs.writeFileSync(path.join(shop, ".claude/commands/old.md"), "Old.\n")
  const listed = run("list", "--cwd", shop, "--host", "claude")
  const doctor = copy(listed.err, start)
  expect(doctor.line).toBe(`skillet --cwd '${shop}' --host claude doctor`)
  expect(doctor.out + doctor.err).toContain("source.legacy")

  const asked = run("trust", "add", "login-guide", "--cwd", "../my shop", "--network")
  const approved = copy(asked.err, start)
  expect(approved.line).toMatch(/^skillet --cwd '\.\.\/my shop' trust add login-guide --network --hash sha256:\w+$/)
  expect([approved.code, approved.err]).toEqual([0, ""])
})

test("a hash that differs from what is there is said to differ, and the content must be looked at again", () => {
  const { shop, run, copy, start } = elsewhere()
  const refused = run("trust", "add", "login-guide", "--cwd", shop, "--hash", "sha256:00")
  expect([refused.code, refused.out]).toEqual([1, ""])
  expect(refused.err).toContain("login-guide is not approved: what is there now has another hash than sha256:00")
  expect(refused.err).not.toContain("--hash")
  expect(copy(refused.err, start).err).toContain("--hash sha256:")
})

test("what a wake-up prints works when it is copied from outside the project", () => {
  const { shop, run, copy, start } = elsewhere()
  run("task", "add", "Add login endpoint", "--cwd", shop)
  const update = copy(run("wake", "orchestrator", "--cwd", shop).out, new RegExp(`${start.source}[^\`]* task update`))
  expect([update.line, update.code, update.err]).toEqual([expect.stringContaining(`--cwd '${shop}'`), 0, ""])
  expect(run("task", "list", "--cwd", shop, "--json").out).toContain('"active"')
})

test("options for the place may come before the command", () => {
  const { shop, run } = elsewhere()
  const before = run("--cwd", shop, "--host=claude", "list", "--json")
  expect(before.code).toBe(0)
  expect(before.out).toBe(run("list", "--json", "--cwd", shop, "--host", "claude").out)
  expect(run("--cwd", shop).err).toContain("there is no command after the options")
  expect(run("--cwd", shop, "lst").err).toContain('there is no command "lst"')
})
