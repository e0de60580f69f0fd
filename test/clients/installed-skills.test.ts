import { spawn } from "node:child_process"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { openModelServer } from "../agents/model-server.ts"
import { directClient } from "./direct-client.ts"
import { claude, codex } from "./real-client.ts"
import { askedTexts, clients, collectTexts, openWakeBench, packetsIn, type WakeBench } from "./wake-bench.ts"

const TEXT = "Plan a change to a code base in reviewed steps"
const BODY = "skillet run start planner --param task="

function openInstalled(host: string): WakeBench {
  const bench = openWakeBench(`installed-${host}`)
  onTestFinished(() => bench.remove())
  expect(bench.skillet("init", "--host", host, "--skills", "planner,verify", "--yes")).toContain("added planner")
  return bench
}

test("Claude Code lists and invokes the plugin's skills, commands and hooks, in a project that was trusted", async () => {
  const bench = openInstalled("claude")
  bench.put(".claude.json", JSON.stringify({ projects: { [bench.project]: { hasTrustDialogAccepted: true } } }))
  const call = () => [{ name: "Skill", input: { skill: "skillet:planner" } }]
  const server = await openModelServer({ scripts: { use: [call] } })
  onTestFinished(() => server.close())
  const session = claude.open(bench, server, ["--allowedTools", "Skill"])
  await session.say("SAY: READY")
  const first = (askedTexts(server).at(-1) ?? []).join("\n")
  expect(first).toMatch(new RegExp(`^- skillet:planner: ${TEXT}`, "m"))
  expect(first).toMatch(/^- skillet:wake: Show where this project is/m)
  expect(first).not.toMatch(/^- planner: /m)
  expect(packetsIn(first, "a new session")).toBe(1)
  await session.say("SCENARIO: use")
  expect((askedTexts(server).at(-1) ?? []).join("\n")).toContain(BODY)
  await session.say("/skillet:verify")
  expect((askedTexts(server).at(-1) ?? []).join("\n")).toContain("NOT SEEN | statement | what would be needed")
  await session.end()
}, 300_000)

test("Codex lists the installed skills, and a name with a dollar sign sends the text", async () => {
  const bench = openInstalled("codex")
  const server = await openModelServer()
  onTestFinished(() => server.close())
  codex.prepare(bench, server)
  const session = codex.open(bench, server)
  await session.say("SAY: READY")
  const first = (askedTexts(server).at(-1) ?? []).join("\n")
  expect(first).toMatch(new RegExp(`^- planner: ${TEXT}.*planner/SKILL\\.md\\)$`, "m"))
  expect(first).not.toContain(BODY)
  await session.say("$planner SAY: GO")
  expect((askedTexts(server).at(-1) ?? []).join("\n")).toContain(BODY)
  await session.end()
}, 300_000)

test.each([
  ["opencode", (model: string) => ["run", "--format", "json", "-m", model, "SAY: READY"]],
  ["gemini", (model: string) => ["-m", model, "--skip-trust", "-p", "SAY: READY"]],
] as const)(
  "%s lists the installed skills with their path",
  async (name, words) => {
    const bench = openInstalled(name)
    const server = await openModelServer()
    onTestFinished(() => server.close())
    const { env, model } = directClient(name, { home: bench.home, port: server.port })
    const child = spawn(path.join(clients, "node_modules/.bin", name), words(model), {
      cwd: bench.project,
      env: { ...bench.env, OPENCODE_DISABLE_MODELS_FETCH: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    })
    let out = ""
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on("data", (chunk: Buffer) => (out += chunk.toString()))
    await new Promise((resolve, reject) => child.once("close", resolve).once("error", reject))
    const told = server.asked.map(({ body }) => collectTexts(body).join("\n")).join("\n")
    const file = path.join(bench.project, ".agents/skills/planner/SKILL.md")
    expect([told.includes(TEXT), told.includes(file), told.includes(BODY)], out).toEqual([true, true, false])
  },
  300_000,
)
