import { expect, test } from "vitest"
import { commandEntries } from "../src/cli/commands.ts"
import { catalogOptions } from "../src/cli/parsing/common-options.ts"
import { groupAbouts, topics } from "../src/cli/topics.ts"
import { renderGroup, renderHelp, renderOverview } from "../src/cli/help.ts"

test.each(commandEntries.map((entry) => [entry.name, entry] as const))(
  "the help of %s has two examples and has at most 40 lines",
  async (_, entry) => {
    const command = await entry.load()
    const under = commandEntries.map(({ name }) => name).filter((name) => name.startsWith(`${entry.name} `))
    const lines = renderHelp(entry, command, under).split("\n")
    expect(entry.about).toMatch(/^[a-z].*[^.]$/)
    expect(command.more ?? "A sentence.").toMatch(/^\S.*\.$/)
    expect(command.examples.length).toBeGreaterThanOrEqual(2)
    expect(command.examples.every(({ line, about }) => /(?:^|\| )skillet /.test(line) && about !== "")).toBe(true)
    expect(lines.length).toBeLessThanOrEqual(40)
  },
)

test("the overview has every command in one topic, by its name or its group's", () => {
  const firstWords = [...new Set(commandEntries.map(({ name }) => name.split(" ")[0]))]
  expect(topics.flatMap(({ words }) => words).toSorted()).toEqual(firstWords.toSorted())
  const overview = renderOverview(commandEntries, { topics, groupAbouts })
  expect(firstWords.filter((word) => overview.split(`\n  ${word} `).length !== 2)).toEqual([])
  expect(overview.split("\n").length).toBeLessThan(93)
})

test("the help of a command lists the commands that begin with it", async () => {
  const entry = commandEntries.find(({ name }) => name === "state")
  const help = entry === undefined ? "" : renderHelp(entry, await entry.load(), ["state prune"])
  expect(help.split("\n")[0]).toMatch(/ See also: skillet state prune\.$/)
})

test("money is --max-cost in every help, and --budget is always tokens", async () => {
  const helps = await Promise.all(
    commandEntries.map(async (entry) => ({ name: entry.name, help: renderHelp(entry, await entry.load()) })),
  )
  const having = (pattern: RegExp) => helps.flatMap(({ name, help }) => (pattern.test(help) ? [name] : []))
  expect(having(/ --max-cost DOLLARS /)).toEqual([
    "audit",
    "review",
    "run start",
    "run drive",
    "loop",
    "schedule add",
    "orchestrate",
  ])
  expect(having(/DOLLARS|dollars/)).toEqual(having(/--max-cost/))
  expect(having(/--max-money/)).toEqual([])
  expect(having(/--budget/)).toEqual(["wake", "prompt-block"])
})

test("every command that takes names of skills takes the same options for where skills are", async () => {
  const commands = await Promise.all(commandEntries.map(async ({ name, load }) => ({ name, command: await load() })))
  const takesNames = ({ command: { arguments: named, options } }: (typeof commands)[number]) =>
    named.completes === "skill" ||
    named.what === "files, directories or names" ||
    Object.values(options).some((option) => "completes" in option && option.completes === "skill")
  // A pin is for wake-ups, and hooks wake agents without options.
  const concerned = commands.filter((one) => takesNames(one) && one.name !== "pin update")
  const lacking = concerned.flatMap(({ name, command }) => {
    const missing = Object.keys(catalogOptions).filter((option) => !Object.hasOwn(command.options, option))
    return missing.length === 0 ? [] : [`${name}: ${missing.join(", ")}`]
  })
  expect(lacking).toEqual([])
  expect(concerned.length).toBeGreaterThan(8)
})

test("the help of a group shows its commands, and not the general introduction", () => {
  const help = renderGroup("pin", [{ name: "pin list", about: "list them" }])
  expect(help).toBe(
    "Usage: skillet pin COMMAND …\n\nCommands:\n  pin list  list them\n\nskillet pin COMMAND --help has the details.",
  )
})
