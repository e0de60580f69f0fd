import { expect, test } from "vitest"
import { inputFault, placementFault } from "./placement-fault.ts"

const OPTION = "an argument that begins with a hyphen would be an option"
const CODE = "an argument is where the program would run it as code"

test.each<[string, string, string | undefined]>([
  ["VALUE x", "ls", "a value would name the program"],
  ["bash -c VALUE", "ls", CODE],
  ["sed VALUE f", "p", CODE],
  ["cat VALUE", "a.txt", undefined],
  ["git log VALUE", "--output=x", OPTION],
  ["git log -- VALUE", "--output=x", undefined],
  ["npm run test -- VALUE", "--x", OPTION],
  ["curl -- VALUE", "-o", OPTION],
  ["echo VALUE", "-n", undefined],
])("a value names no program, is no code and begins no option: %s with %s", (command, value, fault) => {
  const words = command.split(" ")
  expect(placementFault({ words, at: words.indexOf("VALUE"), begins: value })).toBe(fault)
})

test.each([
  [["cat a", "grep b"], false],
  [["cat a", "bash"], true],
  [["cat a", "xargs ls"], true],
])("no value goes where a program runs what it reads: %j", (commands, isRefused) => {
  expect(inputFault(commands.map((each) => each.split(" "))) !== undefined).toBe(isRefused)
})
