import { writeCompletionMarker, findProtocol } from "../agents.ts"
import type { Criterion } from "../composite.ts"
import { type FoundFile, LARGEST_FILE } from "./memory-folder.ts"
import { type Memory, type MemoryQuestion, type MemoryStatus, statuses } from "../memory.ts"
import { listFormLines } from "../memory-form.ts"
import { toVisibleLine } from "../../text/escape-hidden.ts"
import { NO_SKILL } from "../composite.ts"
import { describeLevel, describeVerdict } from "../describe-criterion.ts"
import { readMarkedLines } from "./read-marked-lines.ts"
import { readSectionJson, readPlainLines, readSections, isEmptySection } from "./read-sections.ts"

/** What a memory file must fulfil to be accepted. */
export interface ExpectedMemory {
  readonly jobId: string
  readonly phase: string
  readonly branch?: string | undefined
  readonly attempt: number
  readonly agent: string
  /** When this attempt of the phase began. */
  readonly since: number
  /** It judges other agents' work: it has a verdict, and may send the work back. */
  readonly judges: boolean
  readonly criteria: readonly Criterion[]
  /** What it made is checked, so it must name the path. */
  readonly namesArtifact: boolean
  readonly predecessors: Predecessors
  /** It chooses one of these skills, or none. */
  readonly chooses?: readonly string[] | undefined
}

/** The phases whose results an agent got, as its file must list them. */
export interface Predecessors {
  readonly needed: readonly string[]
  readonly allowed: readonly string[]
}

export type MemoryReading =
  | { readonly kind: "read"; readonly memory: Memory; readonly text: string }
  /** What is wrong with it, each in a few words. */
  | { readonly kind: "wrong"; readonly wrong: readonly string[] }

/** File systems store times less precisely than clocks. */
const COARSE = 1000
const LEAST_CHARACTERS = 100

const required = [
  [0, "Context Loaded"],
  [1, "Step Overview"],
  [2, "Known and Unknown"],
  [3, "Downstream Directives"],
] as const

/** Verifies a memory file by reading it. All errors are reported together. */
export function readMemory(found: FoundFile, expected: ExpectedMemory): MemoryReading {
  if (found.kind === "missing") return { kind: "wrong", wrong: ["the file does not exist"] }
  if (found.kind === "refused") return { kind: "wrong", wrong: [found.reason] }
  const { text } = found
  const parts = readSections(text)
  const section = (number: number) => parts.sections.get(number) ?? ""
  const context = readSectionJson(section(0))
  const questions = readQuestionSection(parts.sections.get(4))
  const directives = readMarkedLines(section(3))
  const status = readStatus(context, directives.verdict)
  const wrong = [
    ...(found.changed + COARSE < expected.since ? ["it was written before this attempt of the phase began"] : []),
    ...(text.length > LARGEST_FILE ? ["it is too large"] : []),
    ...(text.trim().length < LEAST_CHARACTERS ? [`it has fewer than ${LEAST_CHARACTERS} characters`] : []),
    ...(parts.title === undefined ? ["it has no title"] : []),
    ...required.flatMap(([number, name]) => sectionWrong(parts.sections, number, name)),
    ...parts.twice.map((number) => `section ${number} occurs twice`),
    ...(parts.last === writeCompletionMarker(expected.agent)
      ? []
      : [`its last line is not the completion marker ${writeCompletionMarker(expected.agent)}`]),
    ...formWrong([section(1), section(2), section(3)], expected.agent),
    ...stepsWrong(section(1), status, expected.agent),
    ...(section(0) === "" ? [] : [...keyWrong(context, expected), ...predecessorsWrong(context, expected)]),
    ...knowledgeWrong(section(2), status),
    ...("wrong" in questions ? questions.wrong : []),
    ...statusWrong({
      status,
      said: readField(context, "status"),
      hasContext: section(0) !== "",
      questions,
      expected,
      directives,
    }),
    ...criteriaWrong(expected.criteria, directives),
    ...(expected.namesArtifact && status === "completed" && directives.artifact === undefined
      ? ["section 3 has no line - artifact: PATH of what you made"]
      : []),
    ...(status === "completed" ? choiceWrong(expected.chooses, directives.skill) : []),
  ]
  if (wrong.length > 0 || status === undefined || "wrong" in questions) return { kind: "wrong", wrong }
  const sections = { 1: section(1), 2: section(2), 3: section(3) }
  return { kind: "read", text, memory: { ...directives, status, sections, questions: questions.questions } }
}

function choiceWrong(chooses: readonly string[] | undefined, skill: string | undefined): readonly string[] {
  if (chooses === undefined) return []
  if (skill === undefined) return ["section 3 has no line - skill: NAME of the skill that fits, or none"]
  const known = [...chooses, NO_SKILL]
  return known.includes(skill) ? [] : [`section 3 names the skill "${skill}", which is not one of ${known.join(", ")}`]
}

function sectionWrong(sections: ReadonlyMap<number, string>, number: number, name: string): readonly string[] {
  const body = sections.get(number)
  if (body === undefined) return [`section ${number} (${name}) is missing`]
  return isEmptySection(body) ? [`section ${number} (${name}) is empty`] : []
}

function formWrong(sections: readonly string[], agent: string): readonly string[] {
  const form = listFormLines(agent)
  const left = sections.flatMap(readPlainLines).filter((line) => form.includes(line))
  return [...new Set(left)].map((line) => `this line of the form was not filled in: ${line}`)
}

/** If an agent stopped for an answer or gave up, it need not report on later steps. */
const stepsUntil: Readonly<Record<MemoryStatus, number>> = {
  completed: Number.POSITIVE_INFINITY,
  needs_remediation: Number.POSITIVE_INFINITY,
  needs_clarification: 2,
  failed: 0,
}

/** Every step of the agent's protocol is reported on by its name. */
function stepsWrong(section: string, status: MemoryStatus | undefined, agent: string): readonly string[] {
  if (section === "" || status === undefined) return []
  const said = plainName(section)
  const missing = findProtocol(agent)
    .steps.slice(0, stepsUntil[status])
    .filter(({ name }) => !said.includes(plainName(name)))
  return missing.length === 0 ? [] : [`section 1 does not report on ${missing.map(({ name }) => name).join(", ")}`]
}

function plainName(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, " ")
}

function readField(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
}

/** A file of another job, phase or attempt does not count, whatever its name is. */
function keyWrong(context: unknown, { jobId, phase, branch, attempt }: ExpectedMemory): readonly string[] {
  if (typeof context !== "object" || context === null) return ["section 0 is not a JSON object"]
  const wanted = { task_id: jobId, phase, ...(branch === undefined ? {} : { branch }), attempt }
  return Object.entries(wanted).flatMap(([name, value]) => {
    const said = readField(context, name)
    if (String(said) === String(value)) return []
    const wrong = said === undefined ? `has no ${name}` : `has the ${name} ${JSON.stringify(said)}`
    return [`section 0 ${wrong}; it must be ${JSON.stringify(value)}`]
  })
}

/** What it says it has read is what it was given. */
function predecessorsWrong(context: unknown, { predecessors: { needed, allowed } }: ExpectedMemory): readonly string[] {
  if (typeof context !== "object" || context === null) return []
  const said = readField(context, "predecessors")
  if (!Array.isArray(said)) return ["section 0 has no list predecessors"]
  const missing = needed.filter((id) => !said.includes(id))
  const more = said.map(String).filter((id) => !allowed.includes(id))
  return [
    ...missing.map((id) => `section 0 does not list the predecessor ${id}`),
    ...more.map((id) => `section 0 lists the predecessor ${JSON.stringify(id)}, which this phase did not get`),
  ]
}

/** Each of the four parts of section 2 says something, on its line or below it. */
function knowledgeWrong(section: string, status: MemoryStatus | undefined): readonly string[] {
  if (isEmptySection(section) || status === undefined || status === "failed") return []
  const said = new Map<string, string>()
  let at = ""
  for (const line of readPlainLines(section)) {
    const [, name, rest = ""] = /^\W*(open|hidden|blind|unknown)\b\W*?(?:\([^)]*\)\W*?)?(?::(.*)|)$/i.exec(line) ?? []
    if (name !== undefined) at = name.toLowerCase()
    said.set(at, `${said.get(at) ?? ""}${name === undefined ? line : rest}`)
  }
  return ["Open", "Hidden", "Blind", "Unknown"].flatMap((part) => {
    const text = said.get(part.toLowerCase())
    if (text === undefined) return [`section 2 has no line ${part}:`]
    return isEmptySection(text) ? [`section 2 says nothing after ${part}:`] : []
  })
}

type Directives = ReturnType<typeof readMarkedLines>

/** A verdict other than a pass sends the work back, whatever else the file says. */
function readStatus(context: unknown, verdict: Memory["verdict"]): MemoryStatus | undefined {
  const said = statuses.find((one) => one === readField(context, "status"))
  if (said !== "completed" || verdict === undefined || verdict === "GO") return said
  return "needs_remediation"
}

function statusWrong(given: {
  readonly status: MemoryStatus | undefined
  readonly said: unknown
  /** A missing one is already reported. */
  readonly hasContext: boolean
  readonly questions: ReadQuestions
  readonly expected: ExpectedMemory
  readonly directives: Directives
}): readonly string[] {
  const { status, said, hasContext, questions, expected, directives } = given
  if (status === undefined && said === undefined && !hasContext) return []
  if (status === undefined) {
    const wrong = said === undefined ? "has no status" : `has the status ${JSON.stringify(said)}`
    return [`section 0 ${wrong}; it must be one of ${statuses.join(", ")}`]
  }
  const asks = "questions" in questions && questions.questions.length > 0
  return [
    ...(status === "needs_clarification" && !asks && !("wrong" in questions)
      ? ["it needs clarification, but section 4 has no questions"]
      : []),
    ...(status !== "needs_clarification" && asks
      ? [`section 4 has questions, but the status is ${status}: write needs_clarification`]
      : []),
    ...(expected.judges &&
    directives.verdict === undefined &&
    (status === "completed" || status === "needs_remediation")
      ? ["section 3 has no line Verdict: GO, CONDITIONAL or NO-GO"]
      : []),
    ...(!expected.judges && status === "needs_remediation" ? [cannotSendBack(said)] : []),
    ...(expected.judges && status === "needs_remediation" && directives.fixes.length === 0
      ? ["it sends the work back but lists no line - fix: …"]
      : []),
  ]
}

/** Only a phase that judges has a verdict. */
function cannotSendBack(said: unknown): string {
  return said === "completed"
    ? "this phase cannot send work back: write what you found without a line Verdict:, or write failed"
    : "this phase cannot send work back: write completed or failed"
}

/** Every criterion is answered with evidence, and a required one that is not met is never a GO. */
function criteriaWrong(criteria: readonly Criterion[], { criteria: checked, verdict }: Directives): readonly string[] {
  return criteria.flatMap((criterion) => {
    const { id, level } = criterion
    const [found, ...more] = checked.filter((one) => one.id === id)
    if (found === undefined) return [`section 3 does not say whether ${describeVerdict(criterion, level !== "never")}`]
    if (more.length > 0) return [`criterion ${id} is answered twice`]
    if (!isEvidence(found.evidence, criterion)) return [`criterion ${id} has no evidence`]
    const isNeeded = level === "must" || level === "never"
    return !found.holds && isNeeded && verdict === "GO"
      ? [`${describeVerdict(criterion, false)}, but the verdict is GO`]
      : []
  })
}

/** Repeating the criterion is not evidence. */
function isEvidence(said: string, { id, level, text }: Criterion): boolean {
  const own = [text, `(${level})`, `(${describeLevel(level)})`, id, "evidence"]
  const rest = own.reduce((left, part) => left.replace(part.toLowerCase(), ""), said.toLowerCase())
  return /[\p{L}\p{N}]/u.test(rest)
}

type ReadQuestions = { readonly questions: readonly MemoryQuestion[] } | { readonly wrong: readonly string[] }

const urgencies: Readonly<Record<string, number>> = { P0: 2, P1: 1, P2: 0 }
const MOST_OPTIONS = 4
const MOST_QUESTIONS = 20

function readQuestionSection(section: string | undefined): ReadQuestions {
  if (section === undefined || section.trim() === "") return { questions: [] }
  const json = readSectionJson(section)
  const list = readField(json, "questions")
  if (!Array.isArray(list)) return { wrong: ["section 4 is not JSON with a list of questions"] }
  if (readField(json, "clarification_required") === false) return { questions: [] }
  if (list.length > MOST_QUESTIONS) return { wrong: [`section 4 has more than ${MOST_QUESTIONS} questions`] }
  const wrong: string[] = []
  const questions = list.flatMap((entry: unknown, at): readonly MemoryQuestion[] => {
    const text = readField(entry, "question")
    const options = readField(entry, "options") ?? []
    const priority = String(readField(entry, "priority") ?? "P1")
    const texts = Array.isArray(options) ? options.flatMap(optionText) : []
    const id = toVisibleLine(String(readField(entry, "id") ?? `Q${at + 1}`))
    if (typeof text !== "string" || isEmptySection(text)) wrong.push(`question ${id} has no text`)
    else if (urgencies[priority] === undefined)
      wrong.push(`question ${id} has the priority ${priority}, not P0, P1 or P2`)
    else if (texts.length > MOST_OPTIONS) wrong.push(`question ${id} has more than ${MOST_OPTIONS} options`)
    else
      return [
        {
          id,
          text: withContext(text, entry),
          urgency: urgencies[priority] ?? 0,
          options: texts,
          multiple: readField(entry, "multi_select") === true,
        },
      ]
    return []
  })
  return wrong.length > 0 ? { wrong } : { questions: questions.toSorted((a, b) => b.urgency - a.urgency) }
}

function optionText(option: unknown): readonly string[] {
  return typeof option === "string" && option.trim() !== "" ? [toVisibleLine(option)] : []
}

/** One line: an agent's text must not look like a line of a directive. */
function withContext(text: string, entry: unknown): string {
  const context = readField(entry, "context")
  const usual = readField(entry, "default")
  return toVisibleLine(
    [
      text,
      ...(typeof context === "string" && context !== "" ? [`(${context})`] : []),
      ...(typeof usual === "string" && usual !== "" ? [`Default: ${usual}`] : []),
    ].join(" "),
  )
}
