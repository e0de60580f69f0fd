import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { contextOf, hookInput, installSkillet, project } from "./wake-project.ts"

const before = '{\n\t"model": "opus",\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}\n'

function initProject() {
  const made = project()
  const [shared, local] = ["settings.json", "settings.local.json"].map((name) => path.join(made.cwd, ".claude", name))
  fs.mkdirSync(path.join(made.cwd, ".claude"))
  return { ...made, shared: shared ?? "", local: local ?? "" }
}

test("init shows its change, adds it once to the shared settings without any path, and removes it without a trace", () => {
  const { run, root, cwd, shared, local } = initProject()
  fs.writeFileSync(shared, before)
  const env = installSkillet(root)
  expect(run(["init", "--host", "claude"], { env })).toMatchObject({ code: 1, out: "" })
  expect(fs.readFileSync(shared, "utf8")).toBe(before)
  expect(run(["init", "--host", "claude", "--yes"], { env }).code).toBe(0)
  const text = fs.readFileSync(shared, "utf8")
  for (const event of ["SessionStart", "UserPromptSubmit", "PreCompact", "PostCompact", "SubagentStart", "SessionEnd"])
    expect(text).toContain(`"skillet hook ${event}"`)
  expect([text.includes(root), text.includes(path.resolve(".")), fs.existsSync(local)]).toEqual([false, false, false])
  const started = spawnSync("/bin/sh", ["-c", "skillet hook SessionStart"], {
    cwd,
    env: { ...process.env, ...env, HOME: path.join(root, "home"), SKILLET_DB: path.join(root, "a.db") },
    input: hookInput({ source: "startup" }),
    encoding: "utf8",
  })
  expect(contextOf(started.stdout)).toContain("# Orchestrator Wake-up Context")
  expect(run(["init", "--host", "claude", "--yes"], { env }).out).toBe(
    "The hooks are already in the settings of claude for this project. Whether claude runs them was not checked.\n",
  )
  expect(run(["init", "--host", "claude", "--undo", "--yes"], { env }).code).toBe(0)
  expect(JSON.parse(fs.readFileSync(shared, "utf8"))).toEqual(JSON.parse(before))
})

test("without skillet on the search path the local file is written, and init says so; a program of the project does not count", () => {
  const { run, cwd, shared, local } = initProject()
  const bin = path.join(cwd, "node_modules/.bin")
  fs.mkdirSync(bin, { recursive: true })
  fs.writeFileSync(path.join(bin, "skillet"), "#!/bin/sh\n", { mode: 0o755 })
  const env = { PATH: `${bin}:${path.dirname(process.execPath)}:/usr/bin:/bin` }
  const { out } = run(["init", "--host", "claude", "--yes"], { env })
  expect(out).toContain(`Changed ${fs.realpathSync(local)}:`)
  expect(out).toContain("skillet is not on the search path")
  expect(fs.existsSync(shared)).toBe(false)
  expect(fs.readFileSync(local, "utf8")).toContain(`${path.resolve("dist/cli.cjs")} hook SessionEnd`)
  expect(run(["init", "--host", "codex", "--yes"], { env })).toMatchObject({
    code: 1,
    err: expect.stringContaining("hook.not-on-path"),
  })
  expect(fs.existsSync(path.join(cwd, ".codex"))).toBe(false)
})

test("a path that an earlier version wrote into the shared settings is replaced; the local file is emptied", () => {
  const { run, root, shared, local } = initProject()
  const old = {
    hooks: { PreCompact: [{ hooks: [{ type: "command", command: "node /opt/dist/cli.cjs hook PreCompact" }] }] },
  }
  fs.writeFileSync(shared, JSON.stringify(old))
  fs.writeFileSync(local, JSON.stringify(old))
  const env = installSkillet(root)
  const { out } = run(["init", "--host", "claude", "--yes", "--json"], { env })
  expect(JSON.parse(out)).toMatchObject({ done: true, files: [{ changes: expect.anything() }, { file: local }] })
  expect(fs.readFileSync(shared, "utf8").match(/hook PreCompact/g)).toHaveLength(1)
  expect(fs.readFileSync(shared, "utf8")).not.toContain("/opt")
  expect(fs.existsSync(local)).toBe(false)
})

test("init keeps the permissions of the settings, and changes the target of a link", () => {
  const { run, root, shared: link } = initProject()
  const file = path.join(root, "settings.json")
  const env = installSkillet(root)
  fs.writeFileSync(file, "{}\n", { mode: 0o600 })
  fs.symlinkSync(file, link)
  expect(run(["init", "--host", "claude", "--yes"], { env }).out).toContain(`Changed ${fs.realpathSync(file)}:`)
  expect([fs.lstatSync(link).isSymbolicLink(), fs.statSync(file).mode & 0o777]).toEqual([true, 0o600])
  run(["init", "--host", "claude", "--undo", "--yes"], { env })
  expect(fs.readFileSync(link, "utf8")).toBe("{}\n")
  fs.rmSync(file)
  expect(run(["init", "--host", "claude", "--yes"], { env }).err).toContain("it is a link that leads nowhere")
})

test("the hooks of Gemini CLI are added next to its settings, never block it, and are removed byte for byte", () => {
  const { run, root, cwd, env: home } = project()
  const env = installSkillet(root)
  const file = path.join(cwd, ".gemini/settings.json")
  fs.mkdirSync(path.dirname(file))
  const settings = '{"general": {"vimMode": true}, // mine\n "hooks": {"BeforeAgent": [{"hooks": []}]}}\n'
  fs.writeFileSync(file, settings)
  expect(run(["init", "--host", "gemini", "--yes"], { env }).code).toBe(0)
  const [command = ""] = /"command": "(.*BeforeAgent.*)"/.exec(fs.readFileSync(file, "utf8"))?.slice(1) ?? []
  const skillet = path.join(root, "bin/skillet")
  const start = fs.readFileSync(skillet, "utf8")
  const hook = (program: string | undefined, seconds = 60) => {
    fs.rmSync(skillet, { force: true })
    if (program !== undefined) fs.writeFileSync(skillet, program, { mode: 0o755 })
    const how = { cwd, env: { ...home, ...env }, encoding: "utf8", timeout: seconds * 1000 } as const
    const began = performance.now()
    const { stdout, status, signal } = spawnSync("bash", ["-c", command], {
      ...how,
      input: hookInput({ prompt: "hi" }),
    })
    return { text: stdout, code: status ?? signal, isLate: performance.now() - began > 5000 }
  }
  expect(contextOf(hook(start).text)).toContain("a new session")
  expect([undefined, "#!/nowhere\n", "#!/bin/sh\nexit 2\n"].map((program) => hook(program).code)).toEqual([0, 0, 0])
  expect(hook("#!/bin/sh\ntrap '' TERM\nexec sleep 30\n", 1)).toMatchObject({ code: expect.anything(), isLate: false })
  fs.writeFileSync(skillet, start, { mode: 0o755 })
  expect(run(["init", "--host", "gemini", "--undo", "--yes"], { env }).code).toBe(0)
  expect(fs.readFileSync(file, "utf8")).toBe(settings)
  expect(run(["init", "--host", "gemini", "--enforce", "--yes"], { env })).toMatchObject({ code: 2 })
})
