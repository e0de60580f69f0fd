import fs from "node:fs"
import path from "node:path"
import { load } from "js-yaml"
import { expect, test } from "vitest"
import { openSession } from "../src/catalog/io/session/open-session.ts"
import { compareFoundHosts } from "../src/catalog/io/skills/compare-hosts.ts"
import { garden } from "./plant.ts"

/**
 * A home with 300 skills for four agents. What each agent sees is counted once more here, by a few lines that know only
 * what was observed of the agents (docs/hosts.md), and nothing of the source.
 */
const FOLDERS = {
  claude: ".claude/skills",
  agents: ".agents/skills",
  codex: ".codex/skills",
  opencode: ".config/opencode/skills",
  gemini: ".gemini/skills",
} as const

type Folder = keyof typeof FOLDERS

const READS: Readonly<Record<"claude" | "codex" | "opencode" | "gemini", readonly Folder[]>> = {
  claude: ["claude"],
  codex: ["agents", "codex"],
  opencode: ["claude", "agents", "opencode"],
  gemini: ["gemini", "agents"],
}

const KINDS = [
  "plain",
  "plain",
  "plain",
  "no-description",
  "no-name",
  "bom",
  "user-only",
  "long",
  "drifted",
  "colon",
] as const

function writeSkill(name: string, kind: (typeof KINDS)[number], folder: Folder): string {
  const says = kind === "long" ? `Does ${name}. ${"More about it. ".repeat(120)}` : `Does ${name} for the shop.`
  const lines = [
    ...(kind === "no-name" ? [] : [`name: ${name}`]),
    ...(kind === "no-description" ? [] : [`description: ${kind === "colon" ? `Use when: ${name}` : says}`]),
    ...(kind === "user-only" ? ["disable-model-invocation: true"] : []),
  ]
  const bom = kind === "bom" ? "\ufeff" : ""
  return `${bom}---\n${lines.join("\n")}\n---\nDo ${name}${kind === "drifted" ? ` in ${folder}` : ""}.\n`
}

function plantHome() {
  const folders = Object.keys(FOLDERS) as readonly Folder[]
  const files: Record<string, string> = {}
  for (let at = 0; at < 300; at++) {
    const name = `skill-${String(at).padStart(3, "0")}`
    const kind = KINDS[at % KINDS.length] ?? "plain"
    // One directory, or two or three of them.
    const places = folders.filter(
      (_, nth) => nth === at % 5 || (at % 4 === 0 && nth === (at + 1) % 5) || (at % 6 === 0 && nth === (at + 3) % 5),
    )
    for (const folder of places) files[`home/${FOLDERS[folder]}/${name}/SKILL.md`] = writeSkill(name, kind, folder)
  }
  return garden(files)
}

interface Counted {
  readonly name: string
  readonly folder: Folder
  readonly text: string
  readonly header: Readonly<Record<string, unknown>>
}

/** Every file, read with nothing but a YAML parser; a colon is quoted first, as all four agents recover it. */
function readHome(home: string): readonly Counted[] {
  return (Object.entries(FOLDERS) as [Folder, string][]).flatMap(([folder, below]) =>
    fs.readdirSync(path.join(home, below)).map((name) => {
      const text = fs.readFileSync(path.join(home, below, name, "SKILL.md"), "utf8")
      const block = /^\ufeff?---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? ""
      const quoted = block.replace(
        /^description: (.*: .*)$/m,
        (_, value: string) => `description: ${JSON.stringify(value)}`,
      )
      return { name, folder, text, header: (load(quoted) ?? {}) as Record<string, unknown> }
    }),
  )
}

const has = (key: string) => (one: Counted) => typeof one.header[key] === "string"
const isPlain = (one: Counted) => !one.text.startsWith("\ufeff")
const uniqueNames = (all: readonly Counted[]) => new Set(all.map(({ name }) => name))

function countUsable(all: readonly Counted[]) {
  const of = (host: keyof typeof READS) => all.filter(({ folder }) => READS[host].includes(folder))
  return {
    claude: uniqueNames(of("claude")).size,
    // Codex keeps every copy, and leaves out what has no description or begins with a byte order mark.
    codex: of("codex").filter(has("description")).filter(isPlain).length,
    opencode: uniqueNames(of("opencode").filter(has("name"))).size,
    gemini: uniqueNames(of("gemini").filter(has("name")).filter(has("description")).filter(isPlain)).size,
  }
}

test("in a home with 300 skills, every count of the view over four agents is the same as counted by hand", async () => {
  const { options, home } = plantHome()
  const all = readHome(home)
  expect(uniqueNames(all).size).toBe(300)
  const session = openSession({ ...options, cache: false })
  const compared = await compareFoundHosts(session)
  const usable = Object.fromEntries(compared.hosts.map((one) => [one.host, one.usable]))
  expect(usable).toEqual(countUsable(all))
  expect(compared.absent).toEqual([])

  const versions = new Map<string, Set<string>>()
  for (const { name, text } of all) versions.set(name, (versions.get(name) ?? new Set()).add(text))
  const drifted = [...versions].filter(([, texts]) => texts.size > 1).map(([name]) => name)
  expect(compared.drifted.toSorted()).toEqual(drifted.toSorted())
  expect(drifted.length).toBeGreaterThan(5)

  for (const { host, tokens } of compared.hosts) {
    const listing = await session.listing({ host })
    expect(listing.tokens).toBe(tokens)
    expect(listing.entries.reduce((sum, entry) => sum + entry.tokens, 0)).toBe(tokens)
  }
})

test("what each listing has is the same as counted by hand: entries, characters, and the limit that holds", async () => {
  const { options, home } = plantHome()
  const all = readHome(home)
  const session = openSession({ ...options, cache: false })
  const of = (host: keyof typeof READS) => all.filter(({ folder }) => READS[host].includes(folder))
  const gemini = await session.listing({ host: "gemini" })
  const seen = new Map<string, Counted>()
  // Its last directory wins, and `.agents` comes after `.gemini`.
  for (const folder of READS.gemini)
    for (const one of of("gemini").filter(
      (other) => other.folder === folder && has("name")(other) && has("description")(other),
    ))
      if (isPlain(one)) seen.set(one.name, one)
  const entries = [...seen.values()].map(({ name, folder, header }) => {
    const place = path.join(home, FOLDERS[folder], name, "SKILL.md")
    return 97 + name.length + String(header["description"]).length + place.length
  })
  expect(gemini.entries).toHaveLength(entries.length)
  expect(gemini.characters).toBe(entries.reduce((sum, one) => sum + one, 0))

  const claude = await session.listing({ host: "claude" })
  const listed = of("claude").filter((one) => one.header["disable-model-invocation"] !== true)
  expect(claude.entries.map(({ name }) => name).toSorted()).toEqual(listed.map(({ name }) => name).toSorted())
  const full = claude.entries.filter(({ state }) => state !== "bare")
  const lines = claude.entries.reduce(
    (sum, { shown, text }) => sum + `- ${shown}${text === null ? "" : `: ${text}`}`.length + 1,
    0,
  )
  expect(claude.characters).toBe(lines)
  expect(full.length).toBeLessThan(claude.entries.length)

  const codex = await session.listing({ host: "codex" })
  // A token for every four bytes that a line has begun, with its end.
  const inTokens = codex.entries
    .filter(({ state }) => state !== "missing")
    .map(({ shown, path: file, text }) => {
      const at = `(file: r0${file.slice(file.lastIndexOf("/skills/") + "/skills".length)})`
      return Math.ceil((Buffer.byteLength(text === null ? `- ${shown}: ${at}` : `- ${shown}: ${text} ${at}`) + 1) / 4)
    })
  expect(codex.tokens).toBe(inTokens.reduce((sum, one) => sum + one, 0))
  expect(codex.ownTokens).toBeGreaterThan(100)
  expect(codex.tokens + codex.ownTokens).toBeLessThanOrEqual(5440)
  expect(codex.entries).toHaveLength(of("codex").filter(has("description")).filter(isPlain).length)
})
