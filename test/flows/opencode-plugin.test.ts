import fs from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { expect, test } from "vitest"
import { installSkillet, project } from "./wake-project.ts"

interface Part {
  readonly id: string
  readonly type: string
  readonly text: string
  readonly synthetic?: boolean
}

interface Hooks {
  "chat.message"(input: { sessionID: string }, output: { message: { id: string }; parts: Part[] }): Promise<void>
  "tool.execute.after"(input: { tool: string; sessionID: string; args: unknown }): Promise<void>
  "experimental.session.compacting"(input: { sessionID: string }): Promise<void>
}

/** The plugin that init installed, opened as opencode opens it. Sessions whose id begins with `sub` are sub-agents'. */
async function openPlugin(limit = "10_000") {
  const made = project()
  const { root, cwd, env, run } = made
  const write = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(env.HOME, file)), { recursive: true })
    fs.writeFileSync(path.join(env.HOME, file), text)
  }
  write(
    ".agents/skills/pdf-pages/SKILL.md",
    "---\nname: pdf-pages\ndescription: Splits PDF files.\ntriggers: [glue the scans]\n---\nUse qpdf.\n",
  )
  write(".config/skillet/config.yaml", "activation: body\n")
  const PATH = installSkillet(root).PATH
  const init = (...more: readonly string[]) => run(["init", "--host", "opencode", "--yes", ...more], { env: { PATH } })
  expect(init().code).toBe(0)
  const file = path.join(cwd, ".opencode/plugin/skillet.js")
  // The plugin starts `skillet` from the search path, in the environment of the process that loads it.
  const bin = path.join(root, "bin/skillet")
  const start = fs.readFileSync(bin, "utf8").replace("exec ", `HOME='${env.HOME}' SKILLET_DB='${env.SKILLET_DB}' exec `)
  fs.writeFileSync(bin, start)
  const copy = path.join(root, "plugin.mjs")
  const code = fs.readFileSync(file, "utf8")
  fs.writeFileSync(copy, code.replace('["skillet"]', JSON.stringify([bin])).replace("10_000", limit))
  const { SkilletPlugin } = (await import(pathToFileURL(copy).href)) as {
    SkilletPlugin: (input: object) => Promise<Hooks>
  }
  const get = async ({ path: { id } }: { path: { id: string } }) => ({
    data: id.startsWith("sub") ? { parentID: "s1" } : {},
  })
  const hooks = await SkilletPlugin({ directory: cwd, client: { session: { get } } })
  let messages = 0
  const say = async (text: string, sessionID = "s1") => {
    const parts: Part[] = [{ id: "prt_1", type: "text", text }]
    await hooks["chat.message"]({ sessionID }, { message: { id: `m${++messages}` }, parts })
    return parts.slice(1)
  }
  return { ...made, hooks, say, bin, file, init, write }
}

test("a prompt in opencode gets the wake-up and its skill as a part of its own, and a sub-agent's gets nothing", async () => {
  const { say } = await openPlugin()
  expect(await say("glue the scans", "sub1")).toEqual([])
  const [part] = await say("please glue the scans")
  expect(part).toMatchObject({ id: "prt_10", type: "text", synthetic: true, messageID: "m2" })
  expect(part?.text).toContain("# Orchestrator Wake-up Context")
  expect(part?.text).toContain('<skill name="pdf-pages">\nUse qpdf.\n</skill>')
  expect(await say("glue the scans again")).toEqual([])
})

test("a skill that opencode loaded itself is not offered, and a compaction brings the wake-up again", async () => {
  const { say, hooks } = await openPlugin()
  await say("hello")
  await hooks["tool.execute.after"]({ tool: "skill", sessionID: "s1", args: { name: "pdf-pages" } })
  expect(await say("glue the scans")).toEqual([])
  await hooks["experimental.session.compacting"]({ sessionID: "s1" })
  const [part] = await say("go on")
  expect(part?.text).toContain("after compaction")
})

test.each([
  ["is missing", "rm"],
  ["cannot start", "#!/nowhere/node\n"],
  ["fails", "#!/bin/sh\necho no\nexit 2\n"],
  ["prints something else", "#!/bin/sh\necho '[1'\n"],
  ["hangs, with a child that keeps its output open", "#!/bin/sh\ntrap '' TERM\nsleep 8 &\nsleep 8\n"],
  ["reads nothing", "#!/bin/sh\nexec <&-\nexit 0\n"],
])("if the program %s, the prompt goes on unchanged and within the limit", async (_, program) => {
  const { say, bin } = await openPlugin("1_500")
  if (program === "rm") fs.rmSync(bin)
  else fs.writeFileSync(bin, program)
  const began = performance.now()
  expect(await say("glue the scans ".repeat(20_000))).toEqual([])
  expect(performance.now() - began).toBeLessThan(6000)
})

test("a broken database or broken settings add nothing about skills, and nothing fails", async () => {
  const { say, env, write } = await openPlugin()
  write(".config/skillet/config.yaml", "activation: [\n\0")
  expect(JSON.stringify(await say("glue the scans"))).not.toContain("pdf-pages")
  fs.writeFileSync(env.SKILLET_DB, "x".repeat(5000))
  expect(await say("glue the scans")).toEqual([])
})

test("init replaces its own plugin, never one that was edited, and --undo removes exactly it", async () => {
  const { file, init, run, cwd } = await openPlugin()
  expect(init().out).toContain("already")
  const written = fs.readFileSync(file, "utf8")
  fs.writeFileSync(file, `${written}// mine\n`)
  expect(init()).toMatchObject({ code: 1, err: expect.stringContaining("is not as skillet init wrote it") })
  expect(init("--undo").code).toBe(1)
  fs.writeFileSync(file, written)
  expect(init("--undo").code).toBe(0)
  expect(fs.existsSync(file)).toBe(false)
  fs.writeFileSync(file, "export const Mine = async () => ({})\n")
  expect(init("--undo").code).toBe(0)
  expect(fs.readFileSync(file, "utf8")).toContain("Mine")
  expect(run(["init", "--host", "opencode", "--yes"], { env: { PATH: path.dirname(process.execPath) } })).toMatchObject(
    {
      code: 1,
      err: expect.stringContaining("hook.not-on-path"),
    },
  )
  expect(fs.readdirSync(path.join(cwd, ".opencode/plugin"))).toEqual(["skillet.js"])
})
