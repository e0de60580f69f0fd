import { expect, test } from "vitest"
import { judgeOption } from "../judge-option.ts"
import { findEntry, isKnownProgram, programTable } from "./find-entry.ts"
import { classifyProgram } from "./runners.ts"

test("no name is in the table twice, and no program that runs others is in it", () => {
  const names = programTable.flatMap(({ of }) => of)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  expect(names.filter((name) => !name.includes(" ") && classifyProgram(name) !== undefined)).toEqual([])
})

test("an option whose value may be missing never takes the next word for it", () => {
  const optional = ["--abbrev", "--color", "--pretty", "--unified", "--stat", "--decorate", "--word-diff", "--dirstat"]
  const found = findEntry("git", ["git", "log"])
  if (found.kind !== "entry") throw new Error("git log is gone")
  const { entry } = found
  expect(optional.map((text) => judgeOption(entry, { text, whole: true }).kind)).toEqual(optional.map(() => "flag"))
})

test.each([
  ["sort -uo", "writes"],
  ["sort --outp", "unknown"],
  ["sort -t, -x", "unknown"],
  ["tar -xI", "runs"],
  ["curl -:O", "unknown"],
  ["find -exec", "unknown"],
  ["make -C", "elsewhere"],
  ["git log --ext-diff", "unknown"],
  ["npm run -script-shell=x", "unknown"],
  ["npm run --config.script-shell=x", "unknown"],
])("%s is not known to be harmless: %s", (command, why) => {
  const words = command.split(" ")
  const found = findEntry(words[0] ?? "", words)
  if (found.kind !== "entry") throw new Error(`${command} is not in the table`)
  expect(judgeOption(found.entry, { text: words.at(-1) ?? "", whole: true })).toMatchObject({ kind: "fault", why })
})

test.each([
  "choom",
  "gdb-multiarch",
  "zsh-static",
  "ruby3.1",
  "gtimeout",
  "python3.12",
  "octave-cli",
  "ld-linux-x86-64.so.2",
])("%s runs what it is given", (program) => {
  expect(classifyProgram(program)).toBeDefined()
  expect(isKnownProgram(program)).toBe(false)
})
