import { expect, test } from "vitest"
import { project } from "./wake-project.ts"

/** What commands about tasks, messages and agents say at their end: what was stored, and where was looked. */
test("nothing is called done, delivered or installed that was only stored or looked up", () => {
  const { run } = project()
  const last = (...words: readonly string[]) => {
    const { out, err } = run([...words])
    return `${out}${err}`.trimEnd().split("\n").at(-1)
  }
  const id = (...words: readonly string[]) => /t-\w+/.exec(run(["task", "add", ...words]).out)?.[0] ?? ""
  expect(last("messages")).toMatch(/^There are no messages on this branch\./)
  expect(last("messages", "--to", "backend")).toMatch(/^There are no messages for @backend on this branch\./)
  expect(last("task", "list")).toMatch(/^There are no tasks on this branch\./)
  expect(last("agent", "status")).toMatch(/^There are no agents on this branch\./)
  expect(run(["say", "hello @backend"])).toMatchObject({
    out: "Message 1 is stored for @backend.\n",
    err: "No agent called @backend is known on this branch. If one of that name is woken here, it gets the message.\n",
  })
  const [first, second] = [id("one"), id("two", "--status", "blocked")]
  expect(last("task", "done", first)).toBe(`${first} is marked as done. Next: ${second}  (blocked) two`)
  expect(last("task", "done", second)).toBe(`${second} is marked as done. No other task of this branch is open.`)
  expect(run(["init", "--host", "claude", "--undo"]).out).toMatch(
    /^No hooks of Skillet are in the settings of claude for this project\.\nNo skills of Skillet are installed in \S+\.\nSkillet's MCP server is not in the configuration of claude for this project\.\n$/,
  )
  expect(run(["init", "--host", "claude", "--undo", "--user"]).out).toMatch(
    /^No hooks of Skillet are in your settings of claude\.\nNo skills of Skillet are installed in \S+\.\nSkillet's MCP server is not in [^\n]+\.\n$/,
  )
})
