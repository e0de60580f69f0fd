import { falsePositiveFacts } from "../../claims/checking/facts/false-positive-facts.ts"
import type { ReviewKind } from "../../claims/categories.ts"
import type { Insight, ReviewFinding } from "../../claims/review-finding.ts"
import { compareSeverity, type Severity } from "../../finding/severity.ts"
import type { Gathered } from "../review-data.ts"
import type { Pair } from "../reviewers.ts"
import { fenced } from "../../text/fenced.ts"
import { DATA_RULE, quotedName } from "./quoted.ts"

const AROUND = 5

/** More claims than this about one file are divided among several judges. */
const MOST_JUDGED = 40

/** More claims than this are not judged, whoever makes them: a flood of them must not cost a fortune. */
const MOST_CLAIMS = 2000

/** Which claims are judged, the worst first, and which are left as they are. */
export function claimsToJudge<Claim extends { readonly severity: Severity }>(
  open: readonly Claim[],
): { readonly asked: readonly Claim[]; readonly left: readonly Claim[] } {
  if (open.length <= MOST_CLAIMS) return { asked: open, left: [] }
  const worst = new Set(open.toSorted((a, b) => compareSeverity(a.severity, b.severity)).slice(0, MOST_CLAIMS))
  return { asked: open.filter((one) => worst.has(one)), left: open.filter((one) => !worst.has(one)) }
}

interface Judge<Claim> {
  readonly item: string
  readonly file: string
  readonly findings: readonly Claim[]
}

/** Assigns claims to judges: one judge per file, or several if a file has too many claims. */
export function judgesOf<Claim extends { readonly file: string }>(open: readonly Claim[]): readonly Judge<Claim>[] {
  const files = [...new Set(open.map(({ file }) => file))].sort()
  return files.flatMap((file) => {
    const findings = open.filter((finding) => finding.file === file)
    const judges = Math.ceil(findings.length / MOST_JUDGED)
    return Array.from({ length: judges }, (_, at) => ({
      // Paths have no empty part, so no file can have the name of a second judge.
      item: at === 0 ? file : `${file}//${at + 1}`,
      file,
      findings: findings.slice(at * MOST_JUDGED, (at + 1) * MOST_JUDGED),
    }))
  })
}

/** The prompt of the judge of one file: every claim about it, with the code around the claim. */
export function judgePrompt(gathered: Gathered, file: string, findings: readonly ReviewFinding[]): string {
  const lines = gathered.files.find(({ path }) => path === file)?.text.split("\n") ?? []
  const grounds = falsePositiveFacts(gathered.falsePositiveRules).prompt
  return [
    judgeRules[gathered.kind],
    ...(grounds.length === 0
      ? []
      : [
          `Besides your own judgement, these are reasons for the verdict invalid:\n${grounds.map((rule) => `- ${rule}`).join("\n")}`,
        ]),
    `File: ${quotedName(file)}`,
    ...findings.map((finding) => claimText(finding, lines)),
  ].join("\n\n")
}

const judgeRules: Readonly<Record<ReviewKind, string>> = {
  code: judgeRulesFor("Read the code around each claim", "the code does what is claimed"),
  docs: judgeRulesFor("Read the text around each claim", "the text says what is claimed"),
}

function judgeRulesFor(read: string, valid: string): string {
  return `You judge the claims that reviewers made about one file. ${read}. If that is not enough, read the file. Do not look for new problems. ${DATA_RULE}

- valid: ${valid}, and the severity is right.
- downgrade: the claim is true but less severe. Give the lower severity.
- invalid: the claim is false, cannot happen, or describes intended behaviour. Say what proves it.

Answer with one JSON list in a fenced block, one object for every id:

\`\`\`json
[{ "id": "F1", "verdict": "valid | downgrade | invalid", "new_severity": "minor", "reason": "one sentence that names the line that proves it" }]
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

/** The prompt that looks for interactions between findings of two kinds. */
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

/** The agent that gets the instructions of skills for synthesis. */
const SYNTHESIS_AGENT = "synthesis-agent"
/** If there are more findings of a kind, only the most severe are listed. */
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
  return [...lines, ...(more === 0 ? [] : [`- and ${more} less severe ones, not listed`])].join("\n")
}

const MOST_DESCRIBED = 800

const SYNTHESIS_RULES = `You get findings of two kinds. Look for pairs that interact: one finding causes, hides or worsens the other. Do not repeat findings and do not invent new ones. Most findings do not interact; then answer with an empty list. ${DATA_RULE}

Answer with one JSON list in a fenced block:

\`\`\`json
[{ "title": "…", "related_findings": { "a": "F3", "b": "F9" }, "insight": "what happens because both exist", "category": "…", "severity": "critical | major | minor | suggestion", "file": "…", "line": 1, "fix_type": "prompt", "fix_prompt": "…" }]
\`\`\``

/** The prompt that judges insights, each shown with its two findings. */
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

const INSIGHT_RULES = `You judge insights. Each one connects two findings. An insight is valid if both findings are true, they really interact, it says more than either finding alone, and it changes what to do. An insight that repeats a finding or another insight is invalid. ${DATA_RULE}

Answer with one JSON list in a fenced block, one object for every id:

\`\`\`json
[{ "id": "I1", "verdict": "valid | downgrade | invalid", "new_severity": "minor", "reason": "one sentence" }]
\`\`\``
