import fs from "node:fs"
import path from "node:path"

const BUDGETS = [1000, 2000, 5000]
const SESSIONS = 60
const scope = { project: "/p", branch: "main" }

/** Plants facts into a skill, tasks, a gate and messages, and counts which of them an agent would read again. */
export function measureFacts(skillet, skillsFolder) {
  const bodies = fs
    .readdirSync(skillsFolder)
    .map((name) => path.join(skillsFolder, name, "SKILL.md"))
    .filter((file) => fs.existsSync(file))
    .map((file) => skillet.readSkill(fs.readFileSync(file, "utf8")))
    .flatMap((reading) => (reading.kind === "skill" ? [reading.skill.body] : []))
  const sessions = Array.from({ length: SESSIONS }, (_, seed) => session(skillet, bodies, seed + 1))
  return BUDGETS.flatMap((budget) =>
    Object.entries(ways(skillet)).map(([way, tell]) => {
      const results = sessions.map((one) => {
        const text = tell(one, budget)
        const found = one.planted.filter((fact) => text.includes(fact)).length
        return { share: found / one.planted.length, found, tokens: skillet.estimateTokens(text) }
      })
      const mean = (pick) => results.reduce((sum, one) => sum + pick(one), 0) / results.length
      const tokens = mean(({ tokens }) => tokens)
      return {
        budget,
        way,
        share: mean(({ share }) => share),
        tokens,
        density: (mean(({ found }) => found) / tokens) * 1000,
      }
    }),
  )
}

/** How else an agent could be reminded, each within the same budget. */
function ways(skillet) {
  const head = (text, tokens) => {
    let size = text.length
    while (skillet.estimateTokens(text.slice(0, size)) > tokens) size = Math.floor(size * 0.95)
    return text.slice(0, size)
  }
  return {
    "wake-up packet": ({ facts }, tokens) => skillet.assemblePacket(facts, { tokens }).text,
    "last messages only": ({ facts }, tokens) =>
      head(
        [...facts.recent, ...facts.newMessages]
          .map(({ from, text }) => `@${from}: ${text}`)
          .toReversed()
          .join("\n"),
        tokens,
      ),
    "whole skill": ({ facts }, tokens) => head(facts.skill.body, tokens),
    "entry skill at session start": ({ entry }, tokens) => head(entry, tokens),
  }
}

function session(skillet, bodies, seed) {
  const random = randomFrom(seed)
  const pick = (list) => list[Math.floor(random() * list.length)]
  const word = () => pick(WORDS) + Math.floor(random() * 900 + 100)
  const rules = Array.from(
    { length: 5 },
    () => `${pick(["Never", "Always", "You must not", "Do not"])} ${pick(VERBS)} ${word()}.`,
  )
  const body = rules.reduce((text, rule) => plant(text, rule, random), pick(bodies))
  const decisions = Array.from({ length: 5 }, () => `we decided to ${pick(VERBS)} ${word()}`)
  const chat = Array.from({ length: 10 }, (_, at) =>
    at % 2 === 0 ? decisions[at / 2] : `ok, working on ${word()} now`,
  )
  const titles = Array.from({ length: 3 + Math.floor(random() * 25) }, () => `${pick(VERBS)} the ${word()}`)
  const at = Math.floor(random() * titles.length)
  const plan = task("t-plan00", "000001", { title: "The plan", status: "active", children: titles.length })
  const tasks = titles.map((title, nth) =>
    task(`t-${String(nth).padStart(6, "0")}`, `000001.${String(nth + 1).padStart(6, "0")}`, {
      title,
      parent: plan.id,
      status: nth < at ? "done" : nth === at ? "active" : "pending",
    }),
  )
  const gate = `The last gate says: ${pick(["fail", "pass"])} for ${word()}`
  const news = `please ${pick(VERBS)} ${word()} first`
  const message = (id, text) => ({ ...scope, id, from: "ann", text, at: id * 60_000, mentions: [] })
  const facts = {
    agent: { ...scope, agent: "orchestrator", role: "orchestrator" },
    wake: { id: seed, full: true },
    because: "after compaction",
    program: "skillet",
    newMessages: [message(99, news)],
    recent: chat.map((text, nth) => message(nth + 1, text)),
    place: { current: tasks[at], above: [plan], around: [plan, ...tasks], hidden: {}, others: [] },
    run: { id: "r-1", workflow: "planner", status: "running", step: "review", title: "Review", state: gate },
    skill: {
      skill: "guide",
      file: "/skills/guide/SKILL.md",
      body,
      compiled: skillet.compileSkill(body),
      digest: "0".repeat(64),
      reason: "the task names it",
    },
    checklists: [],
    skillNotes: [],
    nextSkills: [],
  }
  const entry = bodies.toSorted((a, b) => b.length - a.length)[0]
  return { facts, entry, planted: [titles[at], tasks[at].id, gate, news, ...rules, ...decisions] }
}

function task(id, order, more) {
  return { ...scope, id, order, root: "t-plan00", skills: [], children: 0, created: 0, updated: 0, ...more }
}

/** Puts a line of its own somewhere into a text, not into code. */
function plant(text, line, random) {
  const lines = text.split("\n")
  const inCode = lines.map(
    (
      (open) => (one) =>
        /^\s*(```|~~~)/.test(one) ? ((open = !open), true) : open
    )(false),
  )
  const places = lines.flatMap((one, at) => (one === "" && !inCode[at] ? [at] : []))
  const at = places[Math.floor(random() * places.length)] ?? lines.length
  return [...lines.slice(0, at), "", line, "", ...lines.slice(at)].join("\n")
}

/** The same numbers for the same seed. */
function randomFrom(seed) {
  let state = seed * 2_654_435_761
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) >>> 0
    state = Math.imul(state ^ (state >>> 13), 3_266_489_917) >>> 0
    state = (state ^ (state >>> 16)) >>> 0
    return state / 4_294_967_296
  }
}

const WORDS = [
  "ledger",
  "parser",
  "cache",
  "schema",
  "router",
  "invoice",
  "token",
  "worker",
  "queue",
  "index",
  "panel",
  "sensor",
]
const VERBS = [
  "rename",
  "split",
  "deploy",
  "retry",
  "encrypt",
  "batch",
  "drop",
  "pin",
  "migrate",
  "sample",
  "freeze",
  "merge",
]
