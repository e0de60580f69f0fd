import { describe, expect, test } from "vitest"
import { findCodeInputFault, findPlacementFault, takesCode } from "./find-placement-fault.ts"

const OPTION = "an argument that begins with a hyphen would be taken as an option"
const CODE = "an argument is used where the program would execute it as code"

test.each<[string, string, string | undefined]>([
  ["VALUE x", "ls", "a value would determine which program runs"],
  ["bash -c VALUE", "ls", CODE],
  ["sed VALUE f", "p", CODE],
  ["cat VALUE", "a.txt", undefined],
  ["git log VALUE", "--output=x", OPTION],
  ["git log -- VALUE", "--output=x", undefined],
  ["npm run test -- VALUE", "--x", OPTION],
  ["curl -- VALUE", "-o", OPTION],
  ["echo VALUE", "-n", undefined],
])("a value names no program, is not code and begins no option: %s with %s", (command, value, fault) => {
  const words = command.split(" ")
  expect(findPlacementFault({ words, at: words.indexOf("VALUE"), begins: value })).toBe(fault)
})

test.each([
  [["cat a", "grep b"], false],
  [["cat a", "bash"], true],
  [["cat a", "xargs ls"], true],
])("no value is passed to a program that runs its input: %j", (commands, isRefused) => {
  expect(findCodeInputFault(commands.map((each) => each.split(" "))) !== undefined).toBe(isRefused)
})

/** X marks the word in question. */
function ask(command: string): boolean {
  const words = command.split(" ")
  return takesCode(
    words,
    words.findIndex((word) => word.includes("X")),
  )
}

describe("a word that is read as code or evaluated", () => {
  test.each([
    "X a",
    "bash -c X",
    "sh -ec X",
    "/bin/zsh -c X",
    "dash X",
    "bash -c code _ X",
    "eval X",
    "let X",
    "[ -v X ]",
    "test -v X",
    "[ X a[1] ]",
    "[[ a -eq X ]]",
    "declare X",
    "export A=X",
    "unset X",
    "printf -v X a",
    "printf X a",
    "read X",
    "mapfile X",
    "sed X f",
    "sed -n -e X f",
    "sed -e p -e X f",
    "sed --expression=X f",
    "awk X f",
    "awk -F : X f",
    "gawk -e X f",
    "perl -ne X f",
    "python3 -c X",
    "python3.12 -c X",
    "ruby -e X",
    "node -p X",
    "php -r X",
    "lua -e X",
    "find . -exec sh X ;",
    "find . -exec ls X",
    "xargs X",
    "xargs -0 X",
    "xargs -n 1 sh -c X",
    "env X",
    "env A=X ls",
    "env -S X",
    "timeout 5 X",
    "timeout -k 1 5 bash -c X",
    "nice -n 5 sed X f",
    "sudo X",
    "ssh host X",
    "su -c X",
    "watch X",
    "git -c X log",
    "git X",
    "git config a X",
    "git rebase --exec X",
    "git grep --open-files-in-pager=X a",
    "make --eval X",
    "make V=X",
    "jq X f",
    "jq -r X f",
    "psql -c X",
    "mysql -e X",
    "sqlite3 db X",
    "osascript -e X",
    "powershell -c X",
    "trap X EXIT",
    "source X",
    ". X",
    "tar cf a --to-command=X",
    "sort --compress-program X f",
    "A=1 bash -c X",
    "/lib64/ld-linux-x86-64.so.2 X",
  ])("%s", (command) => expect(ask(command)).toBe(true))

  test("a place that does not exist", () => expect(takesCode(["ls"], 3)).toBe(true))
})

describe("a word that is only data", () => {
  test.each([
    "ls X",
    "echo a X",
    "grep -n X f",
    "git log X",
    "git log --grep X",
    "git show X",
    "printf %s X",
    "[ -f X ]",
    "test a = X",
    "sed p X",
    "sed -n 1p X",
    "sed -n -e p X",
    "jq -r .a X",
    "awk 1 X",
    "awk -v n=X 1 f",
    "find X -name a",
    "find . -name X",
    "find . -exec ls {} ; -name X",
    "python3 tool.py X",
    "bash run.sh X",
    "timeout 5 ls X",
    "nice -n 5 ls X",
    "env A=1 ls X",
    "jq .a X",
    "jq --arg a X .a",
    "npm run build X",
    "A=1 ls X",
  ])("%s", (command) => expect(ask(command)).toBe(false))
})
