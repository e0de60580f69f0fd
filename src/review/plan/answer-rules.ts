import type { ReviewKind } from "../claims/categories.ts"
import { DATA_RULE } from "./quote-name.ts"

/** The format of an answer, and what to leave out. Fields that only some reviewers fill in come with their task. */
export const answerRules: Readonly<Record<ReviewKind, string>> = {
  code: writeRules({
    what: "You review code that others wrote.",
    title: "Session token compared with ===",
    file: "src/auth.ts",
    quote: "the line or lines that prove it, copied exactly",
    description: "what goes wrong, under which conditions, and why",
    change: "the functions or options to change",
    quoted: "code",
    critical: "blocks the merge",
    not: "Leave out what a formatter or compiler reports, what has no consequences, and praise.",
  }),
  docs: writeRules({
    what: "You review documents that others wrote.",
    title: "The install command names an option that does not exist",
    file: "docs/install.md",
    quote: "the sentence or lines that prove it, copied exactly",
    description: "what a reader would do or believe because of it, and why that is wrong",
    change: "the pages and sections to change",
    quoted: "text",
    critical: "a reader who follows it causes damage or gets stuck",
    not: "Leave out matters of taste, what has no consequences for a reader, and praise.",
  }),
}

interface Wording {
  readonly what: string
  readonly title: string
  readonly file: string
  readonly quote: string
  readonly description: string
  /** What the instruction for a fix names. */
  readonly change: string
  readonly quoted: string
  readonly critical: string
  readonly not: string
}

function writeRules(wording: Wording): string {
  const { what, title, file, quote, description, change, quoted, critical, not } = wording
  return `${what} ${DATA_RULE}

Report only what you can point to in the text below. Answer with one JSON list in a fenced block, one object per finding. If you find nothing, answer with an empty list:

\`\`\`json
[
  {
    "title": "${title}",
    "file": "${file}",
    "line": 42,
    "range": { "start": 42, "end": 44 },
    "severity": "critical | major | minor | suggestion",
    "code": "${quote}",
    "description": "${description}",
    "fix_type": "diff | prompt",
    "fix_diff": "for a fix of at most ten lines in one place: the complete diff",
    "fix_prompt": "for any other fix: the instruction for an agent, naming ${change}"
  }
]
\`\`\`

- critical: ${critical}. major: must be fixed unless there is a documented reason not to. minor: fix when convenient. suggestion: optional.
- If changed lines are given, report only problems that the change introduces or makes worse.
- File, line and quoted ${quoted} are checked. A finding whose quote is not at that place is discarded.
- ${not}`
}
