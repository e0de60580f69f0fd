import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { SkilletError } from "../../src/problem/failure.ts"
import { openSkillet } from "../../src/skillet/open-skillet.ts"
import { argumentTrees } from "./argument-trees.ts"
import { type ModelServer, openModelServer } from "../agents/model-server.ts"
import { claude } from "./real-client.ts"
import { headerTrees } from "./header-trees.ts"
import { placeTrees } from "./place-trees.ts"
import type { SkillTree } from "./skill-tree.ts"
import { openWakeBench, type WakeBench } from "./wake-bench.ts"

const skillTrees = [...headerTrees, ...placeTrees, ...argumentTrees]

/** What a model is told: by skill in the listing, and by event. */
interface Told {
  readonly listing: ReadonlyMap<string, string>
  readonly events: readonly string[]
}

test.each(skillTrees.map((tree) => ({ about: tree.about, tree })))(
  "$about, as in Claude Code",
  async ({ tree }) => {
    const bench = openWakeBench("trees")
    onTestFinished(() => bench.remove())
    for (const [file, text] of Object.entries(tree.files)) bench.put(file, text)
    const real = await askClient(bench, tree)
    const ours = await askSkillet(bench, tree)
    const names = [...new Set([...real.listing.keys(), ...ours.listing.keys()])]
    const different = [
      ...names.filter((name) => real.listing.get(name) !== ours.listing.get(name)),
      ...tree.events.filter((_, at) => real.events[at] !== ours.events[at]),
    ]
    const isExpected = different.length === (tree.differs ?? []).length
    expect(isExpected ? different : { different, real, ours }).toEqual(tree.differs ?? [])
  },
  300_000,
)

async function askClient(bench: WakeBench, tree: SkillTree): Promise<Told> {
  const calls = tree.events.map((event) => readEvent(event, bench))
  const scripts = Object.fromEntries(
    calls.map(({ kind, name, args, file }, at) => {
      const input = kind === "read" ? { file_path: file } : { skill: name, ...(args === "" ? {} : { args }) }
      return [`event-${at}`, [() => [{ name: kind === "read" ? "Read" : "Skill", input }]]]
    }),
  )
  const server = await openModelServer({ scripts })
  const options = (tree.options ?? []).map((word) => word.replace("{home}", bench.home))
  const session = claude.open(bench, server, ["--allowedTools", "Skill,Read", ...options])
  const events: string[] = []
  await session.say("SAY: READY")
  for (const [at, event] of tree.events.entries()) {
    const before = server.asked.length
    await session.say(event.startsWith("/") ? event : `SCENARIO: event-${at}`)
    events.push(calls[at]?.kind === "read" ? "" : readAnswer(server, before).replaceAll(bench.home, "~"))
  }
  await session.end()
  await server.close()
  return { listing: readListing(server), events }
}

async function askSkillet(bench: WakeBench, tree: SkillTree): Promise<Told> {
  const touched: string[] = []
  const options = (tree.options ?? []).map((word) => word.replace("{home}", bench.home))
  const pluginDirs = options.filter((_, at) => options[at - 1] === "--plugin-dir")
  const env = { PATH: process.env["PATH"], HOME: bench.home }
  const where = { host: "claude", cwd: bench.project, managed: path.join(bench.home, "managed") } as const
  const open = () => openApproved({ ...where, env, cache: false, pluginDirs, touched: [...touched] })
  const events: string[] = []
  const given = new Map<string, string>()
  let skillet = await open()
  for (const event of tree.events) {
    const { kind, name, args, file } = readEvent(event, bench)
    if (kind === "read") {
      touched.push(file)
      await skillet.close()
      skillet = await open()
    }
    events.push(kind === "read" ? "" : (await render(kind, name, args)).replaceAll(bench.home, "~"))
  }
  const { entries } = await skillet.listing({ window: 750_000 })
  await skillet.close()
  return { listing: new Map(entries.map(({ shown, text }) => [shown, text ?? ""])), events }

  async function render(by: "user" | "model", name: string, args: string): Promise<string> {
    try {
      const rendered = await skillet.render(name, { args, by, effort: "medium" })
      const { text, model = "opus", effort = "medium", already } = rendered
      if (already === true || (by === "model" && given.get(rendered.name) === text)) return ALREADY
      given.set(rendered.name, text)
      return writeAnswer(text, [model, String(effort)])
    } catch (error) {
      if (!(error instanceof SkilletError)) throw error
      return error.code === "skill.not-found" || error.code.startsWith("ref.") ? UNKNOWN : REFUSED
    }
  }
}

/** Claude Code trusts a directory as a whole, so every skill is approved. */
async function openApproved(options: Parameters<typeof openSkillet>[0]) {
  const skillet = openSkillet(options)
  for (const { ref, trust } of (await skillet.catalog()).skills)
    if (trust === "remote")
      await skillet.trust.approve(await skillet.trust.plan(ref), { network: true, write: true, env: [] })
  return skillet
}

const ALREADY = "already loaded"
const UNKNOWN = "unknown"
const REFUSED = "refused"

function readEvent(event: string, { home }: WakeBench) {
  const [, kind = "", name = "", args = ""] = /^(model |read |\/)(\S+) ?(.*)$/.exec(event) ?? []
  const kinds = { "model ": "model", "read ": "read", "/": "user" } as const
  return { kind: kinds[kind as keyof typeof kinds], name, args, file: path.join(home, name) }
}

function writeAnswer(text: string, [model = "", effort = ""]: readonly string[]): string {
  return `${text.trimEnd()}\n(${model}, ${effort})`
}

interface Message {
  readonly role: string
  readonly content: unknown
}

/** What the model was told about the last event, with its model and effort. */
function readAnswer(server: ModelServer, before: number): string {
  const request = server.asked.slice(before).findLast(({ path: at }) => /messages(?!\/count)/.test(at))
  if (request === undefined) return REFUSED
  const last = readMessages(request.body).findLast(({ role }) => role === "user")
  const texts = readTexts(last?.content).filter((text) => !AROUND.test(text))
  const all = readTexts(last?.content).join("\n")
  if (/no command with that name is available|Unknown skill/.test(all)) return UNKNOWN
  if (texts.some((text) => /^Skill \S+ is already loaded/.test(text))) return ALREADY
  const effort = (request.body["output_config"] as { readonly effort?: string } | undefined)?.effort ?? "medium"
  const model = /^claude-(\w+)-/.exec(String(request.body["model"]))?.[1] ?? ""
  return writeAnswer(texts.join("\n"), [model, effort])
}

/** What is said about a skill besides its text: its call, reminders, and commands that were refused before. */
const AROUND = /^\s*(?:<command-message>|Launching skill|\(Re-invocation|<system-reminder>|<local-command|\/[\w-]+\s*$)/

function readMessages(body: Readonly<Record<string, unknown>> | undefined): readonly Message[] {
  return (body?.["messages"] ?? []) as readonly Message[]
}

function readTexts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value]
  if (!Array.isArray(value)) return []
  return (value as readonly { readonly text?: string; readonly content?: unknown }[]).flatMap(({ text, content }) =>
    text === undefined ? readTexts(content) : [text],
  )
}

/** Its own skills are part of the program. */
const OWN = new Set(
  `dataviz update-config keybindings-help code-review simplify fewer-permission-prompts loop claude-api
   workflow-authoring run plugin-authoring init security-review`.split(/\s+/),
)

/** The entries of every listing in the last request. */
function readListing(server: ModelServer): ReadonlyMap<string, string> {
  const texts = readMessages(server.asked.at(-1)?.body).flatMap(({ content }) => readTexts(content))
  const entries = texts.flatMap((text) => {
    const list = /skills are (?:now )?available[^\n]*\n\n([\s\S]*?)(?:\n\n|\n<\/|$)/.exec(text)?.[1] ?? ""
    return list.split(/^- /m).slice(1).map(readEntry)
  })
  return new Map(entries.filter(([name]) => !OWN.has(name)))
}

function readEntry(entry: string): readonly [string, string] {
  const at = entry.indexOf(": ")
  return at === -1 ? [entry.trim(), ""] : [entry.slice(0, at), entry.slice(at + 2).trimEnd()]
}
