import { describe, expect, test } from "vitest"
import { clientHosts, listServerWords, planClientFile } from "./plan-client-file.ts"

function change(asked: Parameters<typeof planClientFile>[0]): string | undefined {
  const plan = planClientFile(asked)
  if (plan.kind !== "change") throw new Error(JSON.stringify(plan))
  return plan.text
}

const BEFORE = {
  claude: ['{\n  "mcpServers": {\n    "other": {\n      "command": "x"\n    }\n  }\n}\n', '{\n\t"a": 1 // one\n}\n'],
  gemini: ['{\n  "theme": "dark"\n}', "{}\n"],
  opencode: ['{\n  "mcp": {\n    "a": {\n      "type": "remote"\n    }\n  }\n}\n', '{\n  "model": "m"\n}\n'],
  codex: ['model = "m"\n\n[mcp_servers.other]\ncommand = "x"\n', "# only a comment\n"],
}

describe.each(clientHosts)("the configuration of %s", (host) => {
  const words = listServerWords(["/usr/bin/node", "/a b/cli.cjs"], host)
  test("names our server once, and is the same bytes again when that is undone", () => {
    for (const before of [undefined, ...BEFORE[host]]) {
      if (before === "{}\n") continue
      const text = change({ host, text: before, words, isUndo: false })
      expect(text).toContain("/a b/cli.cjs")
      expect(planClientFile({ host, text, words, isUndo: false })).toEqual({ kind: "none" })
      expect(change({ host, text, words, isUndo: true })).toBe(before)
      const moved = change({ host, text, words: listServerWords(["skillet"], host), isUndo: false })
      expect([moved?.includes("/a b/"), moved?.includes("skillet")]).toEqual([false, true])
    }
    expect(planClientFile({ host, text: undefined, words, isUndo: true })).toEqual({ kind: "none" })
  })
})

test.each([
  ["claude", "{ mine }", "it is not JSON"],
  ["claude", "[]", "it is not a JSON object"],
  ["gemini", '{"mcpServers":[]}', "mcpServers is not a map"],
  ["gemini", '{"mcpServers":{"skillet":{"command":"mine"}}}', "mcpServers.skillet is not from Skillet"],
  ["codex", "[mcp_servers.skillet]\n", "[mcp_servers.skillet] is not from Skillet"],
  [
    "codex",
    "# skillet mcp: begin, written by skillet init\n",
    '"# skillet mcp: begin, written by skillet init" has no end',
  ],
  ["codex", "a = 1", "its last line does not end"],
] as const)("what %s has in %j is not touched: %s", (host, text, why) => {
  expect(planClientFile({ host, text, words: ["skillet", "mcp"], isUndo: false })).toEqual({ kind: "wrong", why })
})
