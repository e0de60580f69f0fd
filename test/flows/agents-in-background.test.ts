import { expect, test } from "vitest"
import { isAlive } from "../../src/system/programs/is-alive.ts"
import { backgroundProject as project, pidIn, until } from "./background-project.ts"

test("a spawned agent works in the background, answers by message, continues when prompted and leaves no process", async () => {
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
  expect(run(["prompt", "orchestrator", "Approved"]).out).toContain("gets it from its host's next hook")
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
  expect(run(["agent", "kill", name]).out).toContain("Its status is killed.")
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
  expect(texts("orchestrator")).toEqual([expect.stringContaining("no answer, exit code 3")])
})

test("a question blocks the agent until a person answers; the answer is delivered once, at the next wake-up", () => {
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
