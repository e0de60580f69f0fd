import fs from "node:fs"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { isAlive } from "../../src/system/programs/is-alive.ts"
import { openModelServer } from "../agents/model-server.ts"
import { backgroundProject, until } from "./background-project.ts"

const imitation = path.resolve("test/agents/imitate.mjs")

interface Started {
  readonly name: string
  readonly session: string
  readonly isResumed: boolean
  readonly prompt: string
  readonly pid: number
}

/** A project in which the agent CLIs are imitations that record how they were started. */
function withClis() {
  const project = backgroundProject()
  const bin = path.join(project.cwd, "../bin")
  const log = path.join(project.cwd, "../log")
  const scenario = path.join(project.cwd, "../scenario")
  const home = path.join(project.cwd, "../home/.config/skillet")
  fs.mkdirSync(bin)
  fs.mkdirSync(home, { recursive: true })
  const names = ["claude", "codex", "gemini", "opencode"]
  for (const name of names) {
    const file = path.join(bin, name)
    const input = `{ cat '${scenario}' 2>/dev/null; cat; }`
    fs.writeFileSync(file, `#!/bin/sh\n${input} | '${process.execPath}' '${imitation}' ${name} "$@"\n`, { mode: 0o755 })
  }
  const drivers = names.map((name) => `    ${name}: { env: [AGENT_LOG] }`)
  fs.writeFileSync(path.join(home, "config.yaml"), `agents:\n  drivers:\n${drivers.join("\n")}\n`)
  const env = {
    PATH: `${bin}:${process.env["PATH"] ?? ""}`,
    AGENT_LOG: log,
    ANTHROPIC_API_KEY: "k",
    GEMINI_API_KEY: "k",
  }
  const started = () =>
    (fs.existsSync(log) ? fs.readFileSync(log, "utf8") : "")
      .split("\n")
      .filter((line) => line.endsWith("}"))
      .map((line) => JSON.parse(line) as Started)
  const play = (name: string | undefined) =>
    name === undefined ? fs.rmSync(scenario) : fs.writeFileSync(scenario, `SCENARIO: ${name}\n`)
  return { ...project, env, started, play }
}

test.each(["claude", "codex", "gemini", "opencode"])(
  "%s is spawned, prompted again in its session, killed and recovered in a new one",
  async (kind) => {
    const { run, json, env, started, play, statusOf, texts } = withClis()
    const { agent } = json<{ agent: { agent: string } }>(["agent", "spawn", kind, "Find the bug"], env)
    const name = agent.agent
    expect(name).toMatch(new RegExp(`^${kind}-[a-z]{4}$`))
    await until(() => statusOf(name)?.status === "completed")
    expect(started()[0]).toMatchObject({
      name: kind,
      isResumed: false,
      prompt: expect.stringContaining("Find the bug"),
    })
    expect(texts("orchestrator")).toEqual(["PONG"])
    expect(statusOf(name)?.session).toBe(started()[0]?.session)

    run(["prompt", name, "Is it the cookie?"], env)
    await until(() => texts("orchestrator").length === 2)
    await until(() => statusOf(name)?.status === "completed")
    const [first, second] = started()
    expect(second).toMatchObject({ name: kind, isResumed: true, session: first?.session })
    expect(second?.prompt).toContain("> Is it the cookie?")
    expect(second?.prompt).not.toContain("## Your Current Task")

    play("never")
    const seen = statusOf(name)?.seen
    run(["prompt", name, "note 1"], env)
    await until(() => started().length === 3)
    expect(run(["agent", "kill", name, "--force"]).out).toContain("Its status is killed.")
    await until(() => started().every(({ pid }) => !isAlive(pid)))
    expect(statusOf(name)?.seen).toBe(seen)
    play(undefined)
    run(["agent", "recover", name], env)
    await until(() => statusOf(name)?.status === "completed")
    const [, , third, fourth] = started()
    expect(fourth).toMatchObject({ isResumed: false, prompt: expect.stringContaining("## Recovery") })
    expect([third, fourth].map((one) => /^> note 1$/m.test(one?.prompt ?? ""))).toEqual([true, true])
    const wakeUps = [third, fourth].map((one) => /wake-up (\d+)/.exec(one?.prompt ?? "")?.[1])
    expect(wakeUps[0]).toBe(wakeUps[1])
  },
)

test.each(["claude", "codex", "gemini", "opencode"])(
  "%s: what it prints is kept in every turn, without secrets",
  async (kind) => {
    const { cwd, run, json, env: usual, statusOf, texts } = withClis()
    const secret = "sk-raw-0123456789"
    const env = { ...usual, ANTHROPIC_API_KEY: secret, CODEX_API_KEY: secret, GEMINI_API_KEY: secret }
    fs.writeFileSync(path.join(cwd, "../scenario"), `SAY: the key is ${secret}\n`)
    const { agent } = json<{ agent: { agent: string } }>(["agent", "spawn", kind, "Find the bug"], env)
    const name = agent.agent
    await until(() => statusOf(name)?.status === "completed")
    run(["prompt", name, "Is it the cookie?"], env)
    await until(() => texts("orchestrator").length === 2)
    await until(() => statusOf(name)?.status === "completed")

    const folder = path.join(cwd, "../agents/transcripts", `agent-${name}`)
    const files = fs.readdirSync(folder).filter((file) => file.endsWith(".raw.jsonl"))
    expect(files).toEqual(["turn.1.0.raw.jsonl", "turn.2.0.raw.jsonl"])
    expect(files.map((file) => fs.statSync(path.join(folder, file)).mode & 0o777)).toEqual([0o600, 0o600])
    const printed = files.map((file) => fs.readFileSync(path.join(folder, file), "utf8")).join("")
    expect([printed.includes(secret), printed.includes("the key is [secret]")]).toEqual([false, true])
    expect(run(["agent", "logs", name, "--raw"])).toMatchObject({ code: 0, out: printed, err: "" })
    const values = json<{ readonly type: string }[]>(["agent", "logs", name, "--raw"])
    expect(values.map((value) => JSON.stringify(value))).toEqual(printed.trimEnd().split("\n"))
    expect(values.every(({ type }) => typeof type === "string")).toBe(true)
    expect(json(["agent", "logs", name, "--raw", "--last", "1"])).toEqual(values.slice(-1))
  },
)

test("a turn whose raw output cannot be kept is done all the same, and its log says so once", async () => {
  const { cwd, run, json, env, statusOf, texts } = withClis()
  const { agent } = json<{ agent: { agent: string } }>(["agent", "spawn", "claude", "Find the bug"], env)
  const name = agent.agent
  await until(() => statusOf(name)?.status === "completed")
  const first = json(["agent", "logs", name, "--raw"])
  fs.mkdirSync(path.join(cwd, "../agents/transcripts", `agent-${name}`, "turn.2.0.raw.jsonl"))
  run(["prompt", name, "Is it the cookie?"], env)
  await until(() => texts("orchestrator").length === 2)
  await until(() => statusOf(name)?.status === "completed")
  expect(texts("orchestrator")).toEqual(["PONG", "PONG"])
  const { out } = run(["agent", "logs", name])
  expect(out.match(/the program's raw output is not kept from here on: EISDIR/g)).toHaveLength(1)
  fs.rmdirSync(path.join(cwd, "../agents/transcripts", `agent-${name}`, "turn.2.0.raw.jsonl"))
  expect(json(["agent", "logs", name, "--raw"])).toEqual(first)
})

test.each(["anthropic", "openai"])(
  "an API that speaks %s is spawned, looked at, prompted in its conversation, killed and recovered",
  async (protocol) => {
    const server = await openModelServer()
    onTestFinished(() => server.close())
    const project = backgroundProject()
    const { run, json, statusOf, texts } = project
    const address = `http://127.0.0.1:${server.port}${protocol === "openai" ? "/v1" : ""}`
    project.settings(
      `agents:\n  drivers:\n    api: { protocol: ${protocol}, address: "${address}", key: LOCAL_KEY, model: m }\n`,
    )
    const env = { LOCAL_KEY: "sk-local-0123456789" }
    const { agent } = json<{ agent: { agent: string } }>(["agent", "spawn", "api", "Find the bug"], env)
    const name = agent.agent
    await until(() => statusOf(name)?.status === "completed")
    expect([texts("orchestrator"), server.asked[0]?.prompt.includes("Find the bug")]).toEqual([["PONG"], true])
    expect(run(["agent", "peek", name]).out).toContain("PONG")
    expect(run(["agent", "peek", name]).out).not.toContain("PONG\nPONG")
    expect(run(["agent", "logs", name]).out).not.toContain("sk-local")
    expect(run(["agent", "logs", name, "--raw"])).toMatchObject({
      code: 0,
      out: "",
      err: `No raw output of @${name} is stored.\n`,
    })

    run(["prompt", name, "Is it the cookie?"], env)
    await until(() => texts("orchestrator").length === 2)
    await until(() => statusOf(name)?.status === "completed")
    expect(JSON.stringify(server.asked[1]?.body)).toContain("Find the bug")
    expect(server.asked[1]?.prompt).toContain("> Is it the cookie?")
    expect(server.asked[1]?.prompt).not.toContain("## Your Current Task")

    server.play("never")
    run(["prompt", name, "note 1"], env)
    await until(() => server.asked.length === 3)
    expect(run(["agent", "kill", name]).out).toContain("Its status is killed.")
    expect(statusOf(name)?.status).toBe("killed")
    server.play(undefined)
    run(["agent", "recover", name], env)
    await until(() => statusOf(name)?.status === "completed")
    const [, , third, fourth] = server.asked
    expect(fourth?.prompt).toContain("## Recovery")
    expect([third, fourth].map((one) => /^> note 1$/m.test(one?.prompt ?? ""))).toEqual([true, true])
  },
  60_000,
)

test("an API without a key or a model is refused immediately, with what to set", () => {
  const { run, settings, statusOf } = backgroundProject()
  expect(run(["agent", "spawn", "api", "x"])).toMatchObject({ code: 1, out: "" })
  settings("agents: { drivers: { api: { protocol: openai, key: LOCAL_KEY } } }\n")
  const { code, err } = run(["agent", "spawn", "api", "x"], { LOCAL_KEY: "k" })
  expect([code, err]).toEqual([1, expect.stringContaining("agents.drivers.api.model")])
  expect(statusOf("api")).toBe(undefined)
})

test("auto takes the default in the settings, or else the first driver that works here", async () => {
  const server = await openModelServer()
  onTestFinished(() => server.close())
  const { cwd, json, run, env, started, statusOf, settings } = withClis()
  const spawned = (task: string, more: Record<string, string>) =>
    json<{ agent: { agent: string } }>(["agent", "spawn", "auto", task], more).agent.agent
  const first = spawned("Find the bug", env)
  await until(() => statusOf(first)?.status === "completed")
  expect(started().map((one) => one.name)).toEqual(["claude"])
  fs.rmSync(path.join(cwd, "../bin/claude"))
  const second = spawned("Find it again", env)
  await until(() => statusOf(second)?.status === "completed")
  expect(started().map((one) => one.name)).toEqual(["claude", "codex"])
  const address = `http://127.0.0.1:${server.port}/v1`
  settings(
    `agents:\n  default: api\n  drivers:\n    api: { protocol: openai, address: "${address}", key: LOCAL_KEY, model: m }\n`,
  )
  const third = spawned("And again", { ...env, LOCAL_KEY: "sk-local-0123456789" })
  await until(() => statusOf(third)?.status === "completed")
  expect([server.asked.length, started().length]).toEqual([1, 2])
  expect(run(["agent", "spawn", "auto", "x"], { PATH: "/none" })).toMatchObject({ code: 1, out: "" })
})
