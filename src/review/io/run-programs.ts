import fs from "node:fs"
import path from "node:path"
import { buildCommandEnvironment } from "../../shell/io/command-environment.ts"
import { openSearchPath, resolveProgram, type SearchPath } from "../../system/programs/find-program.ts"
import type { ReviewedFile } from "../claims/reviewed-file.ts"
import { SkilletError } from "../../problem/failure.ts"
import { describeNoResult, buildProgramCommand, listProgramFolders } from "../programs/program-command.ts"
import { type ProgramName, type ReviewProgram, reviewPrograms } from "../programs/program-rows.ts"
import { readOutput } from "../programs/read-output.ts"
import { joinPrograms, describeOtherFiles, keepResultsInScope } from "../programs/keep-results-in-scope.ts"
import type { ProgramClaims } from "../review-data.ts"
import { openRunner } from "../../catalog/io/session/open-runner.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"

const LIMITS = { milliseconds: 300_000, characters: 64 * 1024 * 1024 } as const

export interface ProgramsAsked {
  readonly names: readonly ProgramName[]
  readonly root: string
  readonly files: readonly ReviewedFile[]
}

/** Runs the programs that were named, one after another, without network and without writing anywhere. */
export async function runPrograms(skillet: Session, { names, root, files }: ProgramsAsked): Promise<ProgramClaims> {
  const found = findPrograms(root, openSearch(skillet, root)).filter(({ program }) => names.includes(program.name))
  const same = files.filter(({ path: name, text }) => isSame(path.join(root, name), text))
  const claims: ProgramClaims[] = []
  for (const one of found) claims.push(await runOne(skillet, one, { names, root, files: same }))
  const other = files.length - same.length
  const { notes, ...joined } = joinPrograms(claims)
  return { ...joined, notes: found.length === 0 ? notes : [...notes, ...describeOtherFiles(other)] }
}

async function runOne(
  skillet: Session,
  { program, at }: FoundProgram,
  { root, files }: ProgramsAsked,
): Promise<ProgramClaims> {
  const { name } = program
  if (at === undefined) return { ...NOTHING, missing: [`${name} is not installed (${program.install})`] }
  const command = buildProgramCommand(program, at, (file) => fs.existsSync(path.join(root, file)))
  if (command === undefined)
    return { ...NOTHING, missing: [`${name} has no rules here: ${program.configs?.join(", ")}`] }
  const output = await printed(skillet, { command, program, at, root })
  if ("why" in output) return { ...NOTHING, failed: [{ name, why: output.why }] }
  const read = readOutput(program, output.text, root)
  if ("why" in read) return { ...NOTHING, failed: [{ name, why: read.why }] }
  const scoped = read.said.map((said) => keepResultsInScope(said, files, program.severities))
  return {
    said: scoped.map(({ said }) => said),
    notes: [...read.notes, ...scoped.flatMap(({ notes }) => notes)],
    failed: read.failed.map(({ why }) => ({ name, why })),
  }
}

const NOTHING: ProgramClaims = { said: [], notes: [] }

async function printed(
  skillet: Session,
  { command, program, at, root }: Omit<FoundProgram, "at"> & Readonly<Record<"command" | "at" | "root", string>>,
): Promise<{ readonly text: string } | { readonly why: string }> {
  const settings = await skillet.settings()
  const runner = await openRunner(skillet)
  const run = (form: string) =>
    runner.run({
      command: form,
      shell: "bash",
      cwd: root,
      env: buildCommandEnvironment(skillet.options.env ?? process.env, []),
      grants: {
        network: false,
        write: [],
        read: listProgramFolders(resolveProgram(at, openSearch(skillet, root)), fs.existsSync),
      },
      sandbox: program.runsProjectCode === true ? "required" : settings.sandbox,
      limits: LIMITS,
    })
  try {
    const result = await run(`${command} 2>/dev/null`)
    if (result.timedOut) return { why: "it did not finish within five minutes" }
    if (result.exitCode === null || result.overflow !== undefined) return { why: "it printed too much" }
    if (result.output.trim() !== "") return { text: result.output }
    return { why: describeNoResult(result.exitCode, (await run(`${command} 2>&1 >/dev/null`)).output, command) }
  } catch (error) {
    if (error instanceof SkilletError) return { why: error.message }
    throw error
  }
}

function isSame(file: string, text: string): boolean {
  return fs.existsSync(file) && fs.statSync(file).isFile() && fs.readFileSync(file, "utf8") === text
}

/** A program that `review --with` knows, and where it is on this machine or in this project. */
interface FoundProgram {
  readonly program: ReviewProgram
  readonly at?: string | undefined
}

export function findPrograms(root: string, search: SearchPath): readonly FoundProgram[] {
  return reviewPrograms.map((program) => ({ program, at: locate(program, root, search) }))
}

function openSearch(skillet: Session, root: string): SearchPath {
  return openSearchPath({ env: skillet.options.env ?? process.env, projects: [skillet.around.cwd, root] })
}

function locate({ name, inProject }: ReviewProgram, root: string, search: SearchPath): string | undefined {
  const own = inProject === undefined ? undefined : path.join(root, inProject)
  if (own !== undefined && fs.existsSync(own)) return own
  return search.find(name)
}
