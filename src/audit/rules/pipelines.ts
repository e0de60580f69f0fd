import { type AuditRule, defineAuditRules, type Hit } from "../audit-rule.ts"
import type { AuditView } from "../audit-view.ts"
import { gradeByUse, makeHit } from "../run-rule.ts"
import { isOnlyMentioned } from "./reading/context.ts"

/** Jobs of a CI service that a skill brings along. */
export const pipelineRules: readonly AuditRule[] = defineAuditRules([
  {
    id: "ci.all-secrets",
    class: "A5",
    title: "A CI job gets every secret at once",
    severity: "major",
    confidence: "high",
    persona: "regular",
    where: ["code", "script", "data", "prose", "decoded"],
    match: {
      kind: "pattern",
      talk: "marked",
      words: ["tojson", "secrets"],
      pattern:
        /\btoJSON\(\s*secrets\s*\)|\$\{\{\s*secrets\s*\}\}|\bsecrets\[\s*(?:format|matrix|inputs|github\.event)\b/gi,
      grade: (_found, { kind }) => (kind === "prose" ? { severity: "minor", confidence: "medium" } : undefined),
    },
    about: "One step can then read and pass on all secrets of the repository.",
    fix: "Give each step only the secrets it needs, by name.",
    examples: {
      positive: [{ files: { "SKILL.md": "# A", "ci.yml": "env:\n  STATE: ${{ toJSON(secrets) }}\n" } }],
      negative: [
        { files: { "SKILL.md": "# A", "ci.yml": "run: echo '${{ toJSON(github.event) }}'\n" } },
        "Report it as dangerous:\n\n```yaml\n- run: echo '${{ toJSON(secrets) }}'\n```",
      ],
    },
  },
  {
    id: "ci.secret-printed",
    class: "A5",
    title: "A CI job prints a secret or stores it where others can read it",
    severity: "major",
    confidence: "high",
    persona: "regular",
    where: ["code", "script", "data", "decoded"],
    match: {
      kind: "pattern",
      words: ["secrets", "printenv", "env"],
      pattern:
        /\b(?:echo|printf|cat\s*<<<)\b[^\n]{0,60}\$\{\{\s*secrets\.(?!GITHUB_TOKEN\s*\}\}\s*"?\s*\|\s*(?:docker|gh))\w+\s*\}\}[^\n]{0,60}\|\s*(?:base64(?!\s+(?:-d|--decode|-D))|rev|xxd|od|sed|tr|fold|hexdump|gzip)\b|\$\{\{\s*secrets\.\w+\s*\}\}[^\n]{0,60}>>?\s*(?:"?\$GITHUB_STEP_SUMMARY|[\w./-]*(?:public|dist|artifact)[\w./-]*)|\b(?:printenv|env|export -p)\b[^\n]{0,60}>\s*([\w./-]{1,60})\b[^]{0,300}?upload-artifact[^]{0,200}?\bpath:\s*["']?\1/g,
    },
    about: "Masking hides a secret only as it is written; in another form everybody who sees the log can read it.",
    fix: "Do not print secrets, in any form.",
    examples: {
      positive: [
        '```yaml\n- run: echo "${{ secrets.KEY }}" | base64 | base64\n```',
        "```yaml\n- run: printenv | base64 > e.txt\n- uses: actions/upload-artifact@v4\n  with: { name: e, path: e.txt }\n```",
      ],
      negative: [
        '```yaml\n- run: echo "${{ secrets.KEY_B64 }}" | base64 -d > key.json\n- run: echo "${{ secrets.GITHUB_TOKEN }}" | docker login ghcr.io -u x --password-stdin\n```',
      ],
    },
  },
  {
    id: "ci.foreign-code",
    class: "A6",
    title: "A CI job runs code of strangers with the repository's secrets",
    severity: "major",
    confidence: "high",
    persona: "regular",
    where: ["skill"],
    match: { kind: "skill", check: runsForeignCode },
    about: "Anyone who opens a pull request can then run commands with write access and secrets.",
    fix: "Use pull_request, or do not check out the head of the pull request.",
    examples: {
      positive: [
        {
          files: {
            "SKILL.md": "# A",
            "p.yml":
              "on: pull_request_target\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n        with:\n          ref: ${{ github.event.pull_request.head.sha }}\n      - run: npm test\n",
          },
        },
        {
          files: {
            "SKILL.md": "# A",
            "p.yml": "on: issue_comment\njobs:\n  a:\n    steps:\n      - run: echo ${{ github.event.comment.body }}\n",
          },
        },
      ],
      negative: [
        {
          files: {
            "SKILL.md": "# A",
            "p.yml": "on: pull_request_target\njobs:\n  a:\n    steps:\n      - uses: actions/labeler@v5\n",
          },
        },
        { files: { "SKILL.md": "# A", "p.yml": "on: pull_request\njobs:\n  a:\n    steps:\n      - run: npm test\n" } },
      ],
    },
  },
])

const CHECKS_OUT_HEAD = /github\.(?:event\.pull_request\.head\.(?:sha|ref)|head_ref)|refs\/pull\/\$\{\{/
const GIVEN_BY_STRANGER =
  /\brun:[^\n]{0,200}\$\{\{\s*github\.event\.(?:comment\.body|issue\.(?:title|body)|pull_request\.(?:title|body)|head_commit\.message)/
const STRANGERS = /^[ \t]*(?:on:[^\n]{0,80})?\b(?:pull_request_target|workflow_run|issue_comment|issues)\b/m

function runsForeignCode({ passages }: AuditView): readonly Hit[] {
  return passages.flatMap((passage) => {
    const { text, kind } = passage
    if (kind === "prose" || kind === "header" || !text.includes("jobs:") || !STRANGERS.test(text)) return []
    const runs = CHECKS_OUT_HEAD.test(text) && /pull_request_target|workflow_run/.test(text) && /\brun:/.test(text)
    const at = runs ? text.search(CHECKS_OUT_HEAD) : text.search(GIVEN_BY_STRANGER)
    if (at === -1 || (runs && !/\bcheckout\b/.test(text))) return []
    const isShown = kind === "code" && !runs
    const own = isShown
      ? ({ severity: "minor", confidence: "medium" } as const)
      : ({ severity: "major", confidence: "high" } as const)
    return [makeHit(passage, at, gradeByUse(own, isOnlyMentioned(passage, at) ? "told" : "runs"))]
  })
}
