import { expect, test } from "vitest"
import { readCommand } from "../../shell/reading/read-command.ts"
import { testFault } from "./check-test.ts"

test.each([
  ["[ -f a.txt ]", undefined],
  ["test a = b", undefined],
  ['[ -n "$x" ]', undefined],
  ['[ ! "$x" = y ]', undefined],
  ["[ -v name ]", undefined],
  ["[ -v 'a[$(id)]' ]", "[ -v … ] evaluates a subscript: give it a plain name"],
  ['test -R "$x"', "[ -R … ] evaluates a subscript: give it a plain name"],
  ["[ -n $x ]", 'a value in [ … ] is not quoted: write "$name"'],
  ['[ "$x" "$y" ]', "[ … ] compares too much at once: use one comparison in each, joined with &&"],
  ['[ -n "$x" -a "$y" = z ]', "[ … ] compares too much at once: use one comparison in each, joined with &&"],
])("a test compares and evaluates nothing: %s", (text, fault) => {
  expect(testFault(readCommand(text).commands[0]?.words ?? [])).toBe(fault)
})
