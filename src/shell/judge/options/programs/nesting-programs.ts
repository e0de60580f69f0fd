import { memoise } from "../../../../text/memoise.ts"
import { isKnownProgram, isReadOnlyProgram } from "./find-entry.ts"
import { defineProgram, type ProgramEntry, type ProgramRow, readRow } from "./program-entry.ts"
import { classifyProgram } from "./runners.ts"

/**
 * Programs that run the command in their words. A rule covers them only if it spells out everything up to that
 * command's name; the words after it are judged as that command's.
 */
export const nestingPrograms: readonly ProgramRow[] = [
  defineProgram("npx|bunx", { flags: "y", long: "yes no-install no quiet", takes: "nested*" }),
  defineProgram("timeout|gtimeout", {
    flags: "v",
    valued: "ks",
    long: "foreground preserve-status verbose kill-after= signal=",
    takes: "number nested*",
  }),
  defineProgram(
    "env|genv",
    { flags: "i", valued: "u", long: "ignore-environment unset=", takes: "nested*" },
    { assigns: true },
  ),
  defineProgram("nice|gnice", { valued: "n", long: "adjustment=", takes: "nested*" }, { numbers: true }),
  defineProgram("ionice", { flags: "t", valued: "cn", long: "ignore class= classdata=", takes: "nested*" }),
  defineProgram("nohup|chronic|setsid", { takes: "nested*" }),
  defineProgram("time|gtime", { flags: "pv", long: "portability verbose", takes: "nested*" }),
  defineProgram("stdbuf|gstdbuf", { valued: "ioe", long: "input= output= error=", takes: "nested*" }),
  defineProgram("python|python3", { style: "words", long: "m", takes: "nested*" }),
  defineProgram("xargs|gxargs", {
    flags: "0rtxo",
    valued: "dEILnPs",
    attached: "eil",
    long: "null no-run-if-empty verbose exit open-tty delimiter= max-lines max-args= max-procs= max-chars= replace",
    takes: "nested*",
  }),
]

/** Sub-commands that run the program in their words. */
export const NESTED_USE = /^(?:bundle exec|(?:poetry|uv|pipenv|pdm|hatch|rye) run|(?:npm|pnpm|yarn) exec)$/

interface Nesting {
  readonly entry: ProgramEntry
  /** Whether the words of this program can be judged there. */
  readonly mayRun: (program: string) => boolean
}

const indexNesting = memoise(
  (rows: readonly ProgramRow[]) => new Map(rows.flatMap((row) => row.of.map((name) => [name, row] as const))),
)

export function findNesting(program: string): Nesting | undefined {
  const row = indexNesting(nestingPrograms).get(program)
  if (row === undefined) return undefined
  const entry = readRow(row)
  if (entry.of.includes("xargs")) return { entry, mayRun: isReadOnlyProgram }
  if (entry.of.includes("python")) return { entry, mayRun: (name) => isKnownProgram(name) && MODULES.test(name) }
  return {
    entry,
    mayRun: (name) => classifyProgram(name) === undefined || indexNesting(nestingPrograms).has(name),
  }
}

/** Modules of Python that are the program of the same name, or have an entry of their own. */
const MODULES =
  /^(?:pytest|py\.test|mypy|black|isort|flake8|ruff|yamllint|codespell|pip|json\.tool|unittest|venv|compileall)$/
