import fs from "node:fs"
import path from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { expect, test } from "vitest"
import { garden, skillText } from "../plant.ts"
import { skillet } from "./run-cli.ts"

const tracer = path.join(import.meta.dirname, "driven/trace-chunks.cjs")

interface Chunk {
  readonly name: string
  readonly bytes: number
}

/** Sizes are rounded to this many kilobytes, so that only a change worth a look changes the snapshot. */
const STEP = 50

/** Each file more costs a start half a millisecond or more. Check a change, then accept it with `-u`. */
test("each main command loads these files of the build, about this large in all", async () => {
  const { options, root } = garden({
    "project/.claude/skills/a/SKILL.md": skillText("d"),
    "project/src/a.js": "export const one = 1\n",
    "project/outcome.md": "Expected: fast\nObserved: slow\nWhere: here\nWhen: now\nExtent: all\n",
  })
  // What was written in the last tenth of a second is read again, because it may be written twice at the same time.
  await wait(500)
  const traced = path.join(root, "chunks.json")
  const trace = (words: readonly string[], input = "") => {
    const env = { ...options.env, NODE_OPTIONS: `--require ${tracer}`, TRACED_CHUNKS: traced }
    const { code, err } = skillet(words, { ...options, env, input })
    const chunks = JSON.parse(fs.readFileSync(traced, "utf8")) as readonly Chunk[]
    expect({ words, code, err: code === 0 ? "" : err }).toEqual({ words, code: 0, err: "" })
    return describeChunks(words[0] === "run" ? "run report" : (words[0] ?? ""), chunks)
  }
  const started = skillet(["run", "start", "problem-analysis", "--param", "problem=slow", "--json"], options)
  const { run } = JSON.parse(started.out) as { readonly run: string }
  const event = JSON.stringify({ session_id: "s", source: "startup" })
  // The first one creates the tables of tasks.
  expect(skillet(["hook", "SessionStart"], { ...options, input: event }).code).toBe(0)
  const lines = [
    trace(["list"]),
    trace(["why", "a"]),
    trace(["render", "a"]),
    trace(["run", "report", run, "--step", "1", "--outcome", "ok", "--output", "outcome.md"]),
    trace(["hook", "SessionStart"], event),
    trace(["orchestrate", "write a guide"]),
    trace(["review"]),
  ]
  await expect(`${lines.join("\n\n")}\n`).toMatchFileSnapshot("chunks.txt")
})

function describeChunks(command: string, chunks: readonly Chunk[]): string {
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.bytes, 0)
  const names = chunks.map(({ name }) => name.replace(/\.cjs$/, "")).toSorted()
  const size = Math.round(bytes / 1000 / STEP) * STEP
  return `${command}: ${names.length} files, about ${size} kB\n${names.map((name) => `  ${name}`).join("\n")}`
}
