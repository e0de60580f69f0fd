import { spawn } from "node:child_process"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { openModelServer } from "../agents/model-server.ts"
import { directClient } from "./direct-client.ts"
import { claude, codex } from "./real-client.ts"
import { askedTexts, clients, collectTexts, openWakeBench, type WakeBench } from "./wake-bench.ts"

const KEPT = "Keeps the apples fresh."
const GONE = "Throws the pears away."
const named = (name: string, says: string) => `---\nname: ${name}\ndescription: ${says}\n---\nDo it.\n`

function openBench(host: string): WakeBench {
  const bench = openWakeBench(`profile-${host}`)
  onTestFinished(() => bench.remove())
  for (const folder of [".claude", ".agents"]) {
    bench.put(`project/${folder}/skills/apples/SKILL.md`, named("apples", KEPT))
    bench.put(`project/${folder}/skills/pears/SKILL.md`, named("pears", GONE))
  }
  bench.skillet("profile", "create", "fruit", "--skills", "apples")
  return bench
}

const see = (text: string) => [text.includes(KEPT), text.includes(GONE)]

test.each([
  ["Claude Code", claude, "local"],
  ["Codex", codex, "user"],
] as const)(
  "%s lists only the skills of a profile, and all of them once it is cleared",
  async (_, client, level) => {
    const bench = openBench(client.host)
    const server = await openModelServer()
    onTestFinished(() => server.close())
    client.prepare(bench, server)
    const list = async () => {
      const before = askedTexts(server).length
      const session = client.open(bench, server)
      await session.say("SAY: READY")
      await session.end()
      return see(askedTexts(server).slice(before).flat().join("\n"))
    }
    expect(await list()).toEqual([true, true])
    bench.skillet("profile", "use", "fruit", "--host", client.host, "--level", level, "--yes")
    expect(await list()).toEqual([true, false])
    bench.skillet("profile", "clear", "--level", level, "--yes")
    expect(await list()).toEqual([true, true])
  },
  300_000,
)

test.each([
  ["opencode", (model: string) => ["run", "--format", "json", "-m", model, "SAY: READY"]],
  ["gemini", (model: string) => ["-m", model, "--skip-trust", "-p", "SAY: READY"]],
] as const)(
  "%s lists only the skills of a profile, and all of them once it is cleared",
  async (name, words) => {
    const bench = openBench(name)
    // Gemini CLI reads the settings of a project only if the person trusted it.
    bench.put(".gemini/trustedFolders.json", JSON.stringify({ [bench.project]: "TRUST_FOLDER" }))
    const list = async () => {
      const server = await openModelServer()
      const { env, model } = directClient(name, { home: bench.home, port: server.port })
      const child = spawn(path.join(clients, "node_modules/.bin", name), words(model), {
        cwd: bench.project,
        env: { ...bench.env, OPENCODE_DISABLE_MODELS_FETCH: "1", ...env },
        stdio: "ignore",
      })
      await new Promise((resolve, reject) => child.once("close", resolve).once("error", reject))
      const text = server.asked.map(({ body }) => collectTexts(body).join("\n")).join("\n")
      await server.close()
      return see(text)
    }
    expect(await list()).toEqual([true, true])
    bench.skillet("profile", "use", "fruit", "--host", name, "--yes")
    expect(await list()).toEqual([true, false])
    bench.skillet("profile", "clear", "--yes")
    expect(await list()).toEqual([true, true])
  },
  300_000,
)
