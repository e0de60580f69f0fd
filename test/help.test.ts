import { expect, test } from "vitest"
import { commandEntries, groupAbouts } from "../src/doors/cli/commands.ts"
import { renderGroup, renderHelp, renderOverview } from "../src/doors/cli/help.ts"

test.each(commandEntries.map((entry) => [entry.name, entry] as const))(
  "the help of %s has two examples and stays under 40 lines",
  async (_, entry) => {
    const command = await entry.load()
    const lines = renderHelp(entry, command).split("\n")
    expect(entry.about).toMatch(/^[a-z].*[^.]$/)
    expect(command.more ?? "A sentence.").toMatch(/^\S.*\.$/)
    expect(command.examples.length).toBeGreaterThanOrEqual(2)
    expect(command.examples.every(({ line, about }) => /(?:^|\| )skillet /.test(line) && about !== "")).toBe(true)
    expect(lines.length).toBeLessThan(40)
  },
)

test("the overview names every command or its group, and stays short", () => {
  const overview = renderOverview(commandEntries, groupAbouts)
  const names = commandEntries.map(({ name }) => {
    const [group = ""] = name.split(" ")
    return Object.hasOwn(groupAbouts, group) && group !== name ? `${group} …` : name
  })
  expect(names.filter((name) => !overview.includes(`  ${name} `))).toEqual([])
  expect(overview.split("\n").length).toBeLessThan(55)
})

test("an option that is another name of one is named there", async () => {
  const entry = commandEntries.find(({ name }) => name === "review")
  const help = entry === undefined ? "" : renderHelp(entry, await entry.load())
  expect(help).toMatch(/--max-cost DOLLARS .* \(also --budget\)/)
  expect(help).not.toContain("  --budget")
})

test("the help of a group shows its commands, and not what the whole is for", () => {
  const help = renderGroup("pin", [{ name: "pin list", about: "list them" }])
  expect(help).toBe(
    "Usage: skillet pin COMMAND …\n\nCommands:\n  pin list  list them\n\nskillet pin COMMAND --help tells more.",
  )
})
