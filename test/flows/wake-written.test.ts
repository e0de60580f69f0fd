import { spawnSync } from "node:child_process"
import { expect, test } from "vitest"
import { cli } from "./run-cli.ts"
import { contextOf, hookInput, project } from "./wake-project.ts"

/** Runs a command line of a shell, in which `skillet` is the built command. */
function shell({ cwd, env }: Pick<ReturnType<typeof project>, "cwd" | "env">, line: string, input: string) {
  const script = `skillet() { "${process.execPath}" "${cli}" "$@"; }\n${line}`
  const ran = spawnSync("bash", ["-c", script], { cwd, env, input, encoding: "utf8" })
  return { code: ran.status, out: ran.stdout, err: ran.stderr }
}

const READER_GONE = "skillet hook UserPromptSubmit > >(exec true); exit $?"

test.each([
  [
    "a full device",
    "skillet hook UserPromptSubmit > /dev/full",
    "skillet hook: the result could not be written (ENOSPC)\n",
  ],
  [
    "a closed stdout",
    "skillet hook UserPromptSubmit >&-",
    "skillet hook: the result could not be written: stdout is closed or the null device\n",
  ],
  ["a reader that is gone", `${READER_GONE}`, ""],
])("%s: the hook exits with 0, and the next one delivers the message", (_name, line, err) => {
  const made = project()
  made.run(["say", "@orchestrator use bcrypt", "--from", "ann"])
  const lost = shell(made, line, hookInput({ cwd: made.cwd, prompt_id: "p1" }))
  expect(lost).toEqual({ code: 0, out: "", err })
  const { out } = made.run(["hook", "UserPromptSubmit"], { input: hookInput({ cwd: made.cwd, prompt_id: "p2" }) })
  expect(contextOf(out)).toContain("use bcrypt")
})

test("a skill that an agent gets for the first time is shown again if the packet with it was not written", () => {
  const made = project()
  const prompt = (id: string) => hookInput({ cwd: made.cwd, prompt_id: id })
  made.run(["hook", "SessionStart"], { input: hookInput({ cwd: made.cwd, source: "startup" }) })
  made.run(["task", "add", "Add login endpoint", "--skill", "login-guide", "--status", "active"])
  made.run(["say", "@orchestrator begin", "--from", "ann"])
  shell(made, "skillet hook UserPromptSubmit > /dev/full", prompt("p1"))
  const { out } = made.run(["hook", "UserPromptSubmit"], { input: prompt("p2") })
  expect(contextOf(out)).toContain("Never log a password.")
  made.run(["say", "@orchestrator more", "--from", "ann"])
  const next = made.run(["hook", "UserPromptSubmit"], { input: prompt("p3") })
  expect(contextOf(next.out)).not.toContain("Never log a password.")
})

test("wake fails if its packet could not be written, and prints it the next time", () => {
  const made = project()
  made.run(["say", "@backend use bcrypt", "--from", "ann"])
  expect(shell(made, "skillet wake backend > /dev/full", "").code).toBe(1)
  const closed = shell(made, "skillet wake backend --json >&-", "")
  expect([closed.code, closed.err]).toEqual([1, expect.stringContaining("code output.not-written")])
  expect(made.run(["wake", "backend"]).out).toContain("use bcrypt")
})

test("a denial that could not be written stops the host, so that the tool is not used", () => {
  const made = project()
  const input = "not JSON"
  for (const line of ["> /dev/full", ">&-"])
    expect([line, shell(made, `skillet hook PreToolUse --enforce ${line}`, input).code]).toEqual([line, 2])
})

test("run start names the run that it stored if its directive could not be written", () => {
  const made = project()
  const start = "skillet run start planner --param task=login"
  for (const format of ["", "--json"]) {
    const { code, err } = shell(made, `${start} ${format} > /dev/full`, "")
    const [, id = ""] = /^Run (r-\w+) is stored\. .* run current \1 prints its directive again\.$/m.exec(err) ?? []
    expect([code, err]).toEqual([1, expect.stringContaining("could not be written (ENOSPC)")])
    expect(made.run(["run", "current", id]).out).toContain(id)
  }
  expect(shell(made, `${start} > /dev/null`, "")).toEqual({ code: 0, out: "", err: "" })
})
