import { expect, test } from "vitest"
import { readCarriedOptions } from "./carried-options.ts"
import { commandEntries } from "./commands.ts"
import { findCommand } from "./find-command.ts"
import { cutLeadingOptions } from "./parsing/leading-options.ts"
import { catalogCommands, renderHint } from "./render-hint.ts"

function hint(text: string, line: string, program = "npx skillet"): string {
  const words = line.split(" ")
  const nameCommand = (named: readonly string[]) => findCommand(named)?.entry.name
  const carried = { ...readCarriedOptions(words, "/home/ada"), nameCommand }
  return renderHint(text, { cwd: "/home/ada", program: () => program, carried })
}

test.each([
  ["list", "npx skillet doctor"],
  ["list --cwd ../shop", "npx skillet --cwd ../shop doctor"],
  ["list --cwd=../shop --host claude", "npx skillet --cwd ../shop --host claude doctor"],
  ["list --cwd .", "npx skillet doctor"],
  ["list --cwd a --cwd /home/ada", "npx skillet doctor"],
  ["shell check -- list --cwd x", "npx skillet doctor"],
  ["list --skills-dir a's --skills-dir b", "npx skillet --skills-dir 'a'\\''s' --skills-dir b doctor"],
])("after %j a printed command looks where that command line looked", (line, printed) => {
  expect(hint("skillet doctor", line)).toBe(printed)
})

test("every command in a hint gets the options, except those about usage and help", () => {
  const line = "run list --cwd shop"
  expect(hint("skillet run show r-1 shows it, and skillet list --all more", line)).toBe(
    "npx skillet --cwd shop run show r-1 shows it, and npx skillet --cwd shop list --all more",
  )
  expect(hint("usage: skillet run list [--all]", line)).toBe("usage: npx skillet run list [--all]")
  expect(hint("skillet run --help lists the commands", line)).toBe("npx skillet run --help lists the commands")
  expect(hint("skillet run list --help lists the options", line)).toBe("npx skillet run list --help lists the options")
  expect(hint("skillet help lists the commands", line)).toBe("npx skillet help lists the commands")
})

test("directories of skills are repeated only for commands that take them", async () => {
  expect(hint("skillet run list, skillet why deploy", "list --add-dir x")).toBe(
    "npx skillet run list, npx skillet --add-dir x why deploy",
  )
  const taking: string[] = []
  for (const { name, load } of commandEntries) if ("skills-dir" in (await load()).options) taking.push(name)
  expect([...catalogCommands].toSorted()).toEqual(taking.toSorted())
})

test("options before the command's name are cut from it", () => {
  expect(cutLeadingOptions(["--cwd", "shop", "--host=claude", "run", "list", "--cwd", "x"])).toEqual({
    leading: ["--cwd", "shop", "--host=claude"],
    rest: ["run", "list", "--cwd", "x"],
  })
  expect(cutLeadingOptions(["--json", "list"])).toEqual({ leading: [], rest: ["--json", "list"] })
  expect(cutLeadingOptions(["--cwd"])).toEqual({ leading: ["--cwd"], rest: [] })
})
