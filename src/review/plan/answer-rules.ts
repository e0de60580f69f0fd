import type { ReviewKind } from "../../claims/categories.ts"
import { DATA_RULE } from "./quoted.ts"

/** The form of an answer, and what is not worth one. What only some reviewers are asked for comes with their task. */
export const answerRules: Readonly<Record<ReviewKind, string>> = {
  code: rulesFor({
    what: "You review code that others wrote.",
    title: "Session token compared with ===",
    file: "src/auth.ts",
    quote: "the line or lines it rests on, copied exactly",
    description: "what happens, when, and why that is wrong",
    critical: "blocks the merge",
    not: "Nothing a formatter or compiler says, nothing without consequence, no praise.",
  }),
  docs: rulesFor({
    what: "You review documents that others wrote.",
    title: "The install command names an option that does not exist",
    file: "docs/install.md",
    quote: "the sentence or lines it rests on, copied exactly",
    description: "what a reader would do or believe, and why that is wrong",
    critical: "a reader who follows it does harm or cannot go on",
    not: "No matters of taste, nothing without consequence for a reader, no praise.",
  }),
}

interface Wording {
  readonly what: string
  readonly title: string
  readonly file: string
  readonly quote: string
  readonly description: string
  readonly critical: string
  readonly not: string
}

function rulesFor({ what, title, file, quote, description, critical, not }: Wording): string {
  return `${what} ${DATA_RULE}

Report what you can point at. For each finding one object, all of them in one JSON list in a fenced block; an empty list when there is nothing:

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
    "fix_diff": "at most ten lines in one place, complete",
    "fix_prompt": "otherwise: what to ask for, with the names of the functions or options it is about"
  }
]
\`\`\`

- critical: ${critical}. major: fix it unless a reason is written down. minor: when convenient. suggestion: take it or leave it.
- Where changed lines are given, report only what the change adds or makes worse.
- File and line are checked, and so is the quoted text: what is not there is thrown away.
- ${not}`
}
