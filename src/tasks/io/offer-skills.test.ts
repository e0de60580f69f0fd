import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { offerSkills } from "./offer-skills.ts"
import { openWake } from "./open-wake.ts"
import { runHook } from "./run-hook.ts"

/** Numbers from a seed (mulberry32). */
function openRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function openHome() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-offers-"))
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }))
  const skill = path.join(root, "home/.agents/skills/pdf-pages")
  fs.mkdirSync(skill, { recursive: true })
  fs.mkdirSync(path.join(root, "home/.config/skillet"), { recursive: true })
  fs.mkdirSync(path.join(root, "project/.git"), { recursive: true })
  fs.writeFileSync(path.join(root, "project/.git/HEAD"), "ref: refs/heads/main\n")
  fs.writeFileSync(path.join(skill, "SKILL.md"), "---\ndescription: Pages.\ntriggers: [glue]\n---\nUse qpdf.\n")
  fs.writeFileSync(path.join(root, "home/.config/skillet/config.yaml"), "activation: rules\n")
  const env = { HOME: path.join(root, "home"), SKILLET_DB: path.join(root, "a.db") }
  return { cwd: path.join(root, "project"), env, managed: path.join(root, "managed") }
}

/** How many hooks meet in a schedule, and how many sessions they are of. */
const HOOKS = 12
const SESSIONS = 2

/**
 * Hooks of two sessions that meet: each begins, prints and confirms at its own time, and may die in between. Time
 * passes, so that what a dead one holds becomes free.
 */
async function playHooks(seed: number): Promise<string[]> {
  const random = openRandom(seed)
  const broken: string[] = []
  let clock = 1_000_000
  const wake = await openWake(openHome(), { now: () => clock })
  const confirmed = new Map<string, number>()
  const alive = new Map<string, number>()
  const play = async (session: string, mayDie: boolean) => {
    const event = { name: "UserPromptSubmit" as const, session, asked: "glue them" }
    const offer = await offerSkills(wake, event, { ...wake.scope, agent: "orchestrator" })
    if (offer === undefined) return
    const dies = mayDie ? random() : 1
    if (dies < 0.3) return
    alive.set(session, (alive.get(session) ?? 0) + 1)
    if (confirmed.has(session)) broken.push(`${session} was told after it had confirmed`)
    await new Promise((resolve) => setTimeout(resolve, Math.floor(random() * 3)))
    if (dies < 0.5) return
    await offer.confirm()
    confirmed.set(session, (confirmed.get(session) ?? 0) + 1)
  }
  try {
    for (let left = HOOKS; left > 0; ) {
      const together = Math.min(left, 1 + Math.floor(random() * 4))
      left -= together
      await Promise.all(Array.from({ length: together }, () => play(`s${Math.floor(random() * SESSIONS)}`, true)))
      if (random() < 0.5) clock += 31_000
    }
    clock += 31_000
    for (let session = 0; session < SESSIONS; session++) {
      await play(`s${session}`, false)
      if (confirmed.get(`s${session}`) !== 1) broken.push(`s${session} confirmed ${confirmed.get(`s${session}`)} times`)
      if (alive.get(`s${session}`) === undefined) broken.push(`s${session} was never told`)
    }
    const receipts = await wake.store.agentEvents({ ...wake.scope, agent: "orchestrator" })
    const count = receipts.filter(({ kind }) => kind === "skill_activated").length
    if (count !== SESSIONS) broken.push(`${count} receipts of ${SESSIONS} sessions`)
  } finally {
    await wake.close()
  }
  return broken
}

test.each([1, 2, 3, 4, 5, 6])(
  "hooks that meet and die tell a session of a skill once, and never not at all: %s",
  async (seed) => {
    expect(await playHooks(seed)).toEqual([])
  },
)

test("whatever goes wrong with the skills is recorded, and the session still gets its wake-up", async () => {
  const home = openHome()
  fs.writeFileSync(path.join(home.env.HOME, ".config/skillet/config.yaml"), "shel: off\n")
  const onUnknownLimit = () => {
    throw new Error("boom")
  }
  const wake = await openWake({ ...home, onUnknownLimit })
  const printed: string[] = []
  await runHook(wake, { name: "UserPromptSubmit", session: "s1", asked: "glue them" }, async (text) => {
    printed.push(text)
  })
  const events = await wake.store.agentEvents({ ...wake.scope, agent: "orchestrator" }).finally(() => wake.close())
  expect(printed).toHaveLength(1)
  expect(printed[0]).toContain("[Skillet wake-up 1: a new session]")
  expect(events.map(({ kind, data }) => [kind, JSON.parse(data).why])).toEqual([
    ["activation_failed", expect.stringContaining("boom")],
    ["woken", undefined],
  ])
})
