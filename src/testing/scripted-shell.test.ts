import { expect, test } from "vitest"
import type { ShellRequest } from "../shell/shell-runner.ts"
import { scriptedShell } from "./scripted-shell.ts"

const request = (command: string): ShellRequest => ({
  command,
  shell: "bash",
  cwd: "/project",
  env: {},
  grants: { network: false, read: [], write: [] },
  sandbox: "required",
  limits: { milliseconds: 1000, characters: 1000 },
})

test("a scripted shell answers from its table and records what it was asked", async () => {
  const shell = scriptedShell({
    "git log": "one",
    make: { output: "no rule", exitCode: 2 },
    pwd: ({ cwd }) => cwd,
  })
  expect(await shell.run(request("git log"))).toEqual({ output: "one", exitCode: 0, timedOut: false, sandboxed: true })
  expect(await shell.run(request("make"))).toMatchObject({ output: "no rule", exitCode: 2 })
  expect(await shell.run(request("pwd"))).toMatchObject({ output: "/project" })
  expect(shell.asked.map(({ command }) => command)).toEqual(["git log", "make", "pwd"])
})

test("a scripted shell refuses a command that is not in its table", async () => {
  const shell = scriptedShell({ ls: "a" })
  await expect(shell.run(request("toString"))).rejects.toThrow('no answer for "toString"; there are ls')
})

test("a scripted shell without a sandbox refuses what requires one", async () => {
  const shell = scriptedShell({ ls: "a" }, { sandbox: { kind: "none", why: "told so" } })
  await expect(shell.run(request("ls"))).rejects.toMatchObject({ code: "sandbox.missing" })
  expect(await shell.run({ ...request("ls"), sandbox: "preferred" })).toMatchObject({ sandboxed: false })
})

test("a scripted shell runs nothing for a signal that was aborted", async () => {
  const shell = scriptedShell({ ls: "a" })
  await expect(shell.run(request("ls"), AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough")
  expect(shell.asked).toEqual([])
})
