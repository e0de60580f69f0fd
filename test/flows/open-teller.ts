import { createRequire } from "node:module"
import path from "node:path"
import type { Io } from "../../src/cli/output.ts"
import type { Garden } from "../plant.ts"
import { recordIo } from "../record-io.ts"

const { runCli } = createRequire(import.meta.url)(path.resolve("dist/command.cjs")) as {
  readonly runCli: (words: readonly string[], io: Io) => Promise<number>
}

/** The last lines of each command, by its name. */
export const told = new Map<string, Set<string>>()

/** Runs command lines in one project and keeps their last lines. */
export function openTeller(plot: Garden) {
  const rows: string[] = []
  const env = { ...plot.options.env, SKILLET_DB: plot.at("runs.db"), GIT_CEILING_DIRECTORIES: plot.root }
  const runOnce = async (words: readonly string[]) => {
    const { io, out, err } = recordIo({ env, cwd: plot.project, width: 100 })
    return { code: await runCli(words, io), out: out.join("\n"), err: err.join("\n") }
  }
  return {
    rows,
    /** The command's name may have several words; `fact` is what differs from its other lines. */
    async tell(command: string, words: readonly string[], fact: string): Promise<string> {
      const { code, out, err } = await runOnce([...command.split(" "), ...words])
      const parts = [...takeLast(out, 1), ...takeLast(err, 2).map((line, at) => (at === 0 ? `stderr: ${line}` : line))]
      const last = [...parts.map((line) => hide(line, plot)), `exit ${code}`].join(" | ")
      rows.push(`${command} (${fact}): ${last}`)
      told.set(command, (told.get(command) ?? new Set()).add(last))
      return out
    },
  }
}

function takeLast(text: string, count: number): readonly string[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "")
  return lines.slice(-count).map((line) => line.trim())
}

/** Without what differs from machine to machine and from run to run. */
function hide(line: string, plot: Garden): string {
  return line
    .replaceAll(plot.root, "")
    .replace(/\b([rst])-[0-9a-z]{8}\b/g, "$1-…")
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "…")
    .replace(/\b(?=[a-f]*\d)[0-9a-f]{12}\b/g, "…")
    .replace(/sha256:[0-9a-f]+/g, "sha256:…")
    .replace(/\b\d+(?:\.\d+)? ?(?:ms|s|KB|KiB|MB|MiB)\b/g, "…")
    .replace(/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?=\d{4}-)/g, "")
    .replace(/ in \d+ (?:min|h|days)\b/g, " in …")
    .replace(/\(in \d+ (?:min|h|days)\)/g, "(in …)")
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?Z?/g, "…")
    .replace(/\d{4}-\d\d-\d\d/g, "…")
    .replace(/\bgui\/\d+/g, "gui/…")
    .replace(/ {2,}/g, "  ")
    .replace(/^(.{200}).+$/, "$1…")
}
