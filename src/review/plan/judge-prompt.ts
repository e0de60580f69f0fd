import { falsePositiveFacts } from "../../claims/checking/facts/false-positive-facts.ts"
import type { ReviewKind } from "../../claims/categories.ts"
import type { Insight, ReviewFinding } from "../../claims/review-finding.ts"
import { compareSeverity } from "../../finding/severity.ts"
import type { Gathered } from "../review-data.ts"
import type { Pair } from "../reviewers.ts"
import { DATA_RULE, fenced, quotedName } from "./quoted.ts"

const AROUND = 5

/** More claims than this about one file are divided among several judges. */
const MOST_JUDGED = 40

interface Judge<Claim> {
  readonly item: string
  readonly file: string
  readonly findings: readonly Claim[]
}

/** Who judges what: one judge for each file, unless there is too much to judge. */
export function judgesOf<Claim extends { readonly file: string }>(open: readonly Claim[]): readonly Judge<Claim>[] {
  const files = [...new Set(open.map(({ file }) => file))].sort()
  return files.flatMap((file) => {
    const findings = open.filter((finding) => finding.file === file)
    const judges = Math.ceil(findings.length / MOST_JUDGED)
    return Array.from({ length: judges }, (_, at) => ({
      // No path has an empty part, so no file is called like a second judge.
      item: at === 0 ? file : `${file}//${at + 1}`,
      file,
      findings: findings.slice(at * MOST_JUDGED, (at + 1) * MOST_JUDGED),
    }))
  })
}

/** One judge a file: what is claimed about it, each with the code around it. */
export function judgePrompt(gathered: Gathered, file: string, findings: readonly ReviewFinding[]): string {
  const lines = gathered.files.find(({ path }) => path === file)?.text.split("\n") ?? []
  const grounds = falsePositiveFacts(gathered.falsePositiveRules).prompt
  return [
    judgeRules[gathered.kind],
    ...(grounds.length === 0
      ? []
      : [`Grounds for invalid, beside your own judgement:\n${grounds.map((rule) => `- ${rule}`).join("\n")}`]),
    `File: ${quotedName(file)}`,
    ...findings.map((finding) => claimText(finding, lines)),
  ].join("\n\n")
}

const judgeRules: Readonly<Record<ReviewKind, string>> = {
  code: judgeRulesFor("Read the code around each claim", "the code does what is claimed"),
  docs: judgeRulesFor("Read the text around each claim", "the text says what is claimed"),
}

function judgeRulesFor(read: string, valid: string): string {
  return `You judge what reviewers claim about one file. ${read}, and the file itself where that is not enough. Do not look for anything new. ${DATA_RULE}

- valid: ${valid}, and it matters as much as is said.
- downgrade: it is true and matters less. Give the lower severity.
- invalid: it is not true, cannot happen, or is meant to be so. Say what shows it.

Answer with one JSON list in a fenced block, one object for every id:

\`\`\`json
[{ "id": "F1", "verdict": "valid | downgrade | invalid", "new_severity": "minor", "reason": "one sentence that names the line it rests on" }]
\`\`\``
}

function claimText(
  { id, title, line, endLine, category, severity, description }: ReviewFinding,
  lines: readonly string[],
): string {
  const from = Math.max(1, line - AROUND)
  const shown = lines.slice(from - 1, endLine + AROUND).map((text, at) => `${from + at}| ${text}`)
  return `${id} [${category}, ${severity}] line ${line}: ${title}\n${description}\n${fenced(shown.join("\n"))}`
}

/** What two kinds of findings mean together. */
export function synthesisPrompt(gathered: Gathered, pair: Pair, findings: readonly ReviewFinding[]): string {
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

/** Who gets what skills say about putting findings together. */
const SYNTHESIS_AGENT = "synthesis-agent"
/** Of more findings of a kind the worst are listed. */
const MOST_LISTED = 100

function listed(findings: readonly ReviewFinding[], category: string): string {
  const own = findings
    .filter((finding) => finding.category === category)
    .toSorted((a, b) => compareSeverity(a.severity, b.severity))
  const lines = own
    .slice(0, MOST_LISTED)
    .map(
      ({ id, file, line, severity, title, description }) =>
        `- ${id} ${quotedName(file)}:${line} (${severity}) ${title}: ${description.slice(0, MOST_DESCRIBED)}`,
    )
  const more = own.length - lines.length
  return [...lines, ...(more === 0 ? [] : [`- and ${more} less severe ones that are not listed`])].join("\n")
}

const MOST_DESCRIBED = 800

const SYNTHESIS_RULES = `You read findings of two kinds and look for what they mean together: one that causes, hides, or worsens the other. Repeat no finding, and make up no new one. Most pairs mean nothing together: then the list is empty. ${DATA_RULE}

Answer with one JSON list in a fenced block:

\`\`\`json
[{ "title": "…", "related_findings": { "a": "F3", "b": "F9" }, "insight": "what happens because both are there", "category": "…", "severity": "critical | major | minor | suggestion", "file": "…", "line": 1, "fix_type": "prompt", "fix_prompt": "…" }]
\`\`\``

/** Insights are judged like findings, with both findings beside them. */
export function insightPrompt(insights: readonly Insight[], findings: readonly ReviewFinding[]): string {
  const byId = new Map(findings.map((finding) => [finding.id, finding]))
  const claims = insights.map(({ id, title, related, text, severity }) => {
    const both = related.map((one) => {
      const finding = byId.get(one)
      return finding === undefined
        ? `- ${one}`
        : `- ${one} ${quotedName(finding.file)}:${finding.line} ${finding.title}: ${finding.description}`
    })
    return `${id} (${severity}) ${title}\n${text}\n${both.join("\n")}`
  })
  return [INSIGHT_RULES, ...claims].join("\n\n")
}

const INSIGHT_RULES = `You judge insights that connect two findings each. Valid: both findings hold, they really interact, it is not one of them in other words, and knowing it changes what one would do. A duplicate of a finding or of another insight is invalid. ${DATA_RULE}

Answer with one JSON list in a fenced block, one object for every id:

\`\`\`json
[{ "id": "I1", "verdict": "valid | downgrade | invalid", "new_severity": "minor", "reason": "one sentence" }]
\`\`\``
