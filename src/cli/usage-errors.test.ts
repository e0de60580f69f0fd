import { expect, test } from "vitest"
import type { Io } from "./output.ts"
import { runCli } from "./run-cli.ts"

async function run(...words: readonly string[]) {
  const said: string[] = []
  const io: Io = {
    env: { HOME: "/nonexistent" },
    cwd: "/",
    isTerminal: false,
    width: 80,
    colour: false,
    out: (text) => said.push(text),
    deliver: async (text) => void said.push(text),
    json: (value) => said.push(JSON.stringify(value)),
    err: (text) => said.push(text),
    progress: () => ({ step: () => undefined, say: () => undefined, end: () => undefined }),
  }
  return [await runCli(words, io), ...said]
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
