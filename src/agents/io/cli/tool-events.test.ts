import { expect, test } from "vitest"
import type { AgentCli } from "./agent-cli.ts"
import { claudeCli } from "./claude-cli.ts"
import { codexCli } from "./codex-cli.ts"
import { geminiCli } from "./gemini-cli.ts"
import { opencodeCli } from "./opencode-cli.ts"

const input = { file_path: "src/money.js" }

/** What each CLI was observed to print while it reads one file and fails to read another. */
const streams: readonly (readonly [AgentCli, readonly Readonly<Record<string, unknown>>[]])[] = [
  [
    claudeCli,
    [
      { type: "assistant", message: { content: [{ type: "tool_use", id: "t1", name: "Read", input }] } },
      { type: "user", message: { content: [{ type: "tool_result", tool_use_id: "t1", content: "1 export" }] } },
      { type: "assistant", message: { content: [{ type: "tool_use", id: "t2", name: "Read", input }] } },
      {
        type: "user",
        message: { content: [{ type: "tool_result", tool_use_id: "t2", content: "no such file", is_error: true }] },
      },
    ],
  ],
  [
    codexCli,
    [
      { type: "item.started", item: { id: "t1", type: "command_execution", command: "cat src/money.js" } },
      {
        type: "item.completed",
        item: { id: "t1", type: "command_execution", aggregated_output: "1 export", status: "completed" },
      },
      { type: "item.started", item: { id: "t2", type: "command_execution", command: "cat nowhere" } },
      {
        type: "item.completed",
        item: { id: "t2", type: "command_execution", aggregated_output: "no such file", status: "failed" },
      },
    ],
  ],
  [
    geminiCli,
    [
      { type: "tool_use", tool_id: "t1", tool_name: "read_file", parameters: input },
      { type: "tool_result", tool_id: "t1", status: "success", output: "1 export" },
      { type: "tool_use", tool_id: "t2", tool_name: "read_file", parameters: input },
      { type: "tool_result", tool_id: "t2", status: "error", output: "no such file" },
    ],
  ],
  [
    opencodeCli,
    [
      {
        type: "tool_use",
        part: { callID: "t1", tool: "read", state: { status: "completed", input, output: "1 export" } },
      },
      {
        type: "tool_use",
        part: { callID: "t2", tool: "read", state: { status: "error", input, error: "no such file" } },
      },
    ],
  ],
]

test.each(streams.map(([cli, lines]) => ({ name: cli.name, cli, lines })))(
  "$name: each use of a tool is told with what came of it",
  ({ cli, lines }) => {
    const reader = cli.reader()
    const events = lines.flatMap((line) => reader.read(line))
    expect(events.map((event) => [event.kind, "id" in event ? event.id : ""])).toEqual([
      ["tool_call", "t1"],
      ["tool_result", "t1"],
      ["tool_call", "t2"],
      ["tool_result", "t2"],
    ])
    expect(events.filter(({ kind }) => kind === "tool_result")).toMatchObject([
      { text: "1 export", isError: false },
      { text: "no such file", isError: true },
    ])
    expect(JSON.stringify(events[0])).toContain("src/money.js")
    expect(reader.end()).toBeUndefined()
  },
)
