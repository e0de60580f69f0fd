import { execFileSync, spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { afterAll, expect, onTestFinished, test } from "vitest"
import { describeWith } from "../needs.ts"
import { garden } from "../plant.ts"
import { startPostgres } from "../postgres/start-postgres.ts"
import { phaseProgram } from "./driven/build-programs.ts"
import { provesIn } from "./driven/run-state.ts"
import { cli, skillet } from "./run-cli.ts"

const server = await startPostgres()
afterAll(() => server.close())

const guide = {
  "project/.gitignore": ".claude/memory\n",
  "project/.claude/skills/guide/SKILL.md":
    "---\nname: guide\ndescription: Write a guide in phases. Use when the user asks for a guide.\n---\n\nA guide.\n",
  "project/.claude/skills/guide/config.yaml": `description: Write a guide.
phases:
  - { id: clarification, agent: clarification }
  - { id: looking, type: PARALLEL, parallel_branches: [{ name: costs, agent: analysis }, { name: risks, agent: research }] }
  - { id: making, agent: generation }
  - { id: checking, agent: validation, next: end }
`,
  ...Object.fromEntries(
    ["clarification", "looking", "making", "checking"].map((phase) => [
      `project/.claude/skills/guide/content/${phase}.md`,
      `${phase}.\n`,
    ]),
  ),
  "home/.config/skillet/config.yaml": "agents:\n  drivers:\n    command: { env: [PHASE_LOG] }\n",
}

/** A project with a commit, and clones of it in other places. */
function plantClones(count: number) {
  const { options, project, at } = garden(guide)
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], {
      cwd: project,
      env: options.env,
      stdio: "pipe",
    })
  git("init", "-q")
  git("add", "-A")
  git("commit", "-qm", "first")
  const clones = Array.from({ length: count }, (_, number) => at(`other-${number}/clone`))
  for (const clone of clones) git("clone", "-q", project, clone)
  const env = { ...options.env, SKILLET_DB: server.address(), SKILLET_BY: "test" }
  return {
    project,
    clones,
    env,
    git,
    run: (words: readonly string[]) => skillet(words, { cwd: project, env }),
    /** A worker that works in a clone, with the log of what its agent was asked. */
    startWorker(clone: string) {
      const log = path.join(path.dirname(clone), "log")
      fs.writeFileSync(log, "")
      const words = ["--agents", "command", "--program", `${process.execPath} ${phaseProgram}`, "--concurrency", "1"]
      const child = spawn(process.execPath, [cli, "worker", "--checkout", clone, ...words], {
        env: { ...env, PHASE_LOG: log },
        stdio: ["ignore", "pipe", "inherit"],
      })
      let out = ""
      child.stdout.on("data", (chunk: Buffer) => void (out += chunk.toString()))
      onTestFinished(async () => {
        if (child.exitCode === null) child.kill("SIGKILL")
      })
      return { asked: () => fs.readFileSync(log, "utf8").trim().split("\n").filter(Boolean), out: () => out }
    },
  }
}

describeWith(server, "clones", () => {
  test("a job is done by workers in other clones, each of which has the files of phases that others did", async () => {
    const shop = plantClones(2)
    const workers = shop.clones.map(shop.startWorker)
    const words = ["write a guide to tea", "--skill", "guide", "--agent", "workers"]
    const { code, out, err } = shop.run(["orchestrate", ...words])
    expect([code, out.trimEnd().split("\n").at(-1)], `${err}\n${workers.map((one) => one.out()).join("\n")}`).toEqual([
      0,
      "SKILL_ORCHESTRATION_COMPLETE",
    ])
    const asked = workers.flatMap((one) => one.asked())
    expect(asked.map((line) => line.replace(/^\w+ /, "")).sort()).toEqual([
      "checking/1",
      "clarification/1",
      "looking/costs/1",
      "looking/risks/1",
      "making/1",
    ])
    const [run = ""] = asked[0]?.split(" ") ?? []
    expect(await provesIn(shop.env.SKILLET_DB, run)).toBe(true)
    // Whatever a worker was asked last, it had the files of all phases before it.
    const checker = shop.clones[workers.findIndex((one) => one.asked().some((line) => line.includes("checking")))]!
    expect(fs.readdirSync(path.join(checker, ".claude/memory")).length).toBeGreaterThanOrEqual(3)
    expect(JSON.parse(shop.run(["run", "show", run, "--json"]).out)).toMatchObject({ run: { directory: shop.project } })
  }, 300_000)

  test("a run with changes that were not committed, or at another commit, is refused by a worker in another clone, with the reason", async () => {
    const shop = plantClones(1)
    const refused = async (why: string) => {
      const worker = shop.startWorker(shop.clones[0]!)
      const child = spawn(
        process.execPath,
        [cli, "orchestrate", "write a guide to tea", "--skill", "guide", "--agent", "workers"],
        { cwd: shop.project, env: shop.env },
      )
      onTestFinished(() => void child.kill("SIGKILL"))
      await expect.poll(worker.out, { timeout: 60_000 }).toContain(why)
      expect(worker.asked()).toEqual([])
    }
    fs.appendFileSync(path.join(shop.project, ".gitignore"), "# changed\n")
    await refused("with changes that were not committed")
    shop.git("commit", "-qam", "second")
    await refused("it is at commit ")
  }, 300_000)
})
