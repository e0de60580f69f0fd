import { toMap } from "../../text/is-map.ts"
import { openCollector, type Collector, type TranscriptReader } from "../collect-session.ts"
import type { CallOutcome } from "../session.ts"
import { readToolCall } from "../tool-table.ts"
import { readAmount, readText, readTime, type Fields } from "./fields.ts"

/**
 * Reads a session of opencode from its database: first the row of the session, then those of its parts, in their order,
 * each with the role of its message.
 */
export function openOpencodeReader(): TranscriptReader {
  const session = openCollector()
  return {
    take(entry, line) {
      if (entry["part"] === undefined) return noteFacts(session, entry)
      takePart(session, entry, line)
    },
    finish: () => session.finish("opencode"),
  }
}

function noteFacts({ facts, see }: Collector, row: Fields): void {
  facts.id = readText(row["id"])
  facts.parent = readText(row["parent"])
  facts.cwd = readText(row["directory"])
  facts.agent = facts.parent === undefined ? undefined : readText(row["agent"])
  see(readTime(row["created"]))
  see(readTime(row["updated"]))
}

function takePart(session: Collector, { part, role, created }: Fields, line: number): void {
  const fields = toMap(part)
  const at = readTime(created)
  session.see(at)
  const text = readText(fields["text"])
  switch (fields["type"]) {
    case "text":
      if (text === undefined || fields["synthetic"] === true) return
      return session.add({ kind: role === "user" ? "prompt" : "saying", line, at, text })
    case "tool":
      return takeCall(session, fields, { line, at })
    case "compaction":
      return session.addCompaction()
    case "step-finish": {
      const { input, output, reasoning, cache } = toMap(fields["tokens"])
      const { read, write } = toMap(cache)
      session.addTokens({
        read: readAmount(input) + readAmount(write),
        cached: readAmount(read),
        written: readAmount(output) + readAmount(reasoning),
      })
    }
  }
}

function takeCall(
  session: Collector,
  part: Fields,
  spot: { readonly line: number; readonly at: number | undefined },
): void {
  const state = toMap(part["state"])
  const metadata = toMap(state["metadata"])
  const input = toMap(state["input"])
  const tool = readText(part["tool"]) ?? ""
  const id = readText(part["callID"]) ?? ""
  const output = readText(state["output"]) ?? ""
  const exit = typeof metadata["exit"] === "number" ? metadata["exit"] : undefined
  const base = /Base directory for this skill: (?:file:\/\/)?(.+)/.exec(output)?.[1]
  const body =
    /<skill_content[^>]*>\n?(?:# Skill: .*\n+)?([\s\S]*?)(?:\n+Base directory for this skill|\n*<\/skill_content>)/.exec(
      output,
    )?.[1]
  if (tool === "skill")
    session.open(id, {
      kind: "skill",
      ...spot,
      name: readText(input["name"]) ?? "",
      by: "model",
      outcome: "unknown",
      // In a session that was forked the part is new, and says when its call began.
      key: `${id} ${readTime(toMap(state["time"])["start"]) ?? spot.at}`,
    })
  else session.open(id, readToolCall("opencode", { tool, input, ...spot }))
  session.settle(id, {
    outcome: decideOutcome(state["status"], exit),
    exit,
    body: tool === "skill" ? body : undefined,
    path: tool === "skill" ? base : undefined,
    why: readText(state["error"]),
    started: tool === "task" ? readText(metadata["sessionId"]) : undefined,
  })
}

function decideOutcome(status: unknown, exit: number | undefined): CallOutcome {
  if (status === "error") return "failed"
  if (status !== "completed") return "unknown"
  return exit === undefined || exit === 0 ? "ok" : "failed"
}
