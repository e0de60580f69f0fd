import fs from "node:fs"
import path from "node:path"
import { DECISIONS, RULES, TALK } from "./sayings.mjs"

const BUDGETS = [1000, 2000, 5000]
const SESSIONS = 60
const scope = { project: "/p", branch: "main" }

/** Plants facts into a skill, tasks, a gate and messages, and counts which of them an agent would read again. */
export function measureFacts(skillet, skillsFolder) {
  const sessions = sessionsOf(skillet, skillsFolder)
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

export function sessionsOf(skillet, skillsFolder) {
  const bodies = fs.readdirSync(skillsFolder).flatMap((name) => bodiesOf(skillet, path.join(skillsFolder, name)))
  return Array.from({ length: SESSIONS }, (_, seed) => session(skillet, bodies, seed + 1))
}

/** A skill's text, alone and with the texts of its steps or phases, as long as public skills are. */
function bodiesOf(skillet, folder) {
  const file = path.join(folder, "SKILL.md")
  if (!fs.existsSync(file)) return []
  const reading = skillet.readSkill(fs.readFileSync(file, "utf8"))
  if (reading.kind !== "skill") return []
  const { body } = reading.skill
  const parts = ["content", "steps"]
    .map((name) => path.join(folder, name))
    .filter((at) => fs.existsSync(at))
    .flatMap((at) => fs.readdirSync(at).map((name) => [name, path.join(at, name)]))
    .filter(([name]) => name.endsWith(".md"))
    .map(([name, at]) => `## ${name.replace(/\.md$/, "")}\n\n${fs.readFileSync(at, "utf8").trim()}`)
  if (parts.length === 0) return [body]
  return [body, [body.trim(), ...parts].join("\n\n").slice(0, LONGEST_SKILL)]
}

const LONGEST_SKILL = 16_000

/** Other ways to remind an agent, each within the same budget. */
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
  const say = (list) => pick(list).replace("X", `the ${word()}`)
  const rules = Array.from({ length: 5 }, () => say(RULES))
  const body = rules.reduce((text, rule) => plant(text, rule, random), pick(bodies))
  const decisions = Array.from({ length: 5 }, () => say(DECISIONS))
  const chat = shuffled([...decisions, ...Array.from({ length: 5 }, () => undefined)], random).map((decision) =>
    chatMessage(decision, { random, pick }),
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

/** A message of one to a dozen sentences, with the decision anywhere in it. */
function chatMessage(decision, { random, pick }) {
  const many = pick([0, 0, 1, 1, 2, 3, 4, 6, 11])
  const sentences = Array.from({ length: decision === undefined ? many + 1 : many }, () => pick(TALK))
  if (decision === undefined) return sentences.join(" ")
  return sentences.toSpliced(Math.floor(random() * (many + 1)), 0, decision).join(" ")
}

function shuffled(list, random) {
  return list
    .map((one) => [random(), one])
    .toSorted(([a], [b]) => a - b)
    .map(([, one]) => one)
}

function task(id, order, more) {
  return { ...scope, id, order, root: "t-plan00", skills: [], children: 0, created: 0, updated: 0, ...more }
}

/** Inserts a sentence into a text, outside code: as a line, a list entry, or inside a paragraph. */
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
  const prose = lines.flatMap((one, nth) => (/^[A-Z].*[.]$/.test(one) && !inCode[nth] ? [nth] : []))
  const form = random()
  const inside = prose[Math.floor(random() * prose.length)]
  if (form < 0.35 && inside !== undefined) return lines.with(inside, `${lines[inside]} ${line}`).join("\n")
  if (form < 0.7) return [...lines.slice(0, at), "", `- ${line}`, "", ...lines.slice(at)].join("\n")
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
