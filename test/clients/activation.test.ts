import { spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { openModelServer } from "../agents/model-server.ts"
import { directClient } from "./direct-client.ts"
import { claude, codex, type RealClient } from "./real-client.ts"
import { askedTexts, clients, collectTexts, count, openWakeBench, type WakeBench } from "./wake-bench.ts"

const BODY = "Never merge pages without counting them."
const ADDED = 'the skill pdf-pages was added to this prompt (its trigger "glue the scans")'
const PROMPT = "please glue the scans. SAY: ONE"

function openBench(host: string): WakeBench {
  const bench = openWakeBench(`activation-${host}`)
  onTestFinished(() => bench.remove())
  const skill = `---\nname: pdf-pages\ndescription: Splits and merges PDF files.\ntriggers: [glue the scans]\n---\n${BODY}\n`
  for (const folder of [".claude", ".agents"]) bench.put(`${folder}/skills/pdf-pages/SKILL.md`, skill)
  bench.put(".config/skillet/config.yaml", "activation: body\n")
  bench.put(".claude.json", JSON.stringify({ projects: { [bench.project]: { hasTrustDialogAccepted: true } } }))
  bench.put(".gemini/trustedFolders.json", JSON.stringify({ [bench.project]: "TRUST_FOLDER" }))
  bench.skillet("init", "--host", host, "--yes")
  return bench
}

function listReceipts(bench: WakeBench): readonly object[] {
  const { events } = JSON.parse(
    bench.skillet("agent", "events", "orchestrator", "--kind", "skill_activated", "--json"),
  ) as { events: readonly { data: object }[] }
  return events.map(({ data }) => data)
}

test("a prompt activates a skill in real Claude Code through the hook, once a session, and leaves a receipt", async () => {
  const bench = openBench("claude")
  const server = await openModelServer({ scripts: {} })
  onTestFinished(() => server.close())
  const session = claude.open(bench, server)
  const lastRequest = () => (askedTexts(server).at(-1) ?? []).join("\n")
  await session.say("SAY: HELLO")
  expect(count(lastRequest(), BODY)).toBe(0)
  await session.say(PROMPT)
  expect(lastRequest()).toContain(ADDED)
  expect(count(lastRequest(), BODY)).toBe(1)
  await session.say("now glue the scans again. SAY: TWO")
  expect(count(lastRequest(), BODY)).toBe(1)
  await session.end()
  expect(listReceipts(bench)).toMatchObject([{ host: "claude", skill: "pdf-pages", by: "trigger", how: "body" }])
}, 300_000)

interface Asking {
  readonly first: (model: string, prompt: string) => readonly string[]
  /** Continues the last session. */
  readonly again: (model: string, prompt: string) => readonly string[]
}

const asking: Readonly<Record<"gemini" | "opencode", Asking>> = {
  gemini: {
    first: (model, prompt) => ["-m", model, "-p", prompt],
    again: (model, prompt) => ["-m", model, "--resume", "latest", "-p", prompt],
  },
  opencode: {
    first: (model, prompt) => ["run", "--format", "json", "-m", model, prompt],
    again: (model, prompt) => ["run", "--continue", "--format", "json", "-m", model, prompt],
  },
}

/** Runs a client once; what its model was asked, and how long it took. */
async function askOnce(
  bench: WakeBench,
  name: "gemini" | "opencode",
  words: (model: string) => readonly string[],
): Promise<{ readonly asked: string; readonly seconds: number; readonly out: string }> {
  const server = await openModelServer({ scripts: {} })
  const { env, model } = directClient(name, { home: bench.home, port: server.port })
  const began = Date.now()
  const child = spawn(path.join(clients, "node_modules/.bin", name), words(model), {
    cwd: bench.project,
    env: { ...bench.env, OPENCODE_DISABLE_MODELS_FETCH: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let out = ""
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => (out += chunk.toString()))
  await new Promise((resolve, reject) => child.once("close", resolve).once("error", reject))
  const asked = server.asked.map(({ body }) => collectTexts(body).join("\n")).join("\n")
  await server.close()
  return { asked, out, seconds: (Date.now() - began) / 1000 }
}

test.each(["gemini", "opencode"] as const)(
  "a prompt activates a skill in real %s, once a session, and leaves a receipt; --undo leaves nothing",
  async (host) => {
    const bench = openBench(host)
    const first = await askOnce(bench, host, (model) => asking[host].first(model, PROMPT))
    expect(first.asked).toContain(ADDED)
    expect(first.asked).toContain(BODY)
    const again = await askOnce(bench, host, (model) => asking[host].again(model, "now glue the scans again. SAY: TWO"))
    expect(again.asked).toContain("glue the scans again")
    expect(count(again.asked, "was added to this prompt")).toBe(1)
    expect(listReceipts(bench)).toMatchObject([{ host, skill: "pdf-pages", by: "trigger", how: "body" }])
    bench.skillet("init", "--host", host, "--undo", "--yes")
    const left = await askOnce(bench, host, (model) => asking[host].first(model, PROMPT))
    expect(left.asked).toContain("SAY: ONE")
    expect(left.asked).not.toContain("was added to this prompt")
  },
  300_000,
)

/** What can be wrong with the program that a host's hooks start. */
const broken: readonly (readonly [string, (bench: WakeBench) => void])[] = [
  ["the program is missing", ({ home }) => fs.rmSync(path.join(home, "bin/skillet"))],
  ["the program cannot start", (bench) => bench.put("bin/skillet", "#!/nowhere/node\n")],
  [
    "the program fails with a code that would block",
    (bench) => bench.put("bin/skillet", "#!/bin/sh\necho x\nexit 2\n"),
  ],
  ["the program hangs", (bench) => bench.put("bin/skillet", "#!/bin/sh\ntrap '' TERM\nexec sleep 60\n")],
  ["the database is broken", ({ env }) => fs.writeFileSync(env["SKILLET_DB"] ?? "", "x".repeat(5000))],
  ["the settings are broken", (bench) => bench.put(".config/skillet/config.yaml", "activation: [\n\0")],
]

test.each((["gemini", "opencode"] as const).flatMap((host) => broken.map(([what, act]) => [host, what, act] as const)))(
  "real %s answers the prompt within its time if %s",
  async (host, _, act) => {
    const bench = openBench(host)
    act(bench)
    const { asked, seconds, out } = await askOnce(bench, host, (model) => asking[host].first(model, PROMPT))
    expect(asked, out).toContain("SAY: ONE")
    expect(seconds).toBeLessThan(45)
  },
  120_000,
)

test.each([claude, codex].flatMap((client) => broken.map(([what, act]) => [client.name, what, client, act] as const)))(
  "real %s answers the prompt within its time if %s",
  async (_name, _what, client: RealClient, act) => {
    const bench = openBench(client.host)
    const server = await openModelServer({ scripts: {} })
    onTestFinished(() => server.close())
    client.prepare(bench, server)
    act(bench)
    const began = Date.now()
    const session = client.open(bench, server)
    await session.say(PROMPT)
    await session.end()
    expect(askedTexts(server).flat().join("\n")).toContain("SAY: ONE")
    expect((Date.now() - began) / 1000).toBeLessThan(75)
  },
  180_000,
)
