import fs from "node:fs"
import path from "node:path"
import { describe, expect, test } from "vitest"
import { splitFile } from "../src/audit/rules/reading/split-passages.ts"
import { type CommandUse, decideCommandUse } from "../src/audit/rules/reading/decide-command-use.ts"

interface Written {
  readonly attacks: readonly Phrase[]
  readonly harmless: readonly Phrase[]
}
interface Phrase {
  readonly path?: string
  /** COMMAND is the placeholder for the command. */
  readonly text: string
}

const COMMAND = "rm -rf ~/x"
const written: Written = JSON.parse(fs.readFileSync(path.resolve(import.meta.dirname, "audit-set/talk.json"), "utf8"))

function useIn({ path: file = "SKILL.md", text }: Phrase): CommandUse {
  const whole = text.replace("COMMAND", COMMAND)
  const passages = splitFile({ path: file, text: whole, executable: false, size: whole.length })
  const passage = passages.find((one) => one.text.includes(COMMAND))
  if (passage === undefined) throw new Error("no passage has the command")
  return decideCommandUse(passage, passage.text.indexOf(COMMAND))
}

const named = (phrases: readonly Phrase[]) => phrases.map((one) => [one.text.replace(/\s+/g, " "), one] as const)

describe("a warning word near a command does not excuse it", () => {
  test.each(named(written.attacks))("%s", (_text, phrase) => expect(useIn(phrase)).toBe("runs"))
})

describe("a command that the text warns against, blocks or searches for does not count as requested", () => {
  test.each(named(written.harmless))("%s", (_text, phrase) => expect(useIn(phrase)).not.toBe("runs"))
})

test("there are at least twenty of each", () => {
  expect(Math.min(written.attacks.length, written.harmless.length)).toBeGreaterThanOrEqual(20)
})
