import { type Outline, readOutline } from "../../../skill/body/read-outline.ts"
import type { SkillText } from "../../../skill/read-skill.ts"
import { collectWords } from "./collect-words.ts"
import type { Encoding } from "./decode.ts"
import {
  type FenceLanguage,
  detectFenceLanguage,
  detectFileLanguage,
  type Passage,
  type PassageKind,
} from "./passage.ts"

/** One file of a skill, read by the caller. */
export interface AuditFile {
  /** Relative to the skill's directory, with slashes. */
  readonly path: string
  /** Absent for links and for files that are not text. */
  readonly text?: string
  readonly executable: boolean
  readonly size: number
  /** Its target, if it is a link. */
  readonly link?: string
  /** What its bytes were, if they were not valid UTF-8. */
  readonly encoding?: Encoding
  /** Why it was not read, or not completely. */
  readonly unread?: string
}

/** The passages of SKILL.md. */
export function splitMainFile(file: string, text: string, skill: SkillText): readonly Passage[] {
  const around = splitLines(text)
  const header = makePassage({ file, kind: "header", around, line: skill.blockLine }, skill.block)
  return [header, ...markdownPassages({ file, around, line: skill.bodyLine }, skill.body)]
}

export function splitFile(file: AuditFile): readonly Passage[] {
  const text = file.text ?? ""
  const around = splitLines(text)
  const kind = classifyFile(file)
  if (kind === "prose") return markdownPassages({ file: file.path, around, line: 1 }, text)
  return [makePassage({ file: file.path, kind, around, line: 1, language: scriptLanguage(file) }, text)]
}

interface FilePlace {
  readonly file: string
  readonly around: readonly string[]
  readonly line: number
}

export function makePassage(
  place: FilePlace & Pick<Passage, "kind" | "column" | "language" | "fences">,
  text: string,
): Passage {
  return { ...place, text: joinLines(text), words: collectWords(text) }
}

/** A command that continues over several lines becomes one, followed by as many empty lines. */
function joinLines(text: string): string {
  if (!text.includes("\\\n")) return text
  const joined: string[] = []
  let open = ""
  let waiting = 0
  for (const line of text.split("\n")) {
    if (line.endsWith("\\") && waiting < MOST_JOINED) {
      open += `${line.slice(0, -1)} `
      waiting++
      continue
    }
    joined.push(open + (waiting > 0 ? line.trimStart() : line), ...Array.from({ length: waiting }, () => ""))
    open = ""
    waiting = 0
  }
  if (waiting > 0) joined.push(open)
  return joined.join("\n")
}

const MOST_JOINED = 100

/** Prose and code as two texts with the same line numbers; each line is empty in one of them. */
function markdownPassages(place: FilePlace, text: string): readonly Passage[] {
  const outline = readOutline(text)
  const inFence = fenceLines(outline)
  const prose = outline.lines.map((line, at) => (inFence[at] === 1 ? "" : line)).join("\n")
  const found: Passage[] = [makePassage({ ...place, kind: "prose" }, prose)]
  if (outline.fences.length > 0) {
    const code = outline.lines.map((line, at) => (inFence[at] === 1 && !/^\s*(?:`{3,}|~{3,})/.test(line) ? line : ""))
    const fences = outline.fences.map((fence): FenceLanguage => {
      const [from, to] = [fence.from + place.line - 1, fence.to + place.line - 1]
      return { from, to, language: detectFenceLanguage(fence.info) }
    })
    found.push(makePassage({ ...place, kind: "code", fences }, code.join("\n")))
  }
  return found
}

function fenceLines(outline: Outline): Uint8Array {
  const inFence = new Uint8Array(outline.lines.length)
  for (const { from, to } of outline.fences) inFence.fill(1, from - 1, to)
  return inFence
}

function classifyFile({ path, text = "", executable }: AuditFile): PassageKind {
  if (/\.(?:md|mdx|markdown|txt|rst|adoc)$/i.test(path)) return "prose"
  return isScriptName(path) || text.startsWith("#!") || executable ? "script" : "data"
}

/** By its first line, if its name does not show it. */
function scriptLanguage({ path, text = "" }: AuditFile): ReturnType<typeof detectFileLanguage> {
  const named = detectFileLanguage(path)
  if (named !== "unknown" || !text.startsWith("#!")) return named
  return /^#!.*\b(?:ba|z|da|k|fi)?sh\b/.test(text.slice(0, 80)) ? "shell" : "program"
}

/** Whether a file's name shows that it is program source. */
export function isScriptName(path: string): boolean {
  return SCRIPT.test(path) || /(?:^|\/)(?:Makefile|Dockerfile|Rakefile|Justfile)$/i.test(path)
}

const SCRIPT =
  /\.(?:sh|bash|zsh|fish|ksh|py|pyw|js|mjs|cjs|ts|mts|cts|tsx|jsx|rb|pl|php|lua|ps1|psm1|bat|cmd|vbs|go|rs|java|kt|kts|swift|scpt|applescript|r|awk|cs|gradle|groovy|scala|ex|exs|dart|nim|jl)$/i

function splitLines(text: string): readonly string[] {
  return text.includes("\r") ? text.split(/\r\n|\n|\r/) : text.split("\n")
}
