import { SKIP_ZONE } from "../claims/checking/limit-gaps.ts"
import type { ReviewFinding } from "../claims/review-finding.ts"
import type { ReviewedFile } from "../claims/reviewed-file.ts"
import { compareSeverity } from "../../finding/severity.ts"
import { estimateTokens } from "../../text/estimate-tokens.ts"
import { wrapInFence } from "../../text/escape-hidden.ts"
import type { Gathered } from "../review-data.ts"
import type { Reviewer, Round } from "../reviewers.ts"
import { selectSeparateTests } from "../secondary-files.ts"
import { answerRules } from "./answer-rules.ts"
import { quoteName } from "./quote-name.ts"
import { isShown } from "./shown/hand-written.ts"
import { MOST_SHOWN, type Neighbour } from "./shown/choose-neighbours.ts"
import { splitFileLines, type ShownPiece } from "./shown/cut-into-pieces.ts"
import { NO_PART, planParts, type ShownPart } from "./shown/plan-parts.ts"
import { formatCount } from "../../text/format-count.ts"

/** The size limit of a prompt, in tokens, unless the project sets another. */
export const PROMPT_TOKENS = 60_000
/** At least this share of a prompt is code, however long skills and instructions are. */
const LEAST_FOR_CODE = 0.4
const MOST_FOR_INSTRUCTIONS = 0.15
const MOST_FOR_KNOWN = 0.1

/** What the agents of a round are shown: parts of the scope. Those that do not review tests are not shown any. */
export function planPromptParts(
  gathered: Gathered,
  reviewers: readonly Reviewer[],
  { round, seesTests = true }: { readonly round: Round; readonly seesTests?: boolean },
): readonly ShownPart[] {
  const ceiling = gathered.promptTokens ?? PROMPT_TOKENS
  const how = { round, previous: [], part: NO_PART }
  const rest = Math.max(0, ...reviewers.map((one) => estimateTokens(writeSearchPrompt(gathered, one, how))))
  const known = round === "gaps" ? ceiling * MOST_FOR_KNOWN : 0
  const room = Math.max(ceiling - rest - known, ceiling * LEAST_FOR_CODE)
  const diffOnly = round === "gaps"
  const apart = seesTests ? NONE : selectSeparateTests(gathered)
  const files = gathered.files.filter(({ path }) => !apart.has(path))
  const parts = planParts({ ...gathered, files }, { room, diffOnly })
  // If everything except the tests is generated, the tests are all there is to see.
  return parts.length > 0 || apart.size === 0 ? parts : planParts(gathered, { room, diffOnly })
}

const NONE: ReadonlySet<string> = new Set()

/**
 * The prompt of a reviewer in a round. What all reviewers share comes first, byte for byte, so that it can be cached.
 */
export function writeSearchPrompt(
  gathered: Gathered,
  reviewer: Reviewer,
  how: { readonly round: Round; readonly previous: readonly ReviewFinding[]; readonly part: ShownPart },
): string {
  const { round, previous, part } = how
  return [
    answerRules[gathered.kind],
    projectText(gathered, part),
    showPart(gathered, part),
    ...(reviewer.seesTests === true && round !== "gaps" ? testsText(gathered, part) : []),
    instructionsText(gathered, reviewer),
    gathered.additional.trim() === ""
      ? ""
      : `Additional instructions from the person who asked for this review:\n\n${gathered.additional.trim()}`,
    ...(round === "gaps" ? [gapsText(gathered, part, previous)] : []),
    gathered.skillInstructions[reviewer.id] ?? "",
    `You are the ${reviewer.id}. MODE: ${round}. Look only for ${reviewer.category}. ${reviewer.task}`,
    extrasText(reviewer),
  ]
    .filter((text) => text.trim() !== "")
    .join("\n\n")
}

/** Fields that only this reviewer fills in. */
function extrasText({ extras = {} }: Reviewer): string {
  const fields = Object.entries(extras).map(([name, meaning]) => `- "${name}": ${meaning}`)
  return fields.length === 0 ? "" : ["Each object in your list also has these fields:", ...fields].join("\n")
}

function projectText(gathered: Gathered, { number, of }: ShownPart): string {
  const { project, files } = gathered
  const languages = project.languages.length === 0 ? "" : `, ${project.languages.join(" and ")}`
  const part =
    of < 2
      ? ""
      : ` They are reviewed in ${of} parts. This is part ${number}. Others review the rest, so report only on this part.`
  const about = `Project on branch ${project.branch === "" ? "(none)" : project.branch}${languages}. Scope: ${project.scope}. ${formatCount(files.length, "file")}.${part}`
  return [about, ...notShownText(files), ...testsApartText(selectSeparateTests(gathered).size)].join("\n")
}

/** The same for all reviewers, so that the beginning of their prompts stays the same. */
function testsApartText(count: number): readonly string[] {
  if (count === 0) return []
  return [
    `Of all files, ${count === 1 ? "1 is a test. It is" : `${count} are tests. They are`} shown only to the agents that review tests.`,
  ]
}

const MOST_NAMED = 10

/** Files in scope that no reviewer is shown, listed so that nobody reports them as missing. */
function notShownText(files: Gathered["files"]): readonly string[] {
  const hidden = files.filter((file) => !isShown(file)).map(({ path }) => quoteName(path))
  if (hidden.length === 0) return []
  const more = hidden.length > MOST_NAMED ? ` and ${hidden.length - MOST_NAMED} more` : ""
  return [
    `Not shown, because they are generated, vendored or minified: ${hidden.slice(0, MOST_NAMED).join(", ")}${more}.`,
  ]
}

/** Tests of the files shown: the text of as many as fit, and the names of the rest. */
function testsText({ tests, content }: Gathered, { pieces, room }: ShownPart): readonly string[] {
  const shown = new Set(pieces.map(({ file }) => file.path))
  const own = tests.filter(({ of }) => of === undefined || of.some((path) => shown.has(path)))
  let left = content === "paths" ? 0 : room
  const texts: string[] = []
  const names: string[] = []
  for (const { path, text } of own) {
    const tokens = left === 0 || text === undefined ? 0 : estimateTokens(text)
    if (left === 0 || text === undefined || tokens > left) names.push(`- ${quoteName(path)}`)
    else {
      left -= tokens
      texts.push(`File ${quoteName(path)}\n${wrapInFence(text)}`)
    }
  }
  return [
    ...(texts.length === 0 ? [] : ["Tests of these files:", ...texts]),
    ...(names.length === 0
      ? []
      : [`Tests of these files, not shown here; read them in the project:\n${names.join("\n")}`]),
  ]
}

function instructionsText({ instructions, promptTokens = PROMPT_TOKENS }: Gathered, reviewer: Reviewer): string {
  if (instructions.length === 0) return ""
  if (reviewer.seesInstructions !== true)
    return `The project's instructions for agents are in ${instructions.map(({ path }) => quoteName(path)).join(", ")}.`
  const most = Math.floor((promptTokens * MOST_FOR_INSTRUCTIONS) / instructions.length)
  return instructions
    .map(({ path, text }) => {
      const { shown, isWhole } = cutToLines(text, most)
      const rest = isWhole ? "" : " (only the beginning is shown; read the rest in the file)"
      return `The project's instructions in ${quoteName(path)}${rest}:\n\n${wrapInFence(shown)}`
    })
    .join("\n\n")
}

/** As many whole lines from the start of a text as fit. */
function cutToLines(text: string, tokens: number): { readonly shown: string; readonly isWhole: boolean } {
  const own = estimateTokens(text)
  if (own <= tokens) return { shown: text, isWhole: true }
  const cut = text.slice(0, Math.floor((text.length * tokens) / own))
  return { shown: cut.slice(0, Math.max(0, cut.lastIndexOf("\n"))), isWhole: false }
}

/** The task of the second round, with what is already known about the files shown. */
function gapsText(
  { promptTokens = PROMPT_TOKENS }: Gathered,
  { pieces }: ShownPart,
  previous: readonly ReviewFinding[],
): string {
  const shown = new Set(pieces.map(({ file }) => file.path))
  const most = Math.floor((promptTokens * MOST_FOR_KNOWN) / TOKENS_OF_KNOWN)
  const own = previous.filter(({ file }) => shown.has(file)).toSorted((a, b) => compareSeverity(a.severity, b.severity))
  const known = own
    .slice(0, most)
    .map(
      ({ file, line, endLine, category, severity, title }) =>
        `- ${quoteName(file)}:${renderRanges(span(line, endLine))} [${category}, ${severity}] ${title}`,
    )
  return [
    "The first round is done. Look for what it missed. Report only critical and major findings, at most five.",
    `These findings are known. Do not report the same kind of problem within ${SKIP_ZONE} lines of one of them, unless it is more severe than listed:`,
    ...(known.length === 0 ? ["- none"] : known),
    ...(own.length > most ? [`- and ${own.length - most} less severe ones`] : []),
  ].join("\n")
}

const TOKENS_OF_KNOWN = 40

function span(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(1, Math.min(2000, to - from + 1)) }, (_, at) => from + at)
}

/** What is under review, then what it imports. The same for all reviewers of a part. */
function showPart({ content }: Gathered, { pieces, neighbours }: ShownPart): string {
  if (content === "paths") return [...new Set(pieces.map(({ file }) => pathLine(file)))].join("\n")
  return [...pieces.map(pieceText), ...neighboursText(neighbours)].join("\n\n")
}

/** Files under review that reviewers see only in part. */
export function listShownInPart(gathered: Gathered, reviewers: readonly Reviewer[], round: Round): readonly string[] {
  if (gathered.content === "paths") return []
  const cut = planPromptParts(gathered, reviewers, { round }).flatMap(({ pieces }) =>
    pieces.filter(({ isCut }) => isCut === true),
  )
  return [...new Set(cut.map(({ file }) => file.path))]
}

function pathLine({ path, isPriority, changed }: ReviewedFile): string {
  const marks = [
    ...(isPriority ? ["read first"] : []),
    ...(changed === undefined ? [] : [`${changed.length} changed lines`]),
  ]
  return `- ${quoteName(path)}${marks.length === 0 ? "" : ` (${marks.join(", ")})`}`
}

function pieceText({ file, text, lines, isCut }: ShownPiece): string {
  const all = splitFileLines(file).length
  const about = [
    ...(file.isPriority ? ["read first"] : []),
    ...(file.changed === undefined ? [] : [`changed lines: ${renderRanges(file.changed)}`]),
    ...(lines === undefined ? [] : [`${linesText(lines)} of ${all} lines; read the others in the file`]),
    ...(isCut === true ? ["long lines are shown only in part"] : []),
  ]
  const head = `File ${quoteName(file.path)}${about.length === 0 ? "" : ` (${about.join("; ")})`}`
  return `${head}\n${wrapInFence(text, file.language)}`
}

function linesText(spans: readonly { readonly line: number; readonly endLine: number }[]): string {
  return spans.map(({ line, endLine }) => (line === endLine ? `${line}` : `${line}-${endLine}`)).join(", ")
}

const views: Readonly<Record<Neighbour["view"], string>> = {
  whole: "",
  signatures: " (declarations only)",
  name: " (not shown here)",
}

function neighboursText(neighbours: readonly Neighbour[]): readonly string[] {
  if (neighbours.length === 0) return []
  const which = neighbours.length < MOST_SHOWN ? "Files" : `The ${MOST_SHOWN} most used files`
  return [
    `${which} that the code above imports, so that you can judge how they are used. They are not under review: do not report findings in them.`,
    ...neighbours.map(({ path, view, text }) => {
      const head = `Imported ${quoteName(path)}${views[view]}`
      return view === "name" ? head : `${head}\n${wrapInFence(text)}`
    }),
  ]
}

/** `3-7, 12`. */
export function renderRanges(lines: readonly number[]): string {
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
