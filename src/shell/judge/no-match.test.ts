import { expect, test } from "vitest"
import { saysNo } from "./no-match.ts"

test.each([
  "grep foo f",
  'grep -E "a|b" f',
  "grep 'a;b&c' f",
  "LC_ALL=C grep foo f",
  "env LC_ALL=C grep foo f",
  "command grep foo f",
  "/usr/bin/grep foo f",
  "git grep foo",
  "git --no-pager grep foo",
  "git diff --quiet",
  "git config --get user.name",
  "cat f | grep foo",
  "cat f; grep foo f",
  "grep foo f && echo found",
  "[ -f a ]",
  "[[ -f a ]]",
  "! grep foo f",
  "(grep foo f)",
  "{ grep foo f; } 2>/dev/null",
  "if true; then grep foo f; fi",
  "rg foo || grep foo f",
  "diff a b",
  "jq -e .a f",
  "set -o pipefail; grep foo f | grep bar",
])("exit 1 of %s means no match", (command) => {
  expect(saysNo(command, 1)).toBe(true)
})

test.each([
  "cat f",
  "grep foo f | head -1",
  "grep foo f; cat g",
  "grep foo f || cat g",
  "grep foo f && cat g",
  "git diff",
  "git log",
  "echo 'x | grep foo'",
  "jq .a f",
  "npm test # grep",
  "set -o pipefail; cat f | grep bar",
  "grep 'foo",
  "x=1",
  "$X foo",
])("exit 1 of %s is a failure", (command) => {
  expect(saysNo(command, 1)).toBe(false)
})

test("other codes never mean no match", () => {
  expect([saysNo("grep foo f", 2), saysNo("grep foo f", 127), saysNo("grep foo f", null)]).toEqual([
    false,
    false,
    false,
  ])
})
