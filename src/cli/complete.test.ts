import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import fc from "fast-check"
import { afterAll, describe, expect, test } from "vitest"
import type { Catalog, CatalogSkill } from "../catalog/catalog.ts"
import { completeWords, complete, type CompletionWorld, listSkillCandidates, type TypedOptions } from "./complete.ts"
import { type Command, type CommandEntry, defineCommand } from "./parsing/command.ts"
import { noArguments } from "./parsing/options.ts"
import { recordIo } from "../../test/record-io.ts"

describe("what a word could become", () => {
  const common = ["--host", "--json", "--cwd", "--database", "--help"]
  const hosts = ["auto", "open", "claude", "codex", "opencode", "gemini"]

  test.each<[string, readonly string[], readonly string[]]>([
    ["no word at all", [], ["show", "list", "migrate", "run", "help"]],
    ["an empty first word", [""], ["show", "list", "migrate", "run", "help"]],
    ["a begun command", ["s"], ["show"]],
    ["a command that is whole", ["list"], ["list"]],
    ["nothing begins like this", ["zz"], []],
    ["options before a command", ["-"], ["--help", "--version"]],
    ["a second word", ["migrate", ""], ["commands"]],
    ["one of several second words", ["run", "st"], ["start", "stop"]],
    ["a second word that is wrong", ["run", "x", ""], []],
    ["a command after help", ["help", "mi"], ["migrate"]],
    ["a second word after help", ["help", "run", ""], ["start", "stop"]],
    ["an unknown command", ["nope", ""], []],
    ["options, own and common", ["show", "--"], ["--as", "--only", "--add-dir", "--most", "--skill", ...common]],
    ["options for a single dash", ["list", "-"], common],
    ["a begun option", ["show", "--ad"], ["--add-dir"]],
    ["no option twice", ["list", "--json", "--host", "open", "--"], ["--cwd", "--database", "--help"]],
    ["a list again", ["show", "--add-dir", "a", "--add"], ["--add-dir"]],
    ["options where no argument can follow", ["list", ""], common],
    ["options behind the last argument", ["show", "deploy", "--json", "--h"], ["--host", "--help"]],
    ["values of a choice", ["list", "--host", ""], hosts],
    ["a begun value", ["list", "--host", "c"], ["claude", "codex"]],
    ["a value behind =", ["list", "--host=cl"], ["--host=claude"]],
    ["all values behind =", ["list", "--host="], hosts.map((host) => `--host=${host}`)],
    ["an own choice", ["show", "--as=t"], ["--as=text", "--as=tree"]],
    ["nothing behind the = of a flag", ["list", "--json="], []],
    ["nothing behind the = of what is no option", ["list", "--constructor=x"], []],
    ["nothing for a number", ["show", "--most", ""], []],
    ["skills", ["show", ""], ["deploy", "design"]],
    ["a begun skill", ["show", "dep"], ["deploy"]],
    ["a skill behind an option", ["show", "--json", "--host", "codex", "de"], ["deploy", "design"]],
    ["a skill as a value", ["show", "--skill", "dep"], ["deploy"]],
    ["a skill behind =", ["show", "--skill=des"], ["--skill=design"]],
    ["a skill behind --", ["show", "--", "dep"], ["deploy"]],
    ["no option behind --", ["show", "--", "--"], []],
    ["fixed words", ["run", "start", ""], ["build", "test"]],
    ["files are the shell's", ["list", "--cwd", ""], []],
    ["files behind = too", ["show", "--add-dir=s"], []],
    ["a value that looks like an option", ["list", "--cwd", "--host", ""], common.filter((name) => name !== "--cwd")],
  ])("%s: %j", async (_, words, expected) => {
    const found = await completeWords(words, world())
    expect(found.map(({ text }) => text)).toEqual(expected)
  })

  test("every name has a description, and so has a group", async () => {
    expect(await completeWords([""], world())).toContainEqual({ text: "run", about: "start a run; stop a run" })
    expect(await completeWords(["list", "--j"], world())).toEqual([
      { text: "--json", about: "print the result as JSON" },
    ])
  })

  test("skills are completed with the options typed so far; invalid ones are skipped", async () => {
    const asked: [TypedOptions, string][] = []
    const words = ["show", "--host", "nobody", "--cwd=/a", "--add-dir", "x", "--add-dir=y", "--what", "--json", "de"]
    await completeWords(
      words,
      world((...question) => void asked.push(question)),
    )
    expect(asked).toEqual([[{ cwd: "/a", "add-dir": ["x", "y"], json: true }, "de"]])
  })

  test("only the current command is loaded", async () => {
    const loaded: string[] = []
    const commands = entries.map((entry) => ({
      ...entry,
      load: () => {
        loaded.push(entry.name)
        return entry.load()
      },
    }))
    await completeWords(["list", "--"], { ...world(), commands })
    await completeWords(["l"], { ...world(), commands })
    expect(loaded).toEqual(["list"])
  })
})

describe("skills as candidates", () => {
  const catalog = catalogOf([
    skill({ name: "deploy", description: "Deploys the thing" }),
    skill({ name: "superpowers:debugging", source: "plugin", description: "line one\nline \u001b[31mtwo" }),
    skill({ name: "déjà-vu", description: "x".repeat(80) }),
    ...[
      "a b",
      "-rf",
      "$(id)",
      "`id`",
      "a;b",
      "a'b",
      'a"b',
      "a\nb",
      "a\tb",
      "a\u001b[2Jb",
      "a\u202eb",
      "~root",
      "#x",
    ].map((name) => skill({ name })),
  ])

  test("only names that stay one harmless word are offered, described on one visible line", () => {
    expect(listSkillCandidates(catalog, "")).toEqual([
      { text: "deploy", about: "Deploys the thing" },
      { text: "superpowers:debugging", about: "line one line \\u001b[31mtwo" },
      { text: "déjà-vu", about: `${"x".repeat(59)}…` },
    ])
  })

  test("single copies are offered once the @ is typed", () => {
    expect(listSkillCandidates(catalog, "deploy@").map(({ text }) => text)).toEqual([
      "deploy",
      "superpowers:debugging",
      "déjà-vu",
      "deploy@project",
      "superpowers:debugging@plugin",
      "déjà-vu@project",
      "deploy@user",
      "deploy@user#2",
    ])
  })
})

const home = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-complete-"))
afterAll(() => fs.rmSync(home, { recursive: true }))

test("whatever the words, there is no error: only lines of text, tab, description", async () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom("show", "list", "migrate", "--host", "--host=", "--cwd", "--cwd=\0", "--", "-", "", "help", "why"),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 5 }), async (words) => {
      const { io, out, err } = recordIo({ env: { HOME: home }, cwd: path.join(home, "gone") })
      expect(await complete(words, io)).toBe(0)
      expect(err).toEqual([])
      for (const line of out.join("\n").split("\n")) expect(line).toMatch(/^$|^[^\t]+\t[^\t]*$/)
    }),
    { numRuns: 60 },
  )
})

const show = defineCommand({
  usage: "REF",
  examples: [],
  options: {
    as: { kind: "choice", values: ["text", "tree", "json"], about: "how" },
    only: { kind: "flag", about: "only this" },
    "add-dir": { kind: "list", value: "DIR", about: "also here", completes: "folder" },
    most: { kind: "number", value: "N", about: "how many" },
    skill: { kind: "text", value: "REF", about: "another", completes: "skill" },
  },
  arguments: { least: 1, most: 1, what: "a skill's name", completes: "skill" },
  run: async () => 0,
})
const list: Command = { ...show, options: {}, arguments: noArguments }
const completing = (completes: readonly string[]): Command => ({
  ...list,
  arguments: { least: 0, most: 1, what: "a word", completes },
})
const entry = (name: string, about: string, command: Command): CommandEntry => ({
  name,
  about,
  load: async () => command,
})

const entries: readonly CommandEntry[] = [
  entry("show", "show one", show),
  entry("list", "list all", list),
  entry("migrate commands", "migrate all", completing([])),
  entry("run start", "start a run", completing(["build", "test"])),
  entry("run stop", "stop a run", completing([])),
]

function world(asked: (options: TypedOptions, word: string) => void = () => undefined): CompletionWorld {
  return {
    commands: entries,
    async skills(options, word) {
      asked(options, word)
      return ["deploy", "design"].map((text) => ({ text, about: "a skill" }))
    },
  }
}

function skill(given: Partial<CatalogSkill> & { readonly name: string }): CatalogSkill {
  return {
    ref: given.name,
    source: "project",
    description: "",
    path: `/skills/${given.name}/SKILL.md`,
    tokens: 1,
    status: "active",
    shadows: [],
    form: "folder",
    trust: "remote",
    ...given,
  }
}

function catalogOf(skills: readonly CatalogSkill[]): Catalog {
  const shadowed = ["deploy@user", "deploy@user#2"].map((ref) => ({
    name: "deploy",
    ref,
    source: "user" as const,
    description: "",
    path: `/home/${ref}/SKILL.md`,
    by: "deploy",
    rule: "project takes precedence over user",
  }))
  return { host: "open", skills, shadowed, duplicates: [], problems: [] }
}
