import { expect, test } from "vitest"
import { openLookup } from "../../../../workflow/template.ts"
import { decideCommand } from "../../../../shell/judge/decide-command.ts"
import { fillCommand, explainNotFilled } from "./commands.ts"

const filled = (command: string, x: string) => fillCommand(command, openLookup({ params: { x } }))

test.each([
  { command: "test -f {{params.x}}", x: "a || true", is: "test -f 'a || true'" },
  { command: "test -f {{params.x}}", x: "it's; id", is: "test -f 'it'\\''s; id'" },
  { command: 'test -f "{{params.x}}"', x: '" || $(id) `id` \\', is: 'test -f "\\" || \\$(id) \\`id\\` \\\\"' },
  { command: "test -f '{{params.x}}'", x: "' || true", is: "test -f ''\\'' || true'" },
  { command: `test "it's" {{params.x}}`, x: "a b", is: `test "it's" 'a b'` },
  { command: "test -f {{params.x}}.md", x: "docs/plan-1", is: "test -f docs/plan-1.md" },
  { command: "npm test {{params.x}}", x: "", is: "npm test" },
  { command: "test -f {{params.x}}", x: "", is: "test -f ''" },
  { command: "git grep -q -- {{params.x}}", x: "--help", is: "git grep -q -- --help" },
  { command: "git log --author={{params.x}}", x: "-a b", is: "git log --author='-a b'" },
  { command: "test -f {{params.x}}", x: "a.md\n", is: "test -f a.md" },
])("$x in $command stays one word", ({ command, x, is }) => {
  expect(filled(command, x)).toBe(is)
})

test.each([
  { command: "npm run test {{params.x}}", x: "--help", why: "an option" },
  { command: "npm run test -- {{params.x}}", x: "--help", why: "an option of the script" },
  { command: "grep -q {{params.x}} notes.md", x: "--version", why: "an option that ends well" },
  { command: "npm run test -{{params.x}}", x: "h", why: "an option, glued" },
  { command: "[[ {{params.x}} -gt 0 ]]", x: "1", why: "evaluated" },
  { command: "(( {{params.x}} > 0 ))", x: "1", why: "evaluated" },
  { command: "echo $(( {{params.x}} + 1 ))", x: "1", why: "evaluated" },
  { command: "n={{params.x}}; echo $((n + 1))", x: "a[$(id)]", why: "kept, then evaluated" },
  { command: "n={{params.x}} npm test", x: "1", why: "kept in a variable" },
  { command: "for f in {{params.x}}; do sed $f x; done", x: "a", why: "kept by a loop" },
  { command: "bash -c 'echo {{params.x}}'", x: "a", why: "code" },
  { command: 'sed "s/a/{{params.x}}/" f', x: "b/e", why: "code" },
  { command: "echo {{params.x}} | bash", x: "id", why: "code by a pipe" },
  { command: "echo {{params.x}} | xargs git log", x: "--output=f", why: "words by a pipe" },
  { command: "make {{params.x}}", x: "SHELL=./evil", why: "evaluated by make" },
  { command: "npm test > {{params.x}}", x: ".bashrc", why: "a file to write" },
  { command: "{{params.x}} --version", x: "id", why: "a program" },
  { command: "npm test `echo {{params.x}}`", x: "a", why: "a substitution" },
  { command: "test -v {{params.x}}", x: "a[$(id)]", why: "a subscript" },
])("$x in $command is refused: $why", ({ command, x }) => {
  const text = filled(command, x)
  expect(explainNotFilled(text)).toBeDefined()
  expect(decideCommand(text, { allow: ["Bash"] }).decision).toBe("deny")
})

test("an answer never becomes the command of a gate", () => {
  const command = fillCommand("{{values.x}}", openLookup({ values: { x: "npm test" } }))
  expect(explainNotFilled(command)).toBe("a value would determine which program runs")
})

test("a command that is a single placeholder is used as it is", () => {
  expect([filled("{{params.x}}", "npm test -- a"), filled(" {{params.x}} ", " "), filled("npm test", "a")]).toEqual([
    "npm test -- a",
    "",
    "npm test",
  ])
})
