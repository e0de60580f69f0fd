import { expect, test } from "vitest"
import { readCommand } from "../reading/read-command.ts"
import type { SimpleCommand } from "../reading/words/shell-word.ts"
import { findAssignmentFault, findReadFault, isOwnName, findShellFault } from "./check-around.ts"

function last(text: string): SimpleCommand {
  const command = readCommand(text).commands.at(-1)
  if (command === undefined) throw new Error("no command")
  return command
}

test.each([
  ["NO_COLOR=1 ls", undefined],
  ["LC_ALL=C.UTF-8 ls", undefined],
  [
    "PATH=. ls",
    "a variable assignment before a command can change what it does: leave it out, or ask for a rule that begins with it",
  ],
  [
    "LD_PRELOAD=x ls",
    "a variable assignment before a command can change what it does: leave it out, or ask for a rule that begins with it",
  ],
  ["LC_ALL=C ls", undefined],
  ["LANG=de_DE.utf8 ls", undefined],
  ["LC_ALL=zh_CN.GBK ls", "LC_ALL must name a UTF-8 locale, such as C.UTF-8"],
  ["LANG=ja_JP.SJIS ls", "LANG must name a UTF-8 locale, such as C.UTF-8"],
  ["LANG=zh_TW ls", "LANG must name a UTF-8 locale, such as C.UTF-8"],
  ["TZ=$x ls", "the value of TZ must be plain text"],
  ["LANG=../x ls", "the value of LANG must be plain text"],
])("only variables that change how a program prints may be set before it: %s", (text, fault) => {
  expect(findAssignmentFault(last(text))).toBe(fault)
})

test.each([
  ["export", ["name=1"], false],
  ["export", ["PATH=."], true],
  ["export", [undefined], true],
  ["printf", ["-v", "x"], false],
  ["printf", ["-vPATH", "x"], true],
  ["hash", ["-p", "x", "ls"], true],
  ["ls", ["PATH=."], false],
])("a built-in that changes what other commands run is refused: %s %j", (name, words, isRefused) => {
  expect(findShellFault(name, words) !== undefined).toBe(isRefused)
})

test("a variable in capitals is not the command's own, except those that only change how programs print", () => {
  const names = ["x", "myName", "PATH", "IFS", "LANG", "PATH+", "A[0]"]
  expect(names.filter((name) => isOwnName(name))).toEqual(["x", "myName", "LANG"])
})

test.each([
  ["sort < names.txt", true],
  ["sort < <(ls)", true],
  ["for f in a b; do sort < $f; done", true],
  ["for f in /dev/tcp/x/1; do sort < $f; done", false],
  ["sort < $(ls)", false],
])("a file that is read by redirection is known in advance or refused: %s", (text, isKnown) => {
  const { given, commands } = readCommand(text)
  const faults = commands.map((command) => findReadFault(command, { given, unsettled: false }))
  expect(faults.every((fault) => fault === undefined)).toBe(isKnown)
})
