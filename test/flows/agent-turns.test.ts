import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { isAlive } from "../../src/system/programs/is-alive.ts"
import { backgroundProject, pidIn, until } from "./background-project.ts"

const wakeUp = (prompt: string | undefined) => Number(/\[Skillet wake-up (\d+):/.exec(prompt ?? "")?.[1])
const newMessages = (prompt: string | undefined) =>
  [...(prompt ?? "").matchAll(/^> (note \d+)$/gm)].map(([, text]) => text)

test("an agent that is killed before it was asked, or before it showed that it read its prompt, gets the same wake-up again", async () => {
  const { run, todo, spawn, statusOf, asked } = backgroundProject()
  todo("Done.")
  const { agent } = spawn("Fix the login", { SKILLET_FAILPOINT: "after:wake:1=kill" })
  const name = agent.agent
  await until(() => statusOf(name)?.status === "failed")
  expect(asked()).toEqual([])
  run(["say", `@${name}\n\nnote 1`])
  await until(() => statusOf(name)?.status === "completed")
  const [first] = asked()
  expect([wakeUp(first?.prompt), newMessages(first?.prompt)]).toEqual([1, ["note 1"]])
  const { seen } = statusOf(name) ?? { seen: 0 }
  const killed = { SKILLET_FAILPOINT: "before:confirm:1=kill" }
  run(["prompt", name, "note 2"], killed)
  await until(() => statusOf(name)?.status === "failed")
  expect([wakeUp(asked()[1]?.prompt), statusOf(name)?.seen]).toEqual([2, seen])
  expect(run(["agent", "recover", name]).code).toBe(0)
  await until(() => statusOf(name)?.status === "completed")
  expect([wakeUp(asked()[2]?.prompt), newMessages(asked()[2]?.prompt)]).toEqual([2, ["note 2"]])
  expect(statusOf(name)?.seen).toBeGreaterThan(seen)
})

test("what an agent has seen does not change while it has not answered, nor if it fails", async () => {
  const { run, write, todo, spawn, statusOf, asked } = backgroundProject()
  todo("wait")
  const { agent } = spawn("Fix the login")
  await until(() => asked().length === 1)
  expect(statusOf(agent.agent)).toMatchObject({ status: "running", seen: 0 })
  run(["say", "for nobody"])
  write("go", "")
  await until(() => statusOf(agent.agent)?.status === "completed")
  todo("fail")
  run(["prompt", agent.agent, "note 1"])
  await until(() => statusOf(agent.agent)?.status === "failed")
  expect(statusOf(agent.agent)?.seen).toBe(0)
  todo("Done.")
  run(["prompt", agent.agent, "note 2"])
  await until(() => statusOf(agent.agent)?.status === "completed")
  expect(newMessages(asked().at(-1)?.prompt)).toEqual(["note 1", "note 2"])
  expect(wakeUp(asked().at(-1)?.prompt)).toBe(wakeUp(asked().at(-2)?.prompt))
})

test("an answer wakes the agent that asked, in its session; so does withdrawing the question", async () => {
  const { run, json, todo, spawn, statusOf, asked, texts } = backgroundProject()
  todo("ask")
  const { agent, task } = spawn("Choose")
  const name = agent.agent
  await until(() => statusOf(name)?.status === "blocked")
  expect(json<{ task: { status: string } }>(["task", "show", task.id]).task.status).toBe("active")
  const question = statusOf(name)?.question ?? ""
  expect(texts("orchestrator")).toEqual([`Asked: ${question}`])
  expect(run(["prompt", name, "hurry"]).out).toContain(`is waiting for the answer to ${question}`)
  expect(run(["run", "answer", question, "--answer", "The left one", "--by", "ann"]).err).toContain(
    `@${name} was woken`,
  )
  await until(() => statusOf(name)?.status === "completed")
  expect(asked()).toHaveLength(2)
  expect(asked()[1]).toMatchObject({ session: "s-7", prompt: expect.stringContaining("The answer: The left one") })
  expect(asked()[1]?.prompt).toContain("hurry")
  todo("ask")
  run(["prompt", name, "again"])
  await until(() => statusOf(name)?.status === "blocked")
  expect(run(["run", "cancel", statusOf(name)?.question ?? ""]).err).toContain(`@${name} was woken`)
  await until(() => statusOf(name)?.status === "completed")
  expect(asked().at(-1)?.prompt).toContain("withdrawn without an answer")
})

test("ask --wait gives the answer to the waiting process, and it is not delivered a second time", async () => {
  const { run, todo, spawn, statusOf, asked, texts } = backgroundProject()
  todo("ask --wait")
  const { agent } = spawn("Choose")
  const name = agent.agent
  await until(() => statusOf(name)?.question !== undefined)
  expect(statusOf(name)?.status).toBe("blocked")
  const question = statusOf(name)?.question ?? ""
  expect(run(["run", "answer", question, "--answer", "Left", "--by", "ann"]).err).toContain(
    `@${name} is waiting for it`,
  )
  await until(() => statusOf(name)?.status === "completed")
  expect(texts("orchestrator")).toEqual(["Asked: Left"])
  expect([asked().length, texts(name)]).toEqual([1, []])
})

test("an answer after the waiting process was killed is delivered like any other", async () => {
  const { run, todo, spawn, statusOf, asked } = backgroundProject()
  todo("ask --wait")
  const { agent } = spawn("Choose")
  const name = agent.agent
  await until(() => statusOf(name)?.question !== undefined)
  const question = statusOf(name)?.question ?? ""
  const waiting = pidIn(statusOf(name)?.waiter)
  expect(run(["agent", "kill", name, "--force"]).out).toContain("Its status is killed.")
  await until(() => !isAlive(waiting))
  expect(run(["run", "answer", question, "--answer", "Left"]).err).toContain(`@${name} was woken`)
  await until(() => statusOf(name)?.status === "completed")
  expect(asked().at(-1)?.prompt).toContain("The answer: Left")
})

test("kill --force ends an agent that refuses to end, with everything it started", async () => {
  const { run, todo, spawn, statusOf, asked } = backgroundProject()
  todo("stubborn")
  const { agent } = spawn("Loop")
  await until(() => asked().length === 1)
  const begun = performance.now()
  expect(run(["agent", "kill", agent.agent, "--force"]).out).toContain("Its status is killed.")
  expect(performance.now() - begun).toBeLessThan(5000)
  await until(() => asked().every(({ pid }) => !isAlive(pid)))
  expect(statusOf(agent.agent)?.status).toBe("killed")
})

test("concurrent prompts never cause two turns at the same time, and every message is delivered once, in order", async () => {
  const { begin, run, todo, read, spawn, statusOf, asked } = backgroundProject()
  todo("Noted.")
  const { agent } = spawn("Listen")
  const name = agent.agent
  const prompts = [1, 2, 3, 4, 5, 6].map((nth) => begin(["prompt", name, `note ${nth}`]))
  expect((await Promise.all(prompts)).map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0])
  await until(() => statusOf(name)?.status === "completed" && statusOf(name)?.work?.worker === undefined)
  await until(() => asked().flatMap(({ prompt }) => newMessages(prompt)).length >= 6)
  await until(() => statusOf(name)?.status === "completed")
  const turns = read("turns.txt").trim().split(" ")
  expect(turns).toEqual(turns.map((_, at) => (at % 2 === 0 ? "begin" : "end")))
  const told = asked().flatMap(({ prompt }) => newMessages(prompt))
  const posted = [...run(["messages", "--to", name]).out.matchAll(/note \d/g)].map(([text]) => text)
  expect(told).toEqual(posted)
})

test("a message during a turn is delivered after it, in its own turn", async () => {
  const { run, todo, write, cwd, spawn, statusOf, asked, texts } = backgroundProject()
  todo("wait")
  const { agent } = spawn("Listen")
  const name = agent.agent
  await until(() => asked().length === 1)
  expect(run(["prompt", name, "note 1"]).out).toContain("is working and gets it after its current turn")
  expect(run(["say", `@${name} see the log as well`]).out).toContain("is working and gets it after its current turn")
  expect(run(["wake", name, "--news"])).toMatchObject({ code: 1, out: "" })
  todo("Noted.")
  write("go", "")
  await until(() => texts("orchestrator").length === 2)
  await until(() => statusOf(name)?.status === "completed")
  expect(asked()).toHaveLength(2)
  expect(asked()[1]?.prompt).toContain("see the log as well")
  expect(newMessages(asked()[1]?.prompt)).toEqual(["note 1"])
  fs.rmSync(path.join(cwd, "go"))
})

test("an agent that mentions itself gets no message from itself, and does not work forever", async () => {
  const { run, todo, spawn, statusOf, asked, texts } = backgroundProject()
  todo("Noted.")
  const { agent } = spawn("Listen")
  const name = agent.agent
  await until(() => statusOf(name)?.status === "completed")
  todo(`@${name} I go on.`)
  run(["prompt", name, "note 1"])
  await until(() => statusOf(name)?.status === "completed" && asked().length > 1)
  expect(asked().length).toBe(2)
  expect(texts(name)).toEqual(["note 1"])
})
