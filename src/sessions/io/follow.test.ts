import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { knownSessions, type KnownSession } from "../../../test/sessions/known-sessions.ts"
import { copyRecording, SHIP_IT } from "../../../test/sessions/open-recording.ts"
import { openSession, type Session } from "../../catalog/io/session/open-session.ts"
import type { JudgedStep } from "../steps/judge-steps.ts"
import { explainSession } from "./explain-session.ts"
import { findSession } from "./find-session.ts"
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

const line = (cwd: string, entry: object) =>
  `${JSON.stringify({ sessionId: "s-1", cwd, uuid: "u", timestamp: "2026-11-18T20:00:00Z", ...entry })}\n`
const listing = (cwd: string, ...names: readonly string[]) =>
  line(cwd, {
    type: "attachment",
    attachment: { type: "skill_listing", content: names.map((name) => `- ${name}: Does it.`).join("\n") },
  })
const useSkill = (cwd: string, id: string, body: string) =>
  line(cwd, {
    type: "assistant",
    message: { content: [{ type: "tool_use", id, name: "Skill", input: { skill: "ship" } }] },
  }) +
  line(cwd, { type: "user", message: { content: [{ type: "tool_result", tool_use_id: id, content: "Launching" }] } }) +
  line(cwd, {
    type: "user",
    isMeta: true,
    sourceToolUseID: id,
    message: {
      content: [{ type: "text", text: `Base directory for this skill: ${cwd}/.claude/skills/ship\n\n${body}` }],
    },
  })

/** Two projects with a skill of the same name, and one that only the second has. */
function plantTwo() {
  const home = fs.mkdtempSync(path.join(folder, "two-"))
  const projects = ["a", "b"].map((name) => path.join(home, name))
  for (const project of projects) {
    fs.mkdirSync(path.join(project, ".claude/skills/ship"), { recursive: true })
    fs.mkdirSync(path.join(project, ".git"))
    fs.writeFileSync(path.join(project, ".claude/skills/ship/SKILL.md"), `Ship ${path.basename(project)}.\n`)
  }
  const [a = "", b = ""] = projects
  fs.mkdirSync(path.join(b, ".claude/skills/only"))
  fs.writeFileSync(path.join(b, ".claude/skills/only/SKILL.md"), "Only.\n")
  const put = (name: string, text: string) => {
    const file = path.join(home, ".claude/projects/-p", name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text)
    return file
  }
  const openIn = (cwd: string) => openSession({ cwd, env: { HOME: home }, host: "claude", cache: false })
  return { a, b, put, openIn }
}

test("a transcript that ends in the middle of a line does not show that a step is not done", async () => {
  const { a, put, openIn } = plantTwo()
  const whole = listing(a, "ship") + useSkill(a, "c", "1. Run `./go.sh`.\n2. Run `./on.sh`.\n")
  const verdict = async (text: string) =>
    (await followSession(openIn(a), put("s.jsonl", text))).skills[0]?.steps.map((step) => step.verdict)
  expect(await verdict(whole)).toEqual(["not-done", "not-done"])
  expect(await verdict(`${whole}{"type":"assistant","mess`)).toEqual(["no-evidence", "no-evidence"])
  const [row] = (await showUsage(openIn(a))).rows
  expect(row?.followed).toEqual({ yes: 0, no: 0, unknown: 1 })
})

test("what an agent had is asked where the session ran, not where the question is asked", async () => {
  const { a, b, put, openIn } = plantTwo()
  const [inA, inB] = [put("a.jsonl", listing(a, "ship")), put("b.jsonl", listing(b, "ship"))]
  const gone = put("gone.jsonl", listing("/not/there", "ship"))
  const state = async (cwd: string, file: string) => (await explainSession(openIn(cwd), "only", file)).state
  expect([await state(b, inA), await state(a, inA)]).toEqual(["not-found", "not-found"])
  expect([await state(b, inB), await state(a, inB)]).toEqual(["cut", "cut"])
  expect(await explainSession(openIn(b), "only", gone)).toMatchObject({
    state: "not-found",
    because: expect.stringContaining("it ran in /not/there, which no longer exists"),
  })
})

test("skills of one name in two projects have a row each, and the one here can be unused", async () => {
  const { a, b, put, openIn } = plantTwo()
  put("b.jsonl", listing(b, "ship") + useSkill(b, "c", "Ship b.\n"))
  const shown = await showUsage(openIn(a))
  const rows = shown.rows.map(({ skill, elsewhere, isHere, invoked }) => [skill, elsewhere, isHere, invoked.model])
  const other = path.join(b, ".claude/skills/ship/SKILL.md")
  expect(rows).toEqual([
    ["ship", other, false, 1],
    ["ship", undefined, true, 0],
  ])
  expect(shown.unused.flatMap(({ skills }) => skills.map(({ name }) => name))).toEqual(["ship"])
  fs.writeFileSync(other, "Ship a.\n")
  expect((await showUsage(openIn(a))).rows.map(({ isHere, invoked }) => [isHere, invoked.model])).toEqual([[true, 1]])
})

test("what a sub-agent in the same file was asked is no prompt of a person", async () => {
  const { a, put, openIn } = plantTwo()
  const asked = (text: string, more: object = {}) => line(a, { type: "user", message: { content: text }, ...more })
  const side = asked("Work as told.", { isSidechain: true })
  const file = put("s.jsonl", listing(a, "ship") + asked("Help.") + side)
  const { session } = await findSession(openIn(a), file)
  expect(session.events.flatMap((event) => (event.kind === "prompt" ? [event.text] : []))).toEqual(["Help."])
})
