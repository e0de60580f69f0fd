import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { isAlive } from "../../src/adapters/shell/process/is-alive.ts"
import { backgroundProject, until } from "./background-project.ts"

const imitation = path.resolve("test/agents/imitate.mjs")

interface Started {
  readonly name: string
  readonly session: string
  readonly isResumed: boolean
  readonly prompt: string
  readonly pid: number
}

/** A project in which the agent CLIs are imitations that note how they were started. */
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
    expect(run(["agent", "kill", name, "--force"]).out).toContain("It is killed.")
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
