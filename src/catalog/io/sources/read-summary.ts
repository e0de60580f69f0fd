import { groupDigits } from "../../../text/format-count.ts"
import { isUtf8 } from "node:buffer"
import fs from "node:fs"
import { estimateTokens } from "../../../text/estimate-tokens.ts"
import type { FileProblem } from "../../../problem/problem.ts"
import { skillProblem } from "../../../skill/problems.ts"
import { MAX_FILE, openSafely, openWithoutLink, readSafely } from "../../../system/files/read-safely.ts"
import { readDialects } from "../../../skill/dialects/read-dialects.ts"
import { readSkill, type SkillReading, type SkillSummary, summariseSkill } from "../../../skill/read-skill.ts"

/** What the catalog learns from a file without its body. */
export interface FileSummary {
  /** Absent if the file was refused; a problem then says why. */
  readonly summary?: SkillSummary
  /** About how many tokens its entry in a listing costs. */
  readonly tokens?: number
  readonly problems: readonly FileProblem[]
}

export interface SummaryOptions {
  /** Its name, which is part of its entry in a listing. */
  readonly name?: string
  /** It is in a directory of the user or the machine, where nobody else can place links. */
  readonly isOwn?: boolean
}

const HEAD = 4096

/** One buffer for all files: reads are synchronous, so it is never used twice at the same time. */
const head = Buffer.allocUnsafe(HEAD)

/**
 * Reads a file, by its real path, up to the end of its frontmatter; the body only if it must replace a missing
 * description. For a file that is too large, only its frontmatter is known: agents list it, and Skillet never reads its
 * body.
 */
export function readSummary(file: string, size: number, how: SummaryOptions = {}): FileSummary {
  const { name = "" } = how
  const problems = size > MAX_FILE ? [tooLarge(size)] : []
  try {
    const bytes = readHead(how.isOwn === true ? openWithoutLink(file) : openSafely(file))
    const ends = headerEnd(bytes)
    if (bytes.length < HEAD || ends !== -1) {
      const text = bytes.toString("utf8")
      const reading = readSkill(text)
      const isEnough =
        bytes.length < HEAD ||
        (reading.kind === "skill" && reading.skill.fence === "strict" && reading.skill.opening === undefined)
      if (isEnough) {
        const read = { text, bytes, end: ends, isUtf8: isUtf8(wholeCharacters(bytes)) }
        return withProblems(summarise(reading, read, name), problems)
      }
    }
    if (problems.length > 0) return { problems }
    const whole = readSafely(file, MAX_FILE)
    const text = whole.toString("utf8")
    return summarise(readSkill(text), { text, bytes: whole, end: headerEnd(whole), isUtf8: isUtf8(whole) }, name)
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error
    return { problems: [error.code === "file.too-large" ? tooLarge(size) : unreadable(error)] }
  }
}

function withProblems(summary: FileSummary, problems: readonly FileProblem[]): FileSummary {
  return problems.length === 0 ? summary : { ...summary, problems: [...problems, ...summary.problems] }
}

/** Only text that a listing shows is counted: name, description and when to use it. */
function textTokens(name: string, { header, opening }: SkillSummary): number {
  const parts = [name, header.description ?? opening?.paragraph, header.whenToUse]
  return estimateTokens(parts.filter((part) => part !== undefined && part !== "").join(" "))
}

function readHead(handle: number): Buffer {
  try {
    return head.subarray(0, fs.readSync(handle, head, 0, HEAD, 0))
  } finally {
    fs.closeSync(handle)
  }
}

function headerEnd(bytes: Buffer): number {
  return bytes.indexOf("\n---", 3, "latin1")
}

/** The part of a file that was read. */
interface ReadText {
  readonly text: string
  readonly bytes: Buffer
  /** Where the frontmatter ends; -1 if it does not. */
  readonly end: number
  readonly isUtf8: boolean
}

function summarise(reading: SkillReading, read: ReadText, name: string): FileSummary {
  const header = read.end === -1 ? read.bytes : read.bytes.subarray(0, read.end)
  const problems = isUtf8(header) ? reading.problems : [notUtf8Problem(header), ...reading.problems]
  if (reading.kind === "refused") return { problems }
  const own = summariseSkill(reading.skill)
  const dialects = readDialects(read.text, { ...pickTexts(own.header), opening: own.opening?.line })
  const summary = { ...own, ...(read.isUtf8 ? {} : ({ notUtf8: true } as const)), dialects }
  return { summary, tokens: textTokens(name, summary), problems }
}

function pickTexts({ name, description }: SkillSummary["header"]) {
  return { name, description }
}

/** The part that was read may end within a character. */
function wholeCharacters(bytes: Buffer): Buffer {
  if (bytes.length < HEAD) return bytes
  let end = bytes.length - 1
  while (end > bytes.length - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return (bytes[end] ?? 0) < 0x80 ? bytes : bytes.subarray(0, end)
}

/** The position of the first byte that is not UTF-8. */
export function notUtf8Problem(bytes: Buffer): FileProblem {
  const text = bytes.toString("utf8")
  const before = text.slice(0, text.indexOf("\ufffd")).split("\n")
  const spot = { line: before.length, column: (before.at(-1) ?? "").length + 1 }
  const message = "the file is not UTF-8; characters that could not be read are shown as \ufffd"
  return skillProblem("file.not-utf8", spot, { message, fix: "save the file as UTF-8" })
}

function tooLarge(size: number): FileProblem {
  const message = `the file is ${groupDigits(Math.ceil(size / 1024))} KiB; files over 1,024 KiB are not read`
  return skillProblem(
    "file.too-large",
    { line: 1, column: 1 },
    { message, fix: "move long parts into files next to it and name them in the body" },
  )
}

function unreadable(error: Error): FileProblem {
  const wording = {
    message: `the file cannot be read (${error.message.replace(/,.*$/, "")})`,
    fix: "check that you have read permission",
  }
  return skillProblem("file.unreadable", {}, wording)
}
