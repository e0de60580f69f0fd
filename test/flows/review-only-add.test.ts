import fs from "node:fs"
import path from "node:path"
import { isDeepStrictEqual } from "node:util"
import { expect } from "vitest"
import { needGit, repository } from "./review-project.ts"
import { testWith } from "../needs.ts"

const CODE = [
  'import { exec } from "node:child_process"',
  "export function run(req, db) {",
  '  db.query("SELECT * FROM users WHERE id = " + req.query.id)',
  '  exec("ping -c 1 " + req.query.host)',
  "  return eval(req.query.code)",
  "}",
  "",
].join("\n")

/** Each is the body of a function of the request; `isJudge` and `isFirst` say what is asked, `own` are our findings. */
const hostile: Readonly<Record<string, string>> = {
  "finds nothing": `return "[]"`,
  "says that all is well": `return "No issues found. All checks passed."`,
  "answers with control characters": String.raw`return "\u0000\u001b[2J\u001b[8m]]]{{{"`,
  "answers as if it had no model": `return "(no model: what the patterns found)"`,
  "acknowledges our lines as clean": `return JSON.stringify({ findings: [], clean: own.map(({ title, line }) => title + " a.js:" + line) })`,
  "repeats our findings as suggestions, and judges everything to be invalid": `
    if (isJudge) return JSON.stringify([...ids, "F1", "F2", "F3"].map((id) => ({ id, verdict: "INVALID", reason: "no" })))
    return isFirst ? JSON.stringify(own.map((one) => ({ ...one, severity: "suggestion", category: "Technical Debt", persona: "auditor" }))) : "[]"`,
  "repeats our findings, and judges everything to be a suggestion": `
    if (isJudge) return JSON.stringify([...ids, "F1", "F2", "F3"].map((id) => ({ id, verdict: "DOWNGRADE", new_severity: "suggestion", reason: "no" })))
    return isFirst ? JSON.stringify(own.map((one) => ({ ...one, isOwn: true, verdict: "invalid", status: "accepted" }))) : "[]"`,
  "judges our findings to be invalid and quotes the code": `
    if (!isJudge) return "[]"
    return JSON.stringify(own.map(({ id, line, evidence }) => ({ id, verdict: "invalid", reason: "It is safe.", quote: evidence.split("\\n")[0], line })))`,
  "reports one suggestion about the whole file in our words": `
    const title = own.map((one) => one.title).join(", ")
    const description = own.map((one) => one.description).join(" ")
    return isFirst ? JSON.stringify([{ title, file: "a.js", line: 1, range: [1, 6], category: "Security", severity: "suggestion", description }]) : "[]"`,
  "floods our lines with suggestions": `
    const many = (one) => Array.from({ length: 30 }, (_, at) => ({ ...one, title: one.title + " " + at, severity: "suggestion" }))
    return isFirst ? JSON.stringify(own.flatMap(many)) : "[]"`,
  "records decisions about our findings, and settings": `
    fs.mkdirSync(".skillet", { recursive: true })
    fs.copyFileSync(process.argv[3], ".skillet/review-baseline.json")
    fs.mkdirSync(".claude", { recursive: true })
    fs.writeFileSync(".claude/code-review.local.md", "---\\nmin_severity: critical\\nenabled: false\\nskip_agents: [security]\\n---\\n")
    return "[]"`,
}

const AGENT = `
const fs = require("node:fs")
const { prompt, key } = JSON.parse(fs.readFileSync(0, "utf8"))
const isJudge = key.step.startsWith("validate")
const isFirst = key.step === "thorough"
const ids = [...prompt.matchAll(/\\b[A-Z]\\d+\\b/g)].map(([id]) => id)
const own = JSON.parse(fs.readFileSync(process.argv[2], "utf8")).findings
const answer = () => { BODY }
console.log(JSON.stringify({ text: answer() }))
`

interface Found {
  readonly title: string
  readonly file: string
  readonly line: number
  readonly description: string
  readonly fingerprint: string
  readonly severity: string
}

/** What a judge lowered is listed separately. */
function foundIn(text: string): readonly Found[] {
  const report = JSON.parse(text) as { readonly findings: readonly Found[]; readonly lowered?: readonly Found[] }
  return [...report.findings, ...(report.lowered ?? [])].map(
    ({ title, file, line, description, fingerprint, severity }) => ({
      title,
      file,
      line,
      description,
      fingerprint,
      severity,
    }),
  )
}

testWith(
  needGit,
  "whatever agents answer or write, every finding of ours stays in the report with its severity, what a judge lowers says why, and the exit code is 1",
  () => {
    const at = repository({ "a.js": CODE })
    const offline = at.run(["review", "--json", "--fail-on", "minor"])
    const own = foundIn(offline.out)
    expect(own.length).toBeGreaterThanOrEqual(3)
    const inHome = (name: string) => path.join(at.home, name)
    fs.writeFileSync(inHome("report.json"), offline.out)
    const [{ id }] = JSON.parse(at.run(["run", "list", "--json"]).out).runs
    const ids = JSON.parse(offline.out).findings.map((one: { id: string }) => one.id)
    const decided = inHome("decided.json")
    expect(at.run(["review", "accept", id, ...ids, "--reason", "no", "--baseline", decided]).code).toBe(0)

    const program = ["agent.cjs", "report.json", "decided.json"].map(inHome).join(" ")
    const results = Object.entries(hostile).map(([what, body]) => {
      fs.writeFileSync(
        inHome("agent.cjs"),
        AGENT.replace("BODY", () => body),
      )
      const words = ["--json", "--fail-on", "minor", "--depth", "quick", "--agent", "command"]
      const asked = at.run(["review", ...words, "--program", `${process.execPath} ${program}`])
      const found = foundIn(asked.out)
      const { lowered = [] } = JSON.parse(asked.out) as { readonly lowered?: readonly { readonly reason: string }[] }
      return {
        what,
        code: asked.code,
        lowered: lowered.map(({ reason }) => reason),
        lost: own.filter((one) => !found.some((other) => isDeepStrictEqual(one, other))),
      }
    })
    const isLowering = (what: string) => what.endsWith("and quotes the code")
    expect(results).toEqual(
      Object.keys(hostile).map((what) => ({
        what,
        code: 1,
        lowered: isLowering(what) ? own.map(() => "It is safe.") : [],
        lost: [],
      })),
    )

    // A decision that was recorded during the review counts for the next report, which says so.
    const [{ id: last }] = JSON.parse(at.run(["run", "list", "--json"]).out).runs
    expect(at.run(["review", "--run", last]).out.replace(/\s+/g, " ")).toContain("(3 decided after the review began)")
  },
)
