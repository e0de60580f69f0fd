import { isUtf8 } from "node:buffer"
import fs from "node:fs"
import path from "node:path"
import type { CaseSkills, RequestCase } from "../../evals/read-case.ts"
import { type CasesReading, evalsProblem, isCaseFile, readCases } from "../../evals/read-cases.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { placeProblem, type Problem } from "../../../problem/problem.ts"
import { readSafely } from "../../../system/files/read-safely.ts"

export interface FoundCase extends RequestCase {
  readonly path: string
}

interface FoundCases {
  readonly cases: readonly FoundCase[]
  readonly problems: readonly Problem[]
}

const DIRECTORY = "evals"
const MOST_BYTES = 1024 * 1024

/** The requests in a skill's directory and in its `evals`. Links in it are not followed. */
export function readCaseFiles(skill: { readonly path: string; readonly name: string }): FoundCases {
  if (!path.isAbsolute(skill.path) || path.basename(skill.path).toLowerCase() !== "skill.md")
    return { cases: [], problems: [] }
  const folder = path.dirname(skill.path)
  const real = fs.realpathSync(folder)
  return join(
    [...listFiles(real, ""), ...listInside(real)].map(({ file, fault }) => ({
      at: path.join(folder, file),
      reading: fault ?? readCaseFile(path.join(real, file), { skill: skill.name, others: [] }),
    })),
  )
}

/** The requests of files that somebody names. */
export function readNamedFiles(files: readonly string[], skills: CaseSkills, cwd: string): FoundCases {
  return join(
    files.map((file) => {
      const at = path.resolve(cwd, file)
      if (!fs.existsSync(at)) return { at, reading: toUnreadable("there is no such file") }
      return { at, reading: readCaseFile(fs.realpathSync(at), skills) }
    }),
  )
}

function join(read: readonly { readonly at: string; readonly reading: CasesReading }[]): FoundCases {
  return {
    cases: read.flatMap(({ at, reading }) => reading.cases.map((one) => ({ ...one, path: at }))),
    problems: read.flatMap(({ at, reading }) => reading.problems.map((one) => placeProblem(at, one))),
  }
}

interface CaseFile {
  /** Relative to the skill's directory. */
  readonly file: string
  /** Why it is not read. */
  readonly fault?: CasesReading | undefined
}

function listInside(folder: string): readonly CaseFile[] {
  const stat = fs.lstatSync(path.join(folder, DIRECTORY), { throwIfNoEntry: false })
  if (stat?.isSymbolicLink() === true) return [{ file: DIRECTORY, fault: LINK }]
  return stat?.isDirectory() === true ? listFiles(folder, DIRECTORY) : []
}

function listFiles(folder: string, below: string): readonly CaseFile[] {
  try {
    return fs
      .readdirSync(path.join(folder, below), { withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => ({ file: path.posix.join(below, entry.name), fault: entry.isSymbolicLink() ? LINK : undefined }))
      .filter(({ file }) => isCaseFile(file))
      .sort((a, b) => (a.file < b.file ? -1 : 1))
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error
    return [{ file: below, fault: toUnreadable(`it cannot be read (${error.message.replace(/,.*$/, "")})`) }]
  }
}

function readCaseFile(file: string, skills: CaseSkills): CasesReading {
  try {
    const bytes = readSafely(file, MOST_BYTES)
    if (!isUtf8(bytes)) return toUnreadable("it is not UTF-8", "save it as UTF-8")
    return readCases(bytes.toString("utf8"), skills, file.endsWith("l") ? "lines" : "json")
  } catch (error) {
    if (!(error instanceof SkilletError)) throw error
    return toUnreadable(error.message)
  }
}

const LINK: CasesReading = {
  cases: [],
  problems: [
    evalsProblem(
      "evals.link",
      {},
      { message: "this is a link, and is not followed", fix: "put the file itself there" },
    ),
  ],
}

function toUnreadable(message: string, fix?: string): CasesReading {
  return { cases: [], problems: [evalsProblem("evals.unreadable", {}, { message, ...(fix && { fix }) })] }
}
