import { expect, test } from "vitest"
import { readCommand } from "../../../reading/read-command.ts"
import { resolveWord } from "./resolve-word.ts"

/** The forms of the last word of the last command, with a star where something unknown follows. */
function forms(command: string): readonly string[] | undefined {
  const findings = readCommand(command)
  const word = findings.commands.at(-1)?.words.at(-1)
  if (word === undefined) throw new Error("no word")
  return resolveWord(word, findings)?.map(({ text, whole }) => (whole ? text : `${text}*`))
}

test.each([
  ["git log a", ["a"]],
  ["git log {a,b}c", ["ac", "bc"]],
  ["git log -{1..3}", ["-1", "-2", "-3"]],
  ["git log HEAD@{1}..HEAD@{2}", ["HEAD@{1}..HEAD@{2}"]],
  ["for x in a -b; do git log $x; done", ["a", "-b"]],
  ["for x in a; do for y in $x; do git log --$y; done; done", ["--a"]],
  ['for o in --output="$X"; do git log "$o"; done', ["--output=*"]],
  ["git log --output=$(echo x)", undefined],
  ['git log --output="$(echo x)"', ["--output=*"]],
  ["git log $((1 + 2))", ["0"]],
  ["git log $(git rev-parse HEAD)", ["0"]],
  ['git log "$(git rev-parse --show-toplevel)"', ["/0"]],
  ["git log $(git rev-parse --show-toplevel)", undefined],
  ["git log $(git branch --show-current)", undefined],
  ["git log $(git ls-files)", undefined],
  ["git log $(git rev-parse --abbrev-ref HEAD)", undefined],
  ["git log $(git log --format=%H -1 | head -1)", ["0"]],
  ["git log $(date +%F)", ["0"]],
  ["git log $(whoami)", undefined],
  ["git log $X", undefined],
  ['git log "$X"', undefined],
  ['git log a"$X"', ["a*"]],
  ["git log a$X", undefined],
  ['git log "$@"', undefined],
  ["git log *", undefined],
  ["git log src/*", ["src/*"]],
  ["for x in '*'; do git log $x; done", undefined],
  ["for x in 'a b'; do git log $x; done", undefined],
  ["for x in 'a b'; do git log \"$x\"; done", ["a b"]],
  ["git log ${x:-a}", undefined],
  ["for x in a; do git log ${x:+*}; done", undefined],
  ["for x in $x; do git log $x; done", undefined],
  ["git log ~/a", ["/0/a"]],
])("%s", (command, expected) => {
  expect(forms(command)).toEqual(expected)
})

test("if a built-in sets a variable, no variable is known", () => {
  const findings = readCommand("for x in a; do git log $x; done")
  const word = findings.commands.at(-1)?.words.at(-1)
  expect(word === undefined ? "" : resolveWord(word, { given: findings.given, unsettled: true })).toBeUndefined()
})
