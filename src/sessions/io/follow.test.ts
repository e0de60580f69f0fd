import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { knownSessions, type KnownSession } from "../../../test/sessions/known-sessions.ts"
import { copyRecording, SHIP_IT } from "../../../test/sessions/open-recording.ts"
import { openSession, type Session } from "../../catalog/io/session/open-session.ts"
import type { JudgedStep } from "../steps/judge-steps.ts"
import { explainSession } from "./explain-session.ts"
import { followSession } from "./follow.ts"
import { gatherSessions } from "./gather-sessions.ts"
import { showUsage } from "./show-usage.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "follow-"))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
const opened = new Map<string, Session>()

beforeAll(() => {
  for (const { name, host } of knownSessions) {
    const home = path.join(folder, name)
    copyRecording(name, home)
    const project = path.join(home, "project")
    for (const at of [".claude/skills", ".agents/skills"]) {
      fs.mkdirSync(path.join(project, at, "ship-it"), { recursive: true })
      fs.writeFileSync(path.join(project, at, "ship-it/SKILL.md"), SHIP_IT)
    }
    fs.mkdirSync(path.join(project, ".git"))
    opened.set(name, openSession({ cwd: project, env: { HOME: home }, host, cache: false }))
  }
})

function open(name: string): Session {
  const session = opened.get(name)
  if (session === undefined) throw new Error(name)
  return session
}

async function findMain(name: string): Promise<string> {
  const { sessions } = await gatherSessions(open(name))
  return sessions.find(({ parent }) => parent === undefined)?.id ?? ""
}

const rows = knownSessions.map((known) => [known.name, known] as const)

test.each(rows.filter(([, { steps }]) => steps !== undefined))(
  "follow says which steps of %s were done",
  async (name, known) => {
    const { skills, problems, withoutText } = await followSession(open(name), await findMain(name))
    expect({ problems, withoutText }).toEqual({ problems: [], withoutText: [] })
    expect(skills.map(({ steps }) => steps.map(describeStep))).toEqual([known.steps])
  },
)

function describeStep({ verdict, claim, before, why }: JudgedStep): string {
  const notes = [
    / failed/.test(why) ? "failed" : "",
    claim === undefined ? "" : "claimed",
    before === undefined ? "" : "reordered",
  ]
  return [verdict, ...notes.filter((note) => note !== "")].join(" ")
}

const states: Readonly<Record<KnownSession["state"], string>> = {
  offered: "offered",
  failed: "failed",
  unknown: "unknown",
  "chosen-followed": "followed",
  "chosen-not-followed": "not-followed",
}

test.each(rows)("why --session says what became of ship-it in %s, with the line", async (name, known) => {
  const { state, proof, file } = await explainSession(open(name), "ship-it", await findMain(name))
  expect(state).toBe(states[known.state])
  if (state === "unknown") return
  expect(fs.existsSync(proof?.file ?? "")).toBe(true)
  if (known.host === "opencode") return
  const line = fs.readFileSync(proof?.file ?? file, "utf8").split("\n")[(proof?.line ?? 0) - 1] ?? ""
  expect(line).toMatch(/ship-it|check\.sh|publish|CHANGES/)
})

test.each(rows)("usage counts who invoked ship-it in %s", async (name, known) => {
  const { rows: all, sessions, subAgents } = await showUsage(open(name))
  expect({ sessions, subAgents }).toEqual({ sessions: 1, subAgents: known.subAgents ?? 0 })
  const row = all.find(({ skill, host }) => skill.endsWith("ship-it") && host === known.host)
  const count = (by: string) => known.uses.filter(([, user, outcome]) => user === by && outcome === "ok").length
  expect(row?.invoked).toEqual({ person: count("person"), model: count("model"), hook: count("hook") })
  expect(row?.failed).toBe(known.uses.filter(([, , outcome]) => outcome === "failed").length)
  if (known.host === "claude" || known.host === "codex") expect(row?.offered).toBe(known.isOffered ? 1 : 0)
  else expect(row?.offered).toBeUndefined()
})
