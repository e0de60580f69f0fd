import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, onTestFinished, test } from "vitest"
import { isAlive } from "../../src/adapters/shell/process/living.ts"
import { skillet } from "./run-cli.ts"

/** What the scripted agent does is said in a file: `answer TEXT`, `fail`, or `hang`. What it was asked is kept in another. */
const AGENT = `
const fs = require("node:fs")
let input = ""
process.stdin.on("data", (chunk) => (input += chunk))
process.stdin.on("end", () => {
  const request = JSON.parse(input)
  fs.appendFileSync("asked.jsonl", JSON.stringify({ ...request, self: process.env.SKILLET_AGENT, pid: process.pid }) + "\\n")
  const todo = fs.readFileSync("todo.txt", "utf8").trim()
  if (todo === "hang") return void setInterval(() => undefined, 1000)
  if (todo === "fail") process.exit(3)
  console.log(JSON.stringify({ text: todo, session: "s-7" }))
})
`

interface Asked {
  readonly prompt: string
  readonly session?: string
  readonly self: string
  readonly pid: number
}

function project() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-agents-"))
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true, maxRetries: 5 }))
  const cwd = path.join(root, "project")
  fs.mkdirSync(path.join(cwd, ".git"), { recursive: true })
  fs.writeFileSync(path.join(cwd, ".git/HEAD"), "ref: refs/heads/main\n")
  fs.writeFileSync(path.join(cwd, "agent.cjs"), AGENT)
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: path.join(root, "home"),
    SKILLET_DB: path.join(root, "a.db"),
    USER: "ann",
  }
  const run = (words: readonly string[], more: Record<string, string> = {}) =>
    skillet(words, { cwd, env: { ...env, ...more }, input: "" })
  const json = <Value>(words: readonly string[]) => JSON.parse(run([...words, "--json"]).out) as Value
  const todo = (text: string) => fs.writeFileSync(path.join(cwd, "todo.txt"), text)
  const spawn = (task: string) => {
    const program = `${process.execPath} agent.cjs`
    const words = ["agent", "spawn", "command", task, "--name", "login", "--program", program]
    return json<{ agent: { agent: string }; task: { id: string } }>(words)
  }
  const statusOf = (name: string) =>
    json<{ agents: { agent: string; status: string; work?: { worker?: string } }[] }>(["agent", "status"]).agents.find(
      ({ agent }) => agent === name,
    )
  const asked = () =>
    (fs.existsSync(path.join(cwd, "asked.jsonl")) ? fs.readFileSync(path.join(cwd, "asked.jsonl"), "utf8") : "")
      .split("\n")
      .filter((line) => line.endsWith("}"))
      .map((line) => JSON.parse(line) as Asked)
  const texts = (to: string) =>
    json<{ messages: { from: string; text: string }[] }>(["messages", "--to", to]).messages.map(({ text }) => text)
  return { run, json, todo, spawn, statusOf, asked, texts }
}

async function until(what: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !what(); tries++) await sleep(100)
  expect(what()).toBe(true)
}

/** The process of the worker, from its name. */
const pidIn = (worker: string | undefined) => Number(/\/(\d+)\/[\d-]+$/.exec(worker ?? "")?.[1])

test("a spawned agent works in the background, answers by message, goes on when prompted and leaves no process", async () => {
  const { run, json, todo, spawn, statusOf, asked, texts } = project()
  todo("The cookie expires too early.")
  const { agent, task } = spawn("Find out why the login fails")
  const name = agent.agent
  expect(name).toMatch(/^login-[a-z]{4}$/)
  await until(() => statusOf(name)?.status === "completed")
  expect(texts("orchestrator")).toEqual(["The cookie expires too early."])
  expect(asked()[0]?.self).toBe(name)
  expect(asked()[0]?.prompt).toContain("Find out why the login fails")
  expect(json<{ task: { status: string } }>(["task", "show", task.id]).task.status).toBe("in_review")
  todo("Checked: yes.")
  expect(run(["prompt", name, "Is it the time zone?"]).out).toContain(`@${name} was woken`)
  await until(() => texts("orchestrator").length === 2)
  await until(() => statusOf(name)?.status === "completed")
  expect(asked()[1]).toMatchObject({ session: "s-7" })
  expect(asked()[1]?.prompt).toContain("Is it the time zone?")
  await until(() => asked().every(({ pid }) => !isAlive(pid)))
  expect(
    run(["agent", "peek", name])
      .out.split("\n")
      .filter((line) => line.includes("answered")),
  ).toHaveLength(2)
  expect(run(["prompt", "orchestrator", "Approved"]).out).toContain("told by its host's next hook")
})

test("only the orchestrator starts and ends agents, and a driver that cannot work leaves nothing", () => {
  const { run, json } = project()
  const refused = run(["agent", "spawn", "command", "x", "--program", "true"], { SKILLET_AGENT: "login-abcd" })
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("may not start or end agents")])
  expect(run(["agent", "spawn", "command", "x"]).code).toBe(1)
  expect(run(["agent", "spawn", "nonsense", "x"]).code).toBe(2)
  expect(json<{ agents: unknown[] }>(["agent", "status"]).agents).toEqual([])
  expect(json<{ tasks: unknown[] }>(["task", "list"]).tasks).toEqual([])
})

test("peek shows each reader only what is new; kill ends everything and recover starts it again", async () => {
  const { run, todo, spawn, statusOf, asked, texts } = project()
  todo("hang")
  const { agent } = spawn("Add the endpoint")
  const name = agent.agent
  await until(() => asked().length === 1)
  expect(run(["agent", "peek", name]).out).toContain("is asked (command)")
  expect(run(["agent", "peek", name]).out).toBe("")
  expect(run(["agent", "peek", name, "--as", "bob"]).out).toContain("is asked (command)")
  expect(run(["agent", "recover", name])).toMatchObject({ code: 1 })
  expect(run(["agent", "kill", name]).out).toContain("It is killed.")
  await until(() => asked().every(({ pid }) => !isAlive(pid)))
  expect(statusOf(name)?.status).toBe("killed")
  todo("Done after all.")
  expect(run(["agent", "recover", name]).out).toContain("attempt 1 of 3")
  await until(() => statusOf(name)?.status === "completed")
  expect(texts("orchestrator")).toEqual(["Done after all."])
  const { prompt } = asked()[1] ?? { prompt: "" }
  for (const told of ["## Recovery", "Check the code first", "is active.", "> general-purpose is asked (command)"])
    expect(prompt).toContain(told)
})

test("a background process that dies is noticed, recovered three times, then given up with a message to a person", async () => {
  const { run, json, todo, spawn, statusOf, asked, texts } = project()
  todo("hang")
  const { agent, task } = spawn("Migrate the table")
  const name = agent.agent
  for (let attempt = 1; attempt <= 4; attempt++) {
    await until(() => asked().length === attempt)
    process.kill(pidIn(statusOf(name)?.work?.worker), "SIGKILL")
    await until(() => statusOf(name)?.status === "failed")
    await until(() => asked().every(({ pid }) => !isAlive(pid)))
    expect(texts("orchestrator")).toHaveLength(attempt)
    const recovered = run(["agent", "recover", name])
    expect(recovered.out).toContain(attempt < 4 ? `attempt ${attempt} of 3` : "marked as failed")
    expect(recovered.code).toBe(attempt < 4 ? 0 : 1)
  }
  expect(json<{ task: { status: string } }>(["task", "show", task.id]).task.status).toBe("failed")
  expect(texts("human")).toEqual([expect.stringContaining("splitting the task")])
  expect(run(["agent", "recover", name]).err).toContain("has no open task")
})

test("an agent that fails says why", async () => {
  const { todo, spawn, statusOf, texts } = project()
  todo("fail")
  const { agent } = spawn("Do it")
  await until(() => statusOf(agent.agent)?.status === "failed")
  expect(texts("orchestrator")).toEqual([expect.stringContaining("it gave no answer and ended with 3")])
})

test("a question blocks the agent until a person answers; the answer is told once, at the next wake-up", () => {
  const { run, json } = project()
  const asking = run(["ask", "Which {{database}}?", "--option", "SQLite", "--option", "Postgres", "--from", "backend"])
  const id = asking.out.trim()
  expect(id).toMatch(/^r-\w{8}$/)
  expect(run(["run", "inbox"]).out).toContain("Which {{database}}?")
  const [agent] = json<{ agents: { agent: string; status: string; question?: string }[] }>(["agent", "status"]).agents
  expect(agent).toMatchObject({ agent: "backend", status: "blocked", question: id })
  expect(run(["ask", "And?", "--from", "backend"])).toMatchObject({ code: 1, out: "" })
  expect(run(["wake", "backend"]).out).not.toContain("SQLite")
  expect(run(["run", "answer", id, "--answer", "SQLite", "--by", "ann"]).code).toBe(0)
  const told = run(["wake", "backend", "--news"]).out
  expect(told).toContain("You asked: Which {{database}}?")
  expect(told).toContain("The answer: SQLite")
  expect(run(["wake", "backend", "--news"]).out).not.toContain("SQLite")
  expect(json<{ agents: { status: string }[] }>(["agent", "status"]).agents[0]?.status).toBe("idle")
})
