import { expect, test } from "vitest"
import { lookupIn } from "../../workflow/template.ts"
import { fillCommand } from "./fill-command.ts"

const filled = (command: string, x: string) => fillCommand(command, lookupIn({ params: { x } }))

test.each([
  { command: "test -f {{params.x}}", x: "a || true", is: "test -f 'a || true'" },
  { command: "test -f {{params.x}}", x: "it's; id", is: "test -f 'it'\\''s; id'" },
  { command: 'test -f "{{params.x}}"', x: '" || $(id) `id` \\', is: 'test -f "\\" || \\$(id) \\`id\\` \\\\"' },
  { command: "test -f '{{params.x}}'", x: "' || true", is: "test -f ''\\'' || true'" },
  { command: `test "it's" {{params.x}}`, x: "a b", is: `test "it's" 'a b'` },
  { command: "test -f {{params.x}}.md", x: "docs/plan-1", is: "test -f docs/plan-1.md" },
  { command: "npm test {{params.x}}", x: "", is: "npm test" },
  { command: "test -f {{params.x}}", x: "a.md\n", is: "test -f a.md" },
])("$x in $command stays one word", ({ command, x, is }) => {
  expect(filled(command, x)).toBe(is)
})

test("a command that is one place is taken as it is", () => {
  expect([filled("{{params.x}}", "npm test -- a"), filled(" {{params.x}} ", " "), filled("npm test", "a")]).toEqual([
    "npm test -- a",
    "",
    "npm test",
  ])
})
