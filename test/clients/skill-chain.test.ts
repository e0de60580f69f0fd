import fs from "node:fs"
import path from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { describe, expect, onTestFinished, test } from "vitest"
import { type ModelServer, openModelServer } from "../agents/model-server.ts"
import { describeWith, needSuperpowers } from "../needs.ts"
import { type RealClient, realClients } from "./real-client.ts"
import { count, openWakeBench, packetsIn, collectTexts, type WakeBench } from "./wake-bench.ts"

/** A plugin whose skills follow one another: one to design, one to plan, and one to implement with sub-agents. */
interface Chain {
  readonly plugin: string
  readonly design: string
  readonly plan: string
  readonly implement: string
  /** Puts the plugin into this directory. */
  write(directory: string): void
}

const own: Chain = {
  plugin: "craft",
  design: "exploring-ideas",
  plan: "planning-work",
  implement: "working-with-agents",
  write(directory) {
    const put = (file: string, text: string) => {
      fs.mkdirSync(path.dirname(path.join(directory, file)), { recursive: true })
      fs.writeFileSync(path.join(directory, file), text)
    }
    put(".claude-plugin/plugin.json", JSON.stringify({ name: "craft", version: "1.0.0", description: "Crafts." }))
    put("skills/exploring-ideas/SKILL.md", writeSkill("exploring-ideas", "Exploring Ideas", "planning-work"))
    put("skills/planning-work/SKILL.md", writeSkill("planning-work", "Planning Work", "working-with-agents"))
    put("skills/working-with-agents/SKILL.md", writeSkill("working-with-agents", "Working With Agents", "nothing"))
    put("skills/working-with-agents/implementer-prompt.md", "# Implementer\n\nAsk before you begin.\n")
  },
}

/** The real ones, from a copy that somebody provides. */
const superpowers: Chain = {
  plugin: "superpowers",
  design: "brainstorming",
  plan: "writing-plans",
  implement: "subagent-driven-development",
  write: (directory) => fs.cpSync(process.env["SKILLET_SUPERPOWERS"] ?? "", directory, { recursive: true }),
}

const PLAN = [
  "# Login Implementation Plan",
  "",
  "**Goal:** People can log in.",
  "",
  ...["Hash passwords", "Add the endpoint", "Limit the attempts"].flatMap((title, at) => [
    `### Task ${at + 1}: ${title}`,
    "",
    `Only section ${at + 1} says this.`,
    "",
    "- [ ] **Step 1: Write the failing test**",
    "- [ ] **Step 2: Make it pass**",
    "",
  ]),
].join("\n")

describe.each(realClients)("three skills in a row through real compactions of $name", (client) => {
  test("skills of our own", () => playChain(client, own), 600_000)
  describeWith(needSuperpowers, "superpowers", () => {
    test("brainstorming, writing-plans and subagent-driven-development", () => playChain(client, superpowers), 600_000)
  })
})

async function playChain(client: RealClient, chain: Chain): Promise<void> {
  const bench = openWakeBench(`${client.host}-chain`)
  const { skillet } = bench
  const server = await openModelServer({
    scripts: {
      skill: [() => [{ name: "Skill", input: { skill: nameSkill(client, chain, chain.design) } }]],
      spawn: client.startAgents([{ role: "implementer", prompt: "SAY: PART" }]),
    },
  })
  client.prepare(bench, server)
  client.defineAgent(bench, "implementer")
  const { skills, options } = installPlugin(client, chain, bench)
  skillet("init", "--host", client.host, "--yes")
  const session = client.open(bench, server, options)
  onTestFinished(async () => {
    await session.end()
    await server.close()
    bench.remove()
  })
  let compacted = 0
  const readAfterCompaction = async () => {
    await wait(Math.max(0, compacted + SAME_COMPACTION - Date.now()))
    await session.compact()
    await session.say("SAY: AWAKE")
    compacted = Date.now()
    return readPacket(server, { because: "after compaction", skills })
  }
  const begin = (skill: string, ...words: readonly string[]) =>
    readTasks("task", ...words, "--skill", nameSkill(client, chain, skill))[0]?.id ?? ""
  const finish = (task: string) => skillet("task", "done", task, "--with-subtasks")

  const design = begin(chain.design, "add", "Design the login", "--status", "active")
  await session.say(client.host === "claude" ? "SCENARIO: skill" : "SAY: ONE")
  const designing = { skill: chain.design, task: "Design the login", sections: [] }
  expect(await readAfterCompaction()).toEqual(designing)

  finish(design)
  const plan = begin(chain.plan, "add", "Write down the steps", "--status", "active")
  expect(await readAfterCompaction()).toEqual({ skill: chain.plan, task: "Write down the steps", sections: [] })

  finish(plan)
  bench.put("project/docs/plans/login.md", PLAN)
  const whole = begin(chain.implement, "import", "docs/plans/login.md")
  const implementing = { skill: chain.implement, task: "Step 1: Write the failing test", sections: ["1"] }
  expect(await readAfterCompaction()).toEqual(implementing)

  finish(findTask(whole, "Task 1: Hash passwords"))
  const second = { skill: chain.implement, task: "Step 1: Write the failing test", sections: ["2"] }
  expect(await readAfterCompaction()).toEqual(second)

  const before = server.asked.length
  await session.say("SCENARIO: spawn")
  const started = server.asked.slice(before).filter(({ prompt }) => prompt.endsWith("SAY: PART"))
  const texts = started.map(({ body }) => collectTexts(body).join("\n"))
  expect(texts.map((text) => packetsIn(text, "a sub-agent starts"))).toEqual([1])
  expect(texts.map(readSections)).toEqual([["2"]])
  expect(texts.join("\n")).toMatch(/^.*You are implementing .*Task 2: Add the endpoint/m)

  function findTask(root: string, title: string): string {
    return readTasks("task", "list", root).find((task) => task.title === title)?.id ?? ""
  }

  function readTasks(...words: readonly string[]) {
    const { tasks } = JSON.parse(skillet(...words, "--json")) as {
      readonly tasks: readonly { readonly id: string; readonly title: string }[]
    }
    return tasks
  }
}

/** A second compaction within ten seconds that was not announced counts as the same one. */
const SAME_COMPACTION = 10_500

/** Codex names a skill after its directory, Claude Code also after its plugin. */
function nameSkill(client: RealClient, chain: Chain, skill: string): string {
  return client.host === "claude" ? `${chain.plugin}:${skill}` : skill
}

/** Where the client and Skillet find the plugin's skills; and how the client is told so. */
function installPlugin(client: RealClient, chain: Chain, bench: WakeBench) {
  if (client.host === "codex") {
    const whole = path.join(bench.home, "plugin")
    const skills = path.join(bench.home, ".agents/skills", chain.plugin)
    chain.write(whole)
    fs.cpSync(path.join(whole, "skills"), skills, { recursive: true })
    return { skills }
  }
  const folder = path.join(bench.home, ".claude/plugins/cache/local", chain.plugin, "1.0.0")
  chain.write(folder)
  return { skills: path.join(folder, "skills"), options: ["--plugin-dir", folder, "--allowedTools", "Skill"] }
}

/**
 * What the packet in the last request says. The lines of its skill are there once, either in the packet or because
 * Claude Code itself restored them.
 */
function readPacket(server: ModelServer, { because, skills }: { readonly because: string; readonly skills: string }) {
  const text = collectTexts(server.asked.at(-1)?.body).join("\n")
  expect([because, packetsIn(text, because), count(text, "[Skillet wake-up")]).toEqual([because, 1, 1])
  const packet = text.slice(text.indexOf("# Orchestrator Wake-up Context"), text.indexOf(`: ${because}]`))
  const skill = /^You are using `(?:\w+:)?([\w-]+)`/m.exec(packet)?.[1] ?? ""
  const body = fs
    .readFileSync(path.join(skills, skill, "SKILL.md"), "utf8")
    .split("\n---\n")
    .slice(1)
    .join("\n---\n")
  const lines = new Set(body.split("\n").filter((line) => line.length >= 30))
  const shown = [...lines].map((line) => ({ line, times: count(text, line) })).filter(({ times }) => times > 0)
  expect(shown.filter(({ times }) => times > 1)).toEqual([])
  expect(shown.length).toBeGreaterThan(2)
  const task = /^\*\*Current position:\*\* t-\w+: (.*) \(\w+\)$/m.exec(packet)?.[1]
  return { skill, task, sections: readSections(packet) }
}

function readSections(text: string): readonly (string | undefined)[] {
  return [...text.matchAll(/Only section (\d) says this/g)].map(([, number]) => number)
}

function writeSkill(name: string, title: string, next: string): string {
  const about = title.toLowerCase()
  const steps = [`Look at the code before ${about}.`, `Ask one question while ${about}.`, `After ${about}: ${next}.`]
  const list = steps.map((step, at) => `${at + 1}. ${step}`).join("\n")
  const header = `---\nname: ${name}\ndescription: Use it for ${about}.\n---\n`
  return `${header}# ${title}\n\nNever skip a step of ${about}.\n\n## Process\n\n${list}\n`
}
