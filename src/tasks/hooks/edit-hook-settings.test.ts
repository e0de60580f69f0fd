import { expect, test } from "vitest"
import { editHookSettings } from "./edit-hook-settings.ts"
import { hookFiles } from "./hook-files.ts"
import { addHooks, readHookSettings, removeHooks } from "./hook-settings.ts"

const gemini = { host: hookFiles.gemini }
const program = { words: "skillet", isOnPath: true }

function readSettings(text: string) {
  const read = readHookSettings(text)
  if ("wrong" in read) throw new Error(read.wrong)
  return read.settings
}

function addTo(text: string): string {
  const added = addHooks(readSettings(text), program, gemini)
  if ("wrong" in added) throw new Error(added.wrong)
  return editHookSettings(text, added.settings)
}

test.each([
  ["comments", '// mine\n{\n  // the model\n  "model": "x", /* a */\n}\n'],
  ["one line, without an end", '{"security":{"auth":{"selectedType":"gemini-api-key"}}}'],
  ["tabs and hooks of others", '{\n\t"hooks": {\n\t\t"BeforeAgent": [\n\t\t\t{ "hooks": [] }\n\t\t]\n\t}\n}\n'],
  ["Windows line ends", '{\r\n  "a": 1\r\n}\r\n'],
  ["a byte order mark", '\ufeff{\n  "a": [1, 2]\n}\n'],
])("hooks are added to settings with %s and taken out again byte for byte", (_, text) => {
  const added = addTo(text)
  expect(Object.keys(readSettings(added)["hooks"] as object).toSorted()).toEqual([
    "BeforeAgent",
    "PreCompress",
    "SessionEnd",
  ])
  expect(editHookSettings(added, removeHooks(readSettings(added)).settings)).toBe(text)
})

test("an entry for Gemini CLI that would block its prompts if Skillet is missing is replaced", () => {
  const bare = {
    hooks: { BeforeAgent: [{ hooks: [{ type: "command", command: "skillet hook BeforeAgent --host gemini" }] }] },
  }
  const added = addTo(JSON.stringify(bare))
  expect(added.match(/skillet hook BeforeAgent/g)).toHaveLength(1)
  expect(added).toContain("wait $p || exit 0")
  expect(addTo(added)).toBe(added)
})
