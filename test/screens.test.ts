import fs from "node:fs"
import { expect, test } from "vitest"
import { openRenderer } from "../src/render/io/open-renderer.ts"
import { openSession } from "../src/catalog/io/session/open-session.ts"
import type { SkillSource } from "../src/catalog/skill-source.ts"
import { memorySource } from "../src/testing/memory-source.ts"
import { version } from "../src/system/version.ts"
import { type Garden, garden, skillText } from "./plant.ts"
import { commandEntries } from "../src/cli/commands.ts"
import { recordIo } from "./record-io.ts"

interface Screen {
  readonly code: number
  readonly out: string
  readonly err: string
}

async function run(
  plot: Garden & { readonly program?: string },
  name: string,
  words: readonly string[] = [],
  width = 120,
): Promise<Screen> {
  const command = await commandEntries.find((entry) => entry.name === name)?.load()
  if (command === undefined) throw new Error(`there is no command ${name}`)
  const { io, out, err } = recordIo({
    env: plot.options.env,
    cwd: plot.options.cwd,
    ...(plot.program === undefined ? {} : { program: () => plot.program ?? "" }),
    width,
  })
  const code = await command.run(words, { name, io })
  const hidden = (lines: readonly string[]) =>
    lines
      .join("\n")
      .replaceAll(plot.at(""), "")
      .replace(/sha256:[0-9a-f]{64}/g, "sha256:…")
  return { code, out: hidden(out), err: hidden(err) }
}

const SKILL = "project/.agents/skills/pick/SKILL.md"

test("an argument with a space stays one argument and is passed on as typed", async () => {
  const plot = garden({ [SKILL]: `${skillText("Picks.")}\nFirst: $0. Second: $1. All: $ARGUMENTS.\n` })
  const one = await run(plot, "render", ["pick", "my file"])
  expect(one.out).toContain("First: my file. Second: $1. All: my file.")
  const two = await run(plot, "render", ["pick", "my file", "b"])
  expect(two.out).toContain('First: my file. Second: b. All: "my file" b.')
})

test("if files cannot be extracted, a prompt has no directory, and this is reported", async () => {
  const plot = garden()
  const source = (files: Readonly<Record<string, string>>): SkillSource => ({
    ...memorySource({ pick: skillText("Picks.") }, { kind: "bundled", trust: "own", label: "bundled" }),
    files: async () => Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
  })
  const rendered = async (files: Readonly<Record<string, string>>) => {
    const renderer = openRenderer(openSession({ ...plot.options, sources: [source(files)] }))
    const { text, problems } = await renderer.render("pick", {})
    await renderer.close()
    return { hasFolder: text.includes("Base directory"), problems: problems.map(({ code }) => code) }
  }
  expect(await rendered({ "a.txt": "a" })).toEqual({ hasFolder: true, problems: [] })
  expect(await rendered({ "../a.txt": "a" })).toEqual({ hasFolder: false, problems: ["source.not-extracted"] })
})

test("commands of a skill with shell: powershell are refused", async () => {
  const text = "---\ndescription: Picks.\nshell: powershell\nallowed-tools: Bash(ls:*)\n---\n!`ls`\n"
  const plot = garden({ "home/.agents/skills/pick/SKILL.md": text })
  const { code, out } = await run(plot, "render", ["pick", "--dry-run"])
  expect([code, out]).toEqual([
    1,
    "pick: trust own\ndeny     line 6  ls\n         only commands for bash can be checked before they run",
  ])
})

test("skills and commands without a description are shown correctly", async () => {
  const plot = garden({ [SKILL]: "---\nname: pick\n---\n", "project/.claude/commands/tidy.md": "\n" })
  const { out } = await run(plot, "list", ["--json", "--host", "open"])
  const { skills } = JSON.parse(out) as { skills: readonly { readonly name: string; readonly description: string }[] }
  const of = (name: string) => skills.find((one) => one.name === name)?.description
  expect([of("pick"), of("tidy")]).toEqual(["Skill", "Custom command"])
})

test("a name outside the specification passes lint, but fails with --portable", async () => {
  const plot = garden({ "project/.agents/skills/Pick_It/SKILL.md": skillText("Picks what is asked for.") })
  expect((await run(plot, "lint", [".agents/skills/Pick_It"])).code).toBe(0)
  const strict = await run(plot, "lint", ["--portable", ".agents/skills/Pick_It"])
  expect([strict.code, strict.out.includes("name.not-portable")]).toEqual([1, true])
})

test("doctor begins with the skills that reach the model by name only", async () => {
  const long = "Picks what is asked for, and says why it was picked. ".repeat(20)
  const skills = Array.from({ length: 60 }, (_, at) => [`project/.agents/skills/s${at}/SKILL.md`, skillText(long)])
  const { out } = await run(garden(Object.fromEntries(skills)), "doctor", ["--host", "open"])
  const [first, second] = out.split("\n")
  expect(first).toMatch(/^\d+ of \d+ skills reach the model by name only.* \(open\)$/)
  expect(second).toBe("  shorten descriptions or remove skills; skillet budget shows which")
})

test.each([
  [
    0,
    /^There are no skills here yet; \d+ that come with Skillet reach the model by name only, because the listing is full \(open\)$/,
  ],
  [
    1,
    /^Your skill reaches the model with its description; \d+ that come with Skillet reach it by name only, because the listing is full \(open\)$/,
  ],
  [
    3,
    /^Your 3 skills reach the model with their descriptions; \d+ that come with Skillet reach it by name only, because the listing is full \(open\)$/,
  ],
])("doctor does not alarm the owner of %d skills because there is no room for Skillet's own", async (count, said) => {
  const skills = Array.from({ length: count }, (_, at) => [
    `project/.agents/skills/s${at}/SKILL.md`,
    skillText("Picks what is asked for."),
  ])
  const { out } = await run(garden(Object.fromEntries(skills)), "doctor", ["--host", "open"], 200)
  expect(out.split("\n")[0]).toMatch(said)
})

test("a command that is printed to be pasted is the one that works here, in problems and in closing lines too", async () => {
  const plot = garden({
    "project/.claude/commands/old.md": "---\ndescription: skillet list is its text\n---\nBody.\n",
    [SKILL]: "---\ndescription: Use skillet list when: x\n---\nBody.\n",
    "project/.agents/skills/Upper/SKILL.md": skillText("d"),
  })
  const { out } = await run({ ...plot, program: "./own" }, "doctor", [], 200)
  expect(out.match(/(?:\S+) (?:migrate commands|doctor --all|list)\b/g)).toEqual([
    "skillet list",
    "skillet list",
    "./own migrate commands",
    "./own doctor --all",
  ])
})

test("list counts one command as one", async () => {
  const files = { "project/.claude/commands/old.md": skillText("d"), [SKILL]: skillText("d") }
  const one = await run(garden(files), "list", ["--host", "open"])
  const two = await run(garden({ ...files, "home/.claude/commands/b.md": skillText("d") }), "list", ["--host", "open"])
  expect([one, two].map(({ out, err }) => /\d commands?\b/.exec(out + err)?.[0])).toEqual(["1 command", "2 commands"])
})

test.each([
  [120, "KIND SIZE FILES WHAT WHERE"],
  [80, "KIND SIZE FILES WHERE"],
  [60, "KIND SIZE WHERE"],
])("at %d columns the table of what is stored has %s, and no path is cut", async (width, columns) => {
  const { out } = await run(garden({}), "state", [], width)
  const [head = "", ...rows] = out.split("\n\n")[0]?.split("\n") ?? []
  expect(head.split(/\s+/).join(" ")).toBe(columns)
  expect(rows.filter((row) => row.length > width || row.includes("…"))).toEqual([])
})

test("under an agent's own rules, skills that come with Skillet are found and marked, and are not in its listing", async () => {
  const plot = garden({ "project/.claude/skills/pick/SKILL.md": skillText("Picks apples.") })
  const mark = "Skillet's, not in your agent's listing"
  const under = async (name: string, ...words: readonly string[]) => run(plot, name, [...words, "--host", "claude"])
  expect((await under("list")).out).toMatch(
    /^1 skill \(project\) .*\n\d+ more skills: Skillet's, not in your agent's listing; --all shows them$/m,
  )
  expect((await under("list", "--all")).out).toMatch(/^planner +bundled +not listed /m)
  expect((await under("show", "planner")).out).toContain(`bundled (${mark})`)
  expect((await under("why", "planner")).out).toContain(mark)
  expect((await under("match", "plan a feature in reviewed steps")).err).toContain(mark)
  expect((await under("budget")).out).toMatch(
    /more skills for the model: Skillet's, not in your agent's listing; all of them would cost about [\d,]+ tokens$/,
  )
  expect((await run(plot, "budget", ["--host", "open"])).out).not.toContain(mark)
})

test("on a narrow terminal budget keeps what each entry costs", async () => {
  const { out } = await run(garden({ [SKILL]: skillText("Picks apples.") }), "budget", [], 60)
  expect(out.split("\n").find((line) => line.startsWith("SKILL"))).toMatch(/^SKILL +SHOWN +CHARACTERS/)
})

test("on a narrow terminal doctor breaks its lines between words", async () => {
  const { out } = await run(garden({ [SKILL]: skillText("Picks what is asked for.") }), "doctor", [], 80)
  const long = out.split("\n").filter((line) => line.length > 80 && !line.includes("SKILL.md"))
  expect(long).toEqual([])
})

const GRANTED = "---\nname: pick\ndescription: Picks.\nallowed-tools: [Bash(ls:*), Read]\n---\n!`ls`\n"

test("show prints where a skill is, how far it is trusted and its frontmatter", async () => {
  const plot = garden({ [SKILL]: GRANTED, "project/.agents/skills/pick/run.sh": "ls\n" })
  fs.chmodSync(plot.at("project/.agents/skills/pick/run.sh"), 0o755)
  expect((await run(plot, "show", ["pick", "--host", "open"])).out).toMatchInlineSnapshot(`
    "pick
    Picks.

    file           .agents/skills/pick/SKILL.md
    source         project
    trust          not approved
    status         active
    tokens         5 listed, about 3 when used (7 lines)
    SKILL.md       sha256:…
    all files      sha256:… (for trust add --hash)

    allowed-tools  Bash(ls:*), Read

      SKILL.md  79 bytes
      run.sh     3 bytes, executable"
  `)
})

test("trust add shows what a skill could do and prints a command that approves exactly that", async () => {
  const plot = garden({ [SKILL]: GRANTED })
  expect(await run(plot, "trust add", ["pick", "--host", "open"])).toMatchInlineSnapshot(`
    {
      "code": 1,
      "err": "pick  .agents/skills/pick/SKILL.md
    runs when it is used:
      line 6: ls
    is granted by its own frontmatter:
      Bash(ls:*)
      Read
    The rules of skillet audit found nothing in it; they do not understand prose.
    pick is not approved
      to approve exactly what is there now: skillet trust add pick --hash sha256:…",
      "out": "",
    }
  `)
})

test("version prints only the number, or both versions as JSON", async () => {
  expect(await run(garden(), "version")).toEqual({ code: 0, out: version, err: "" })
  const { out } = await run(garden(), "version", ["--json"])
  expect(JSON.parse(out)).toEqual({ skillet: version, node: process.versions.node })
})
