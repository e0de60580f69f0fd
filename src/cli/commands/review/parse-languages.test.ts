import { expect, test } from "vitest"
import { UsageError } from "../../parsing/usage-error.ts"
import { parseLanguages } from "./parse-languages.ts"

test("languages are named by their ids or as people write them", () => {
  expect(parseLanguages("go, C#,shell")).toEqual(["go", "csharp", "bash"])
})

test.each([
  ["golang", "use go"],
  ["sh", "use shell"],
  [".py", "use python"],
  ["pyhton", "use python"],
])("for %s, the language that was meant is suggested", (word, next) => {
  expect(refuse(word)).toEqual([`--allow-unchecked: no language is called "${word}"`, next])
})

test("for a word that is like no language, all of them are listed", () => {
  expect(refuse("zzz")[1]).toMatch(/^these are known: c, c#, .*\bgo, .*\bzig$/)
})

function refuse(word: string): readonly (string | undefined)[] {
  try {
    parseLanguages(word)
  } catch (error) {
    if (error instanceof UsageError) return [error.message, error.next]
  }
  throw new Error(`${word} was accepted`)
}
