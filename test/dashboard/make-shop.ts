import { execFileSync } from "node:child_process"
import fs from "node:fs"
import { createRequire } from "node:module"
import os from "node:os"
import path from "node:path"
import { memoryFor } from "../composite/memory-for.ts"
import type * as library from "../../src/index.ts"

/** The library as it was built, as the server uses it. */
const { ask, defineWorkflow, doStep, fanout, openSkillet } = createRequire(import.meta.url)(
  path.resolve(import.meta.dirname, "../../dist/index.cjs"),
) as typeof library

/** A copy of the sample shop with its own home, in which work was really done. */
export interface Shop {
  readonly root: string
  readonly project: string
  readonly env: Readonly<Record<string, string>>
  /** A run that waits for a person, and one that is done. */
  readonly waiting: string
  readonly finished: string
  readonly review: string
  /** A job of a composite skill, of which every phase is done. */
  readonly job: string
  /** A run that started one, which started another. */
  readonly parent: string
  /** A run whose texts are attacks. */
  readonly hostile: string
  /** The file of a skill that asks for an approval. */
  readonly approvable: string
  remove(): void
}

/** A procedure of data alone, so that any process can continue its runs. */
export const release = defineWorkflow({
  name: "release-check",
  params: [{ name: "version", type: "text", about: "what is released", required: true }],
  start: "gather",
  result: "notes",
  steps: [
    doStep({
      id: "gather",
      title: "Gather what changed",
      actions: ["List every change since the last release of {{params.version}}."],
      writes: ["notes"],
      next: { ok: "check", fail: "end" },
    }),
    fanout({
      id: "check",
      title: "Check it from three sides",
      reads: ["notes"],
      writes: ["checks"],
      items: {
        kind: "list",
        items: ["security", "documents", "tests"].map((item) => ({
          item,
          agent: "quality-reviewer" as const,
          prompt: `Check the ${item} of this release:\n{{values.notes}}`,
        })),
      },
      join: "settled",
      next: { ok: "decide", fail: "decide" },
    }),
    ask({
      id: "decide",
      title: "A person decides",
      reads: ["checks"],
      questions: [
        {
          id: "go",
          text: "Release {{params.version}} now? One check of three found something.",
          options: [
            { label: "release", about: "publish it today" },
            { label: "fix first", about: "go back to the list of changes", outcome: "iterate" },
            { label: "stop", about: "no release this week", outcome: "fail" },
          ],
        },
      ],
      next: { ok: "publish", iterate: "gather", fail: "end" },
      maxRounds: 3,
    }),
    doStep({ id: "publish", title: "Publish", reads: ["notes"], next: { ok: "end" } }),
  ],
})

/** Three procedures with a step of the same name, which starts the next of them. */
const STOCK: Readonly<Record<string, string>> = {
  "SKILL.md": "---\nname: stock-room\ndescription: Count the stock room. Use once a year.\n---\n\nCount.\n",
  "workflow.yaml": countYaml("stock-room", "rack"),
  "workflows/rack.yaml": countYaml("rack", "shelf"),
  "workflows/shelf.yaml":
    "name: shelf\ndescription: Count a shelf.\nsteps:\n  - id: count\n    title: Count one\n    actions: [Count what is on it.]\n    next: end\n",
}

function countYaml(name: string, below: string): string {
  return `name: ${name}\ndescription: Count it.\nsteps:\n  - id: count\n    title: Count it\n    kind: dispatch\n    agent: explore\n    workflow: ${below}\n    next: { ok: end, fail: end }\n`
}

const NOTES = `Since 4.1: declined cards are charged once, the stock page loads twice as fast, two dependencies were raised.\n\n- src/payments/charge.js: retries carry an idempotency key\n- web/stock.html: one request instead of forty`

const CHECKS = {
  security: "No new command is run and no new address is called. Two dependencies were raised without known faults.",
  documents: "CHANGELOG.md does not name the change of the stock page.",
  tests: "48 tests pass; the retry of a declined card is covered.",
} as const

const HOSTILE = `<script>document.title='taken'</script>\u001b]0;taken\u0007 \u202e${"x".repeat(1_000_000)}`

const EVIL = `---
name: evil
description: "<b onmouseover=alert(2)>evil</b> \\e[31m"
---
<script>alert(3)</script>
`

const GUIDE: Readonly<Record<string, string>> = {
  "SKILL.md":
    "---\nname: returns-guide\ndescription: Write the guide for returned goods, in phases. Use when the rules for returns change.\n---\n\nA guide for those who answer customers.\n",
  "config.yaml": `description: Write the guide for returned goods.
phases:
  - { id: clarification, agent: clarification }
  - id: looking
    type: PARALLEL
    parallel_branches:
      - { name: law, agent: research }
      - { name: costs, agent: analysis }
  - { id: writing, agent: generation, next: end }
`,
  "content/clarification.md": "Find out for which goods the guide is.\n",
  "content/looking.md": "Look up what the law asks, and what returns cost.\n",
  "content/writing.md": "Write the guide.\n",
}

/** Does the work through the library, as an agent would through the command line. */
export async function makeShop(): Promise<Shop> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-dashboard-"))
  const project = path.join(root, "shop")
  fs.cpSync(path.resolve(import.meta.dirname, "../../examples/shop"), project, { recursive: true })
  fs.mkdirSync(path.join(root, "home"))
  plant(path.join(project, ".agents/skills/evil"), { "SKILL.md": EVIL })
  plant(path.join(project, ".agents/skills/returns-guide"), GUIDE)
  plant(path.join(project, ".agents/skills/stock-room"), STOCK)
  const env = { HOME: path.join(root, "home"), PATH: process.env["PATH"] ?? "", GIT_CEILING_DIRECTORIES: root }
  commitAll(project, env)
  const skillet = openSkillet({ cwd: project, env, workflows: [release], host: "open" })
  try {
    const finished = await runToQuestion("4.1")
    await skillet.runs.answer({ run: finished, answers: ["release"], by: "ann", reason: "all checks hold" })
    await skillet.runs.report({ run: finished, step: "publish", outcome: "ok", text: "Published 4.1." })
    const stopped = await runToQuestion("4.2-beta")
    await skillet.runs.answer({ run: stopped, answers: ["stop"], by: "ann" })
    const waiting = await runToQuestion("4.2")
    await skillet.runs.start("decision-critic", { decision: "move the queue to Postgres" })
    const reviewed = await skillet.review({ paths: ["src"] })
    const job = await runJob()
    const { run: parent } = await skillet.runs.start("stock-room")
    const hostile = await runHostile()
    await addWork()
    return {
      root,
      project,
      env,
      waiting,
      finished,
      review: reviewed.run,
      job,
      parent,
      hostile,
      approvable: path.join(project, ".claude/skills/release-notes/SKILL.md"),
      remove: () => fs.rmSync(root, { recursive: true, force: true }),
    }
  } finally {
    await skillet.close()
  }

  async function runToQuestion(version: string): Promise<string> {
    const { run } = await skillet.runs.start(release, { version }, { recordChanges: true })
    fs.appendFileSync(path.join(project, "CHANGELOG.md"), `\n## ${version}\n`)
    const usage = { tokensIn: 1900, tokensOut: 420, money: 0.021, milliseconds: 8000 }
    await skillet.runs.report({ run, step: "gather", outcome: "ok", text: NOTES, by: "claude", usage })
    for (const [item, text] of Object.entries(CHECKS))
      await skillet.runs.report({
        run,
        step: "check",
        item,
        outcome: item === "documents" ? "fail" : "ok",
        text,
        by: "claude",
        usage,
      })
    return run
  }
  /** Its agents write their memory files, which are verified before the next phase begins. */
  async function runJob(): Promise<string> {
    let { directive } = await skillet.jobs.start({
      query: "write the guide for returned shoes",
      skill: "returns-guide",
    })
    while (directive.agents.length > 0) {
      for (const { prompt } of directive.agents) {
        const { file, text } = memoryFor(prompt)
        fs.mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
        fs.writeFileSync(path.join(project, file), text)
      }
      directive = await skillet.jobs.advance(directive.task_id)
    }
    return directive.task_id
  }
  async function runHostile(): Promise<string> {
    const { run } = await skillet.runs.start(
      release,
      { version: "<img src=x onerror=alert(1)>" },
      { recordChanges: true },
    )
    fs.writeFileSync(path.join(project, "<img src=x onerror=alert(4)>.txt"), HOSTILE.slice(0, 200_000))
    await skillet.runs.report({ run, step: "gather", outcome: "ok", text: "plain" })
    for (const item of Object.keys(CHECKS))
      await skillet.runs.report({ run, step: "check", item, outcome: "ok", text: HOSTILE })
    await skillet.runs.cancel(run, { reason: "<img src=x onerror=alert(1)>", by: "ann" })
    return run
  }
  async function addWork(): Promise<void> {
    const { tasks, schedules } = skillet
    const [top] = await tasks.add([
      { title: "Charge declined cards only once", status: "active", assignee: "backend", skills: ["triage-bug"] },
    ])
    if (top !== undefined)
      await tasks.add(
        [
          { title: "Reproduce with the log of order 1042", status: "done" },
          { title: "Send an idempotency key with every retry", status: "active" },
          { title: "Test a declined card", status: "pending" },
        ],
        top.id,
      )
    await tasks.post({ from: "orchestrator", text: "@backend the log shows two charges for order 1042" })
    await tasks.post({
      from: "backend",
      text: "Which of the two charges may I refund?",
      requiresHuman: true,
      type: "question",
    })
    await schedules.add({ cron: "0 7 * * 1-5", prompt: "check the stock", agent: "host" })
  }
}

function plant(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    fs.writeFileSync(path.join(folder, name), text)
  }
}

function commitAll(cwd: string, env: Readonly<Record<string, string>>): void {
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd, env })
  git("init", "-q", "-b", "main")
  git("add", "-A")
  git("-c", "user.name=ann", "-c", "user.email=ann@shop.test", "commit", "-qm", "The shop")
}
