import { SKIP_ZONE } from "../../claims/checking/gaps-limits.ts"
import type { ReviewFinding } from "../../claims/review-finding.ts"
import type { ReviewedFile } from "../../claims/reviewed-file.ts"
import type { Gathered } from "../review-data.ts"
import type { Reviewer, Round } from "../reviewers.ts"
import { DATA_RULE, fenced, quotedName } from "./quoted.ts"

/** What a reviewer is asked in a round. What all reviewers share comes first, byte for byte; what is its own comes last. */
export function searchPrompt(
  gathered: Gathered,
  reviewer: Reviewer,
  how: { readonly round: Round; readonly previous: readonly ReviewFinding[] },
): string {
  const { round, previous } = how
  return [
    RULES,
    projectText(gathered),
    showFiles(gathered, { diffOnly: round === "gaps" }),
    ...(reviewer.seesTests === true && round !== "gaps" ? testsText(gathered) : []),
    instructionsText(gathered, reviewer),
    gathered.additional.trim() === "" ? "" : `What the person who asked adds:\n\n${gathered.additional.trim()}`,
    ...(round === "gaps" ? [gapsText(previous)] : []),
    gathered.skillInstructions[reviewer.id] ?? "",
    `You are the ${reviewer.id}. MODE: ${round}. Look for ${reviewer.category}, and for nothing else. ${reviewer.task}`,
  ]
    .filter((part) => part.trim() !== "")
    .join("\n\n")
}

/** The form of an answer, and what is not worth one. */
const RULES = `You review what others wrote. ${DATA_RULE}

Report what you can point at. For each finding one object, all of them in one JSON list in a fenced block; an empty list when there is nothing:

\`\`\`json
[
  {
    "title": "Session token compared with ===",
    "file": "src/auth.ts",
    "line": 42,
    "range": { "start": 42, "end": 44 },
    "severity": "critical | major | minor | suggestion",
    "code": "the line or lines it rests on, copied exactly",
    "description": "what happens, when, and why that is wrong",
    "attack_vector": "security only: who sends what, and how it gets there",
    "impact": "security and performance: what it costs, and whom",
    "fix_type": "diff | prompt",
    "fix_diff": "at most ten lines in one place, complete",
    "fix_prompt": "otherwise: what to ask for"
  }
]
\`\`\`

- critical: blocks the merge. major: fix it unless a reason is written down. minor: when convenient. suggestion: take it or leave it.
- Where changed lines are given, report only what the change adds or makes worse.
- File and line are checked, and so is the quoted code: what is not there is thrown away.
- Nothing a formatter or compiler says, nothing without consequence, no praise.`

function projectText({ project, files }: Gathered): string {
  const languages = project.languages.length === 0 ? "" : `, ${project.languages.join(" and ")}`
  return `Project on branch ${project.branch === "" ? "(none)" : project.branch}${languages}. Scope: ${project.scope}. ${files.length} files:`
}

function testsText({ tests, content }: Gathered): readonly string[] {
  if (tests.length === 0) return []
  if (content === "paths")
    return [`Tests of these files:\n${tests.map(({ path }) => `- ${quotedName(path)}`).join("\n")}`]
  return [`Tests of these files:`, ...tests.map(({ path, text }) => `File ${quotedName(path)}\n${fenced(text)}`)]
}

function instructionsText({ instructions }: Gathered, reviewer: Reviewer): string {
  if (instructions.length === 0) return ""
  if (reviewer.seesInstructions !== true)
    return `The project's instructions for agents are in ${instructions.map(({ path }) => quotedName(path)).join(", ")}.`
  return instructions
    .map(({ path, text }) => `What ${quotedName(path)} demands of the code:\n\n${fenced(text)}`)
    .join("\n\n")
}

/** A second look, beside what is known already. */
function gapsText(previous: readonly ReviewFinding[]): string {
  const known = previous.map(
    ({ file, line, endLine, category, title }) =>
      `- ${quotedName(file)}:${ranges(span(line, endLine))} [${category}] ${title}`,
  )
  return [
    "A first round is done. This round looks for what it missed: only critical and major, at most five findings.",
    `Do not report the same kind of problem within ${SKIP_ZONE} lines of these:`,
    ...(known.length === 0 ? ["- nothing was found"] : known),
  ].join("\n")
}

function span(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(1, Math.min(2000, to - from + 1)) }, (_, at) => from + at)
}

/** So many characters of code are shown in full; what is left is shown by its beginning. */
const MOST_CHARACTERS = 300_000
const PREVIEW_LINES = 50

/** The files under review as every reviewer sees them, what a skill names first. The same for all of them. */
export function showFiles(gathered: Gathered, how: { readonly diffOnly: boolean }): string {
  if (gathered.content === "paths")
    return gathered.files
      .filter(({ isGenerated }) => !isGenerated)
      .map(pathLine)
      .join("\n")
  return shownParts(gathered, how)
    .map(({ file, shown, isWhole }) => block(file, shown, isWhole))
    .join("\n\n")
}

/** Files of which reviewers are shown the beginning only. */
export function shownInPart(gathered: Gathered): readonly string[] {
  if (gathered.content === "paths") return []
  return shownParts(gathered, { diffOnly: false }).flatMap(({ file, isWhole }) => (isWhole ? [] : [file.path]))
}

function shownParts({ files }: Gathered, how: { readonly diffOnly: boolean }) {
  const ordered = [...files].filter(({ isGenerated }) => !isGenerated).sort(compareByWorth)
  let room = MOST_CHARACTERS
  return ordered.map((file) => {
    const whole = how.diffOnly && file.diff !== undefined ? file.diff : numbered(file.text)
    const isWhole = whole.length <= room
    const shown = isWhole ? whole : numbered(file.text.split("\n").slice(0, PREVIEW_LINES).join("\n"))
    room -= Math.min(room, shown.length)
    return { file, shown, isWhole }
  })
}

/** Changed code first, then what a skill names, then tests after the code they test. */
function compareByWorth(a: ReviewedFile, b: ReviewedFile): number {
  const worth = ({ changed, isPriority, isTest }: ReviewedFile) =>
    (changed === undefined ? 0 : 4) + (isPriority ? 2 : 0) + (isTest ? 0 : 1)
  return worth(b) - worth(a)
}

function pathLine({ path, isPriority, changed }: ReviewedFile): string {
  const marks = [
    ...(isPriority ? ["read first"] : []),
    ...(changed === undefined ? [] : [`${changed.length} changed lines`]),
  ]
  return `- ${quotedName(path)}${marks.length === 0 ? "" : ` (${marks.join(", ")})`}`
}

function block(file: ReviewedFile, shown: string, isWhole: boolean): string {
  const lines = file.text.split("\n").length
  const about = [
    ...(file.isPriority ? ["read first"] : []),
    ...(file.changed === undefined ? [] : [`changed lines: ${ranges(file.changed)}`]),
    ...(isWhole ? [] : [`only the beginning of ${lines} lines; read the rest in the file`]),
  ]
  const head = `File ${quotedName(file.path)}${about.length === 0 ? "" : ` (${about.join("; ")})`}`
  return `${head}\n${fenced(shown, file.language)}`
}

function numbered(text: string): string {
  const lines = text.split("\n")
  const width = String(lines.length).length
  return lines.map((line, at) => `${String(at + 1).padStart(width)}| ${line}`).join("\n")
}

/** `3-7, 12`. */
export function ranges(lines: readonly number[]): string {
  const sorted = [...new Set(lines)].sort((a, b) => a - b)
  const parts: string[] = []
  for (let at = 0; at < sorted.length; ) {
    let end = at
    while (sorted[end + 1] === (sorted[end] ?? 0) + 1) end++
    parts.push(at === end ? String(sorted[at]) : `${sorted[at]}-${sorted[end]}`)
    at = end + 1
  }
  return parts.join(", ")
}
