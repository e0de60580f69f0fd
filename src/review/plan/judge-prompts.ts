import type { ReviewKind } from "../claims/categories.ts"
import { readFalsePositiveFacts } from "../claims/checking/facts/false-positive-facts.ts"
import { AROUND } from "../claims/checking/find-quote.ts"
import type { Insight, ReviewFinding } from "../claims/review-finding.ts"
import type { LineSpan } from "../claims/stated-finding.ts"
import { compareSeverity, type Severity } from "../../finding/severity.ts"
import { estimateTokens } from "../../text/estimate-tokens.ts"
import { toVisibleLine, wrapInFence } from "../../text/escape-hidden.ts"
import { quoteText } from "../../text/quote-text.ts"
import type { Gathered } from "../review-data.ts"
import type { Pair } from "../reviewers.ts"
import { DATA_RULE, quoteName } from "./quote-name.ts"
import { PROMPT_TOKENS } from "./search-prompt.ts"
import { mergeSpans, numberLines } from "./shown/cut-into-pieces.ts"

/** More claims than this about one file, in different words, are divided among several judges. */
const MOST_JUDGED = 40

/** More claims than this are not judged, regardless of who makes them: a flood of them must not cost a fortune. */
const MOST_CLAIMS = 2000

/** Which claims are judged, the worst first, and which are left as they are. */
export function selectClaimsToJudge<Claim extends { readonly severity: Severity }>(
  open: readonly Claim[],
): { readonly asked: readonly Claim[]; readonly left: readonly Claim[] } {
  if (open.length <= MOST_CLAIMS) return { asked: open, left: [] }
  const worst = new Set(open.toSorted((a, b) => compareSeverity(a.severity, b.severity)).slice(0, MOST_CLAIMS))
  return { asked: open.filter((one) => worst.has(one)), left: open.filter((one) => !worst.has(one)) }
}

/** A judge's claims, in groups that say the same. The judge is asked about the first of each. */
interface Judge {
  readonly item: string
  readonly file: string
  readonly groups: readonly (readonly ReviewFinding[])[]
}

/**
 * Assigns claims to judges: one judge per file, or several if a file has too many claims for one prompt. What several
 * reviewers say in the same words is judged once.
 */
export function planJudges(gathered: Gathered, open: readonly ReviewFinding[]): readonly Judge[] {
  const room = (gathered.promptTokens ?? PROMPT_TOKENS) * CLAIMS_SHARE
  const files = [...new Set(open.map(({ file }) => file))].sort()
  return files.flatMap((file) => {
    const lines = readFileLines(gathered, file)
    const packs: { groups: (readonly ReviewFinding[])[]; tokens: number }[] = []
    for (const same of sameWords(open.filter((finding) => finding.file === file))) {
      const tokens = estimateTokens(same.slice(0, 1).map(claimText).concat(codeText(same, lines)).join("\n"))
      const last = packs.at(-1)
      if (last === undefined || last.groups.length >= MOST_JUDGED || last.tokens + tokens > room) {
        packs.push({ groups: [same], tokens })
      } else {
        last.groups.push(same)
        last.tokens += tokens
      }
    }
    return packs.map(({ groups }, at) => ({
      // Paths have no empty part, so no file can have the name of a second judge.
      item: at === 0 ? file : `${file}//${at + 1}`,
      file,
      groups,
    }))
  })
}

/** Of a judge's prompt, this share is for claims and the code around them. */
const CLAIMS_SHARE = 0.8

/** Claims that say the same about the same lines, in the order of the first of each. */
function sameWords(claims: readonly ReviewFinding[]): readonly (readonly ReviewFinding[])[] {
  const groups = new Map<string, ReviewFinding[]>()
  for (const claim of claims) {
    const { line, endLine, category, severity, title, description } = claim
    const key = JSON.stringify([line, endLine, category, severity, title, description])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [claim])
    else group.push(claim)
  }
  return [...groups.values()]
}

function readFileLines({ files }: Gathered, file: string): readonly string[] {
  return files.find(({ path }) => path === file)?.text.split("\n") ?? []
}

/** The prompt of the judge of one file: the code around all claims about it, then the claims. */
export function writeJudgePrompt(gathered: Gathered, { file, groups }: Judge): string {
  const lines = readFileLines(gathered, file)
  const claims = groups.flatMap(([first]) => first ?? [])
  const grounds = readFalsePositiveFacts(gathered.falsePositiveRules).prompt
  return [
    judgeRules[gathered.kind],
    ...(grounds.length === 0
      ? []
      : [
          `Besides your own judgement, these rules of skills are reasons for the verdict invalid. If one of them is the reason, add its number, such as "rule": "R1".\n${grounds.map((rule, at) => `- R${at + 1}: ${rule}`).join("\n")}`,
        ]),
    `File ${quoteName(file)}, the lines around the claims:\n${codeText(claims, lines)}`,
    ...claims.map(claimText),
  ].join("\n\n")
}

const judgeRules: Readonly<Record<ReviewKind, string>> = {
  code: writeJudgeRules("Read the code around each claim", "the code does what is claimed"),
  docs: writeJudgeRules("Read the text around each claim", "the text says what is claimed"),
}

function writeJudgeRules(read: string, valid: string): string {
  return `You judge the claims that reviewers made about one file. ${read}. If that is not enough, read the file. Do not look for new problems. ${DATA_RULE}

- valid: ${valid}, and the severity is right.
- downgrade: the claim is true but less severe. Give the lower severity.
- invalid: the claim is false, cannot happen, or describes intended behaviour. Say what proves it, and copy the code that shows it into "quote", exactly as it is in the file, with its line. Without a quote that is there, a claim of a rule stays.

Answer with one JSON list in a fenced block, one object for every id:

\`\`\`json
[{ "id": "F1", "verdict": "valid | downgrade | invalid", "new_severity": "minor", "reason": "one sentence that names the line that proves it", "quote": "only for invalid: the code that shows it", "line": 12 }]
\`\`\``
}

function claimText(claim: ReviewFinding): string {
  const { id, line, endLine, category, severity, isOwn, rule } = claim
  const where = endLine > line ? `lines ${line}-${endLine}` : `line ${line}`
  const by = isOwn === true ? `, rule ${rule}` : ""
  const steps = (claim.steps ?? []).map(
    ({ role, file, line: at, text }) => `  ${role}: ${quoteName(file)}:${at} ${quoteName(text)}`,
  )
  return [`${id} [${toVisibleLine(category)}, ${severity}${by}] ${where}:`, quoteClaim(claim), ...steps].join("\n")
}

/** What a reviewer wrote, quoted line by line: it cannot pass for another claim or for text of the prompt. */
function quoteClaim({ title, description }: Pick<ReviewFinding, "title" | "description">): string {
  return quoteText(description.trim() === "" ? title : `${title}\n${description}`)
}

/** The lines around claims, each once. Of a long range its beginning and its end. */
function codeText(claims: readonly Pick<ReviewFinding, "line" | "endLine">[], lines: readonly string[]): string {
  const spans = claims.flatMap(({ line, endLine }) =>
    endLine - line <= LONGEST_RANGE
      ? [around(line, endLine, lines)]
      : [around(line, line, lines), around(endLine, endLine, lines)],
  )
  return wrapInFence(numberLines(lines, mergeSpans(spans), LONGEST_LINE))
}

const LONGEST_RANGE = 60
const LONGEST_LINE = 500

function around(line: number, endLine: number, lines: readonly string[]): LineSpan {
  return { line: Math.max(1, line - AROUND), endLine: Math.min(lines.length, endLine + AROUND) }
}

/** The prompt that looks for interactions between findings of two kinds. */
export function writeSynthesisPrompt(gathered: Gathered, pair: Pair, findings: readonly ReviewFinding[]): string {
  const questions = [pair.a, pair.b].flatMap((category) => gathered.skillQuestions[category] ?? [])
  return [
    SYNTHESIS_RULES,
    `${pair.a}:\n${listed(findings, pair.a)}`,
    `${pair.b}:\n${listed(findings, pair.b)}`,
    gathered.skillInstructions[SYNTHESIS_AGENT] ?? "",
    [`Question: ${pair.question}`, ...questions.map((question) => `Also: ${question}`)].join("\n"),
  ]
    .filter((part) => part !== "")
    .join("\n\n")
}

/** The prompt for the questions of a skill, if no pair with its category is asked. */
export function writeQuestionPrompt(gathered: Gathered, category: string, findings: readonly ReviewFinding[]): string {
  const others = findings.filter((finding) => finding.category !== category)
  return [
    SYNTHESIS_RULES,
    `${category}:\n${listed(findings, category)}`,
    ...(others.length === 0 ? [] : [`Other kinds:\n${listFindings(others)}`]),
    gathered.skillInstructions[SYNTHESIS_AGENT] ?? "",
    (gathered.skillQuestions[category] ?? []).map((question) => `Question: ${question}`).join("\n"),
  ]
    .filter((part) => part !== "")
    .join("\n\n")
}

/** The agent that gets the instructions of skills for synthesis. */
const SYNTHESIS_AGENT = "synthesis-agent"
/** If there are more findings of a kind, only the most severe are listed. */
const MOST_LISTED = 100

function listed(findings: readonly ReviewFinding[], category: string): string {
  return listFindings(findings.filter((finding) => finding.category === category))
}

function listFindings(findings: readonly ReviewFinding[]): string {
  const own = findings.toSorted((a, b) => compareSeverity(a.severity, b.severity))
  const lines = own
    .slice(0, MOST_LISTED)
    .map(
      ({ id, file, line, severity, title, description }) =>
        `- ${id} ${quoteName(file)}:${line} (${severity})\n${quoteClaim({ title, description: description.slice(0, MOST_DESCRIBED) })}`,
    )
  const more = own.length - lines.length
  return [...lines, ...(more === 0 ? [] : [`- and ${more} less severe ones, not listed`])].join("\n")
}

const MOST_DESCRIBED = 800

const SYNTHESIS_RULES = `You get findings of two kinds. Look for pairs that interact: one finding causes, hides or worsens the other. Do not repeat findings and do not invent new ones. Most findings do not interact; then answer with an empty list. ${DATA_RULE}

Answer with one JSON list in a fenced block:

\`\`\`json
[{ "title": "…", "related_findings": { "a": "F3", "b": "F9" }, "insight": "what happens because both exist", "category": "…", "severity": "critical | major | minor | suggestion", "file": "…", "line": 1, "fix_type": "prompt", "fix_prompt": "…" }]
\`\`\``

/** The prompt that judges insights, each shown with its two findings. */
export function writeInsightPrompt(insights: readonly Insight[], findings: readonly ReviewFinding[]): string {
  const byId = new Map(findings.map((finding) => [finding.id, finding]))
  const claims = insights.map(({ id, title, related, text, severity }) => {
    const both = related.map((one) => {
      const finding = byId.get(one)
      return finding === undefined
        ? `- ${one}`
        : `- ${one} ${quoteName(finding.file)}:${finding.line}\n${quoteClaim(finding)}`
    })
    return `${id} (${severity})\n${quoteClaim({ title, description: text })}\n${both.join("\n")}`
  })
  return [INSIGHT_RULES, ...claims].join("\n\n")
}

const INSIGHT_RULES = `You judge insights. Each one connects two findings. An insight is valid if both findings are true, they really interact, it says more than either finding alone, and it changes what to do. An insight that repeats a finding or another insight is invalid. ${DATA_RULE}

Answer with one JSON list in a fenced block, one object for every id:

\`\`\`json
[{ "id": "I1", "verdict": "valid | downgrade | invalid", "new_severity": "minor", "reason": "one sentence" }]
\`\`\``
