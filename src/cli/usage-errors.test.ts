import { expect, test } from "vitest"
import { runCli } from "./run-cli.ts"
import { recordIo } from "../../test/record-io.ts"

async function run(...words: readonly string[]) {
  const { io, out } = recordIo({ env: { HOME: "/nonexistent" }, cwd: "/" })
  return [await runCli(words, { ...io, err: io.out }), ...out]
}

test.each([
  [
    ["init", "--host", "open"],
    ["skillet: Skillet has no hooks for open", "  use --host claude, codex, opencode or gemini"],
  ],
  [["init"], ["skillet: --host is missing", "  use --host claude, codex, opencode or gemini"]],
  [
    ["list", "--host", "nope"],
    [
      'skillet: --host: "nope" is not a valid value',
      expect.stringContaining("use auto, open, claude, codex, opencode, gemini"),
    ],
  ],
  [
    ["new", "Tidy_Up"],
    [
      'skillet: the name "Tidy_Up" has capital letters',
      "  code name.rules",
      "  use lower-case letters, digits and single hyphens, at most 64",
    ],
  ],
  [
    ["state", "foo"],
    ['skillet: there is no command "state foo"', "  try skillet state prune"],
  ],
])("%j is a usage error that says what can be written", async (words, said) => {
  expect(await run(...words)).toEqual([2, ...said])
})
