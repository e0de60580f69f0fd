import { createRequire } from "node:module"
import fc from "fast-check"
import { expect, test } from "vitest"
import { hostileText, withTexts } from "../../../test/review-report/hostile-text.ts"
import { emptyReport, sampleReport } from "../../../test/review-report/sample-report.ts"
import { filterReport } from "./report-outcome.ts"
import { renderReportMarkdown } from "./report-markdown.ts"

test("a report reads from what matters most to how it was made", () => {
  expect(renderReportMarkdown(sampleReport, { savedTo: "reviews/users.md" })).toMatchInlineSnapshot(`
    "# Code review

    - **Files:** 2 (\`src/db.ts\`, \`src/format.py\`)
    - **Branch:** \`feature/users\`
    - **Depth:** deep
    - **Scope:** changes since main

    > **Warning:** The following skills could not be resolved and were skipped:
    > - superpowers:nonexistent

    > **Incomplete. Not fully checked:**
    >
    > - py-nested-quantifier in src/format.py
    > - bug-detection-agent (gaps) failed

    > **Note:**
    >
    > - src/huge.ts is longer than 5,000 lines: only its changes were shown

    ## Summary

    3 findings in 2 files: 1 critical, 1 major, 1 minor, and 1 cross-cutting insight. 4 reviewer claims rejected or judged invalid.

    | Category | Critical | Major | Minor | Suggestion | Total |
    | --- | --: | --: | --: | --: | --: |
    | Bugs (incomplete) | 0 | 0 | 0 | 0 | 0 |
    | Error Handling | 0 | 1 | 0 | 0 | 1 |
    | Security | 1 | 0 | 0 | 0 | 1 |
    | Technical Debt | 0 | 0 | 1 | 0 | 1 |
    | **Total** | 1 | 1 | 1 | 0 | 3 |

    ## Critical (1)

    ### F1: SQL is built from the request [2 agents]

    \`src/db.ts:42\` · Security · high confidence · proved by pattern \`js-sql-concat\`

    \`req.params.id\` goes into the query as it is. Whoever calls the route can end the statement and write another one (CWE-89).

    \`\`\`typescript
    const rows = await db.query("select * from users where id = " + req.params.id)
    \`\`\`

    - **Attack vector:** GET /users/1%20or%201=1
    - **Impact:** Every row of every table can be read.

    **Fix:**

    \`\`\`diff
    --- a/src/db.ts
    +++ b/src/db.ts
    @@ -41,2 +41,2 @@
     app.get("/users/:id", async (req, res) => {
    -const rows = await db.query("select * from users where id = " + req.params.id)
    +const rows = await db.query("select * from users where id = ?", [req.params.id])
    \`\`\`

    - Reported by security-agent (thorough), bug-detection-agent (gaps)
    - Judged: line 42 joins the id to the statement without a check before it
    - At the same place: F2

    ## Major (1)

    ### F2: A failing query ends the process

    \`src/db.ts:42-44\` · Error Handling · medium confidence

    Nobody catches what \`db.query\` throws:

    - the request hangs
    - the process ends

    \`\`\`typescript
    const rows = await db.query("select * from users where id = " + req.params.id)
      res.json(rows)
    })
    \`\`\`

    **Fix** (instruction for an agent):

    \`\`\`text
    Pass errors of the query to next() and answer with 500. Add a test that makes the query fail.
    \`\`\`

    - Reported by error-handling-agent (thorough)
    - At the same place: F1

    ## Minor (1)

    ### F5: Two functions format dates differently [3+ agents]

    \`src/format.py:7\` · Technical Debt, Architecture · low confidence

    \`day()\` and \`show_day()\` do the same and disagree about the year.

    \`\`\`python
    def show_day(d):
    \`\`\`

    **Fix:** Keep one of them.

    - Reported by technical-debt-agent (thorough), architecture-agent (thorough), compliance-agent (thorough)
    - Lowered to minor: both are used in one place only

    ## Cross-cutting insights

    ### I1: The injection can also stop the service

    F1 and F2 · major · Security · \`src/db.ts:42\`

    A statement that does not parse makes the query throw, and nobody catches it: one request ends the process.

    ## Recommended tests

    - GET /users/:id with \`1 or 1=1\` answers 404
    - A failing query answers 500

    ## Left out

    Rejected (3):

    - 2: the line does not exist
    - 1: a false-positive rule covers it

    Removed by false-positive rules:

    - 1: Numbers in tests are no magic numbers

    Judged invalid (1):

    - Off by one in day() (\`src/format.py:3\`): line 3 counts from 1 on purpose

    Named as proof, but the pattern does not match:

    - security-agent named \`js-eval\` for F2

    ## Agents

    3 of 5 planned tasks completed, 1 failed, 1 skipped. Together: at least 4 min 11 s of agent time, at least 32,150 tokens, at least $0.22.

    | Phase | Agent | Status | Time | Tokens | Cost | Findings | Task |
    | --- | --- | --- | --: | --: | --: | --: | --- |
    | thorough | security-agent | completed | 48 s | 31,250 | $0.21 | 1 | r1/thorough/1/security-agent |
    | thorough | error-handling-agent | completed | 2.1 s [!] | 900 | $0.01 | 1 | r1/thorough/1/error-handling-agent |
    | thorough | technical-debt-agent | completed | 3 min 21 s [*] | unknown | unknown | 1 | r1/thorough/1/technical-debt-agent |
    | gaps | bug-detection-agent | failed | unknown | unknown | unknown | 0 | r1/gaps/1/bug-detection-agent |
    | gaps | security-agent | skipped | – | – | – | 0 | r1/gaps/1/security-agent |

    - \`[!]\` too fast to have read its prompt
    - \`[*]\` much slower than usual

    ---

    Review saved to: reviews/users.md
    "
  `)
})

test("a review that found nothing lists what passed", () => {
  expect(renderReportMarkdown(emptyReport)).toMatchInlineSnapshot(`
    "# Code review

    - **Files:** 2 (\`src/db.ts\`, \`src/format.py\`)
    - **Branch:** \`feature/users\`
    - **Depth:** deep
    - **Scope:** changes since main

    No issues found. All checks passed:

    - Bugs
    - Error Handling
    - Security
    - Technical Debt
    "
  `)
})

test("an incomplete review never says that checks passed", () => {
  const usage = sampleReport.usage.filter(({ status }) => status === "failed")
  expect(renderReportMarkdown({ ...emptyReport, usage })).toMatchInlineSnapshot(`
    "# Code review

    - **Files:** 2 (\`src/db.ts\`, \`src/format.py\`)
    - **Branch:** \`feature/users\`
    - **Depth:** deep
    - **Scope:** changes since main

    > **Incomplete. Not fully checked:**
    >
    > - bug-detection-agent (gaps) failed

    No issues found so far, but the review is incomplete. Checked:

    - Error Handling
    - Security
    - Technical Debt

    ## Agents

    0 of 1 planned task completed, 1 failed.

    | Phase | Agent | Status | Time | Tokens | Cost | Findings | Task |
    | --- | --- | --- | --: | --: | --: | --: | --- |
    | gaps | bug-detection-agent | failed | unknown | unknown | unknown | 0 | r1/gaps/1/bug-detection-agent |
    "
  `)
})

test.each([
  ["no file", { ...emptyReport, files: [] }, "Nothing was reviewed: no file is in scope."],
  [
    "one unread file",
    {
      ...emptyReport,
      files: [],
      unread: [{ path: "a.bin", why: "not read: binary", isWanted: false, isChanged: true }],
    },
    "Nothing was reviewed. a.bin: not read: binary.",
  ],
  ["nothing staged", { ...emptyReport, files: [], scope: "staged changes" }, "No staged changes to review."],
  ["no agent", { ...emptyReport, categories: [] }, "Nothing was checked: no agent took part."],
])("with %s nothing passed", (_, report, said) => {
  expect(renderReportMarkdown(report).trimEnd().split("\n").at(-1)).toBe(said)
})

test("findings that a filter hides are counted, so that nothing looks clean", () => {
  const { findings } = sampleReport
  const minor = { ...emptyReport, findings: findings.filter(({ severity }) => severity === "minor") }
  expect(renderReportMarkdown(filterReport(minor, "major")).split("## Summary")[1]).toBe(
    "\n\nNo findings of severity major or worse in 2 files. Not shown: 1 finding below major.\n",
  )
})

test("an agent without a measured time is neither fast nor slow", () => {
  const usage = sampleReport.usage
    .slice(0, 2)
    .map(({ phase, agent, status, findings, task }) => ({ phase, agent, status, findings, task }))
  expect(renderReportMarkdown({ ...emptyReport, usage }).split("## Agents")[1]).toMatchInlineSnapshot(`
    "

    2 of 2 planned tasks completed.

    | Phase | Agent | Status | Time | Tokens | Cost | Findings | Task |
    | --- | --- | --- | --: | --: | --: | --: | --- |
    | thorough | security-agent | completed | unknown | unknown | unknown | 1 | r1/thorough/1/security-agent |
    | thorough | error-handling-agent | completed | unknown | unknown | unknown | 1 | r1/thorough/1/error-handling-agent |
    "
  `)
})

test("a finding of several categories counts once, and a category that was not reviewed is not in the table", () => {
  const [first] = sampleReport.findings
  const shared = { ...first!, category: "Taste", saidBy: [{ ...first!.saidBy[0]!, category: "Bugs" }] }
  const odd = { ...emptyReport, findings: [first!, shared, { ...first!, category: "Taste" }] }
  expect(
    renderReportMarkdown(odd)
      .split("\n")
      .filter((line) => /^\| \*\*|^\| Bugs|^Not in/.test(line)),
  ).toEqual([
    "| Bugs | 1 | 0 | 0 | 0 | 1 |",
    "| **Total** | 2 | 0 | 0 | 0 | 2 |",
    "Not in this table: 1 finding in other categories.",
  ])
})

test("text that tries to be structure stays text", () => {
  const evil = "a | b\n# Hi <img src=x> `` \u001b[31m ```\n[x](http://e)"
  const report = withTexts({ ...sampleReport, findings: sampleReport.findings.slice(0, 1) }, evil)
  const [, section] = renderReportMarkdown(report).split("## Critical (1)\n\n")
  expect(section?.split("\n\n## ")[0]).toMatchInlineSnapshot(`
    "### F1: a | b \\# Hi \\<img src=x> \\\`\\\` \\u001b[31m \\\`\\\`\\\` [x]\\(http://e) [2 agents]

    \`fa | b\\n# Hi <img src=x> \`\` \\u001b[31m \`\`\`\\n[x](http://e):42\` · Security · high confidence · proved by pattern \`pa | b # Hi <img src=x> \`\` \\u001b[31m \`\`\` [x](http://e)\`

    a | b
    \\# Hi \\<img src=x> \\\`\\\` \\u001b[31m \\\`\\\`\\\`
    \\[x]\\(http://e)

    \`\`\`\`
    a | b
    # Hi <img src=x> \`\` \\u001b[31m \`\`\`
    [x](http://e)
    \`\`\`\`

    - **Ea | b \\# Hi \\<img src=x> \\\`\\\` \\u001b[31m \\\`\\\`\\\` [x]\\(http://e):** ea | b \\# Hi \\<img src=x> \\\`\\\` \\u001b[31m \\\`\\\`\\\` [x]\\(http://e)

    **Fix:** a | b \\# Hi \\<img src=x> \\\`\\\` \\u001b[31m \\\`\\\`\\\` [x]\\(http://e)

    \`\`\`\`diff
    -a | b
    # Hi <img src=x> \`\` \\u001b[31m \`\`\`
    [x](http://e)
    +a | b
    # Hi <img src=x> \`\` \\u001b[31m \`\`\`
    [x](http://e)
    \`\`\`\`

    - Reported by security-agenta | b \\# Hi \\<img src=x> \`\\u001b[31m \`\`\` [x](http://e) (a | b # Hi <img src=x>\` \\u001b[31m \\\`\\\`\\\` [x]\\(http://e)), bug-detection-agenta | b \\# Hi \\<img src=x> \`\\u001b[31m \`\`\` [x](http://e) (a | b # Hi <img src=x>\` \\u001b[31m \\\`\\\`\\\` [x]\\(http://e))
    - Judged: a | b \\# Hi \\<img src=x> \\\`\\\` \\u001b[31m \\\`\\\`\\\` [x]\\(http://e)
    - At the same place: F2"
  `)
})

test("whatever texts say, the outline is that of the report", () => {
  const expected = outline(renderReportMarkdown(withTexts(sampleReport, "x")))
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(outline(renderReportMarkdown(withTexts(sampleReport, `x${text}`)))).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})

/** Headings and rows outside of fences, read line by line. */
function outline(text: string): readonly string[] {
  const seen: string[] = []
  let open = ""
  for (const line of text.split("\n")) {
    const mark = /^(`{3,})[\w+-]*$/.exec(line)?.[1]
    if (open === "" && mark !== undefined) open = mark
    else if (open !== "") open = line === open ? "" : open
    else if (/^#+ /.test(line)) seen.push(line.replace(/ .*/, ""))
    else if (line.startsWith("|")) seen.push(`row of ${line.match(/(?<!\\)\|/g)?.length}`)
  }
  expect(open).toBe("")
  return seen
}

type Parser = new (how: { readonly html: true }) => { parse(text: string, env: object): readonly Token[] }
interface Token {
  readonly type: string
  readonly tag: string
  readonly children: readonly Token[] | null
}
const require = createRequire(import.meta.url)
const Markdown = require("markdown-it") as Parser

test("a Markdown reader sees the same outline, and no link, image or HTML", () => {
  const reader = new Markdown({ html: true })
  const read = (text: string) =>
    reader.parse(renderReportMarkdown(withTexts(sampleReport, text), { savedTo: text }), {})
  const shape = (tokens: readonly Token[]) =>
    tokens
      .filter(({ type }) => /heading|table|t[rdh]_|hr|html|quote/.test(type))
      .map(({ type, tag }) => `${type} ${tag}`)
  const expected = shape(read("x"))
  fc.assert(
    fc.property(hostileText, (text) => {
      const tokens = read(`x${text}`)
      expect(shape(tokens)).toEqual(expected)
      const kinds = new Set(tokens.flatMap(({ children }) => (children ?? []).map(({ type }) => type)))
      const known = ["text", "text_special", "code_inline", "softbreak", "strong_open", "strong_close"]
      expect([...kinds].filter((kind) => !known.includes(kind))).toEqual([])
    }),
    { numRuns: 200 },
  )
})
