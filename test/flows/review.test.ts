import { execFileSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { skillet } from "./run-cli.ts"
import { needSandbox, testWith } from "../needs.ts"

const shop = path.resolve(import.meta.dirname, "../../examples/shop")

function folder(name: string): string {
  const made = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), name)))
  onTestFinished(() => fs.rmSync(made, { recursive: true, force: true }))
  return made
}

/** A project with these files in its own repository. */
function project(files: Readonly<Record<string, string>>) {
  const root = folder("review-")
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: root, stdio: "pipe" })
  const write = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    fs.writeFileSync(path.join(root, name), text)
  }
  for (const [name, text] of Object.entries(files)) write(name, text)
  git("init", "-q", "-b", "main")
  git("add", "-A")
  git("commit", "-qm", "first")
  const home = folder("home-")
  const runWith =
    (env: Readonly<Record<string, string>>) =>
    (...words: readonly string[]) =>
      skillet(words, {
        cwd: root,
        env: { PATH: process.env["PATH"], HOME: home, SKILLET_DB: path.join(home, "runs.db"), ...env },
      })
  return { root, home, git, write, run: Object.assign(runWith({}), { with: runWith }) }
}

const SAFE =
  'import { execFile } from "node:child_process"\nexport const list = (done) => execFile("ls", ["-l"], done)\n'
const EVAL = "export function run(req) {\n  return eval(req.query.code)\n}\n"

test("the sample shop is reviewed offline, and the report is the same twice", () => {
  const home = folder("home-")
  const how = { cwd: shop, env: { PATH: process.env["PATH"], HOME: home } }
  const first = skillet(["review", "--json"], how)
  const second = skillet(["review", "--json"], how)
  expect(first.code).toBe(0)
  const report = JSON.parse(first.out)
  expect(
    report.findings.filter(({ category }: { category: string }) => category === "Security").length,
  ).toBeGreaterThan(3)
  // No rule has earned more than minor: see docs/review.md.
  expect(report.findings.filter(({ severity }: { severity: string }) => /critical|major/.test(severity))).toEqual([])
  expect(report.categories).toEqual(["Bugs", "Performance", "Security", "Technical Debt"])
  expect(report.incomplete).toEqual([
    "API Contracts, Architecture, Compliance, Error Handling, Test Coverage: no rule covers these; use --agent to have an agent review them",
  ])
  const plain = (text: string) => JSON.stringify({ ...JSON.parse(text), run: "", usage: [] })
  expect(plain(second.out)).toBe(plain(first.out))
})

test("--fail-on decides the exit code, --min-severity what is shown", () => {
  const { run } = project({ "a.js": EVAL })
  expect(run("review").code).toBe(0)
  expect(run("review", "--fail-on", "major").code).toBe(0)
  expect(run("review", "--fail-on", "minor").code).toBe(1)
  const hidden = run("review", "--min-severity", "critical", "--fail-on", "minor", "--json")
  expect(hidden.code).toBe(1)
})

test("findings in tests and examples are counted for --persona pedantic, unless their directory is named", () => {
  const { run } = project({ "src/a.js": SAFE, "test/b.test.js": EVAL, "examples/c.js": EVAL })
  const line = "2 more for --persona pedantic (2 in tests, examples, tools or third-party code)"
  const shown = (...words: readonly string[]) =>
    JSON.parse(run("review", "--json", ...words).out).findings.map(({ file }: { file: string }) => file)
  expect(shown()).toEqual([])
  for (const format of ["text", "md", "sarif"])
    expect(run("review", "--format", format).out.replace(/\s+/g, " ")).toContain(line)
  expect(shown("--persona", "pedantic")).toEqual(["examples/c.js", "test/b.test.js"])
  expect(shown("examples")).toEqual(["examples/c.js"])
  expect(["regular", "pedantic"].map((one) => run("review", "--fail-on", "minor", "--persona", one).code)).toEqual([
    0, 1,
  ])
})

test("findings for the pedantic persona are counted by default, and shown to it", () => {
  const { run } = project({
    "a.js":
      'import { createHash } from "node:crypto"\nexport const sum = createHash("md5").update(text).digest("hex")\n',
  })
  const rules = (...words: readonly string[]) =>
    JSON.parse(run("review", "--json", ...words).out).findings.map(({ rule }: { rule: string }) => rule)
  expect(rules()).not.toContain("weak-hash")
  expect(run("review").out).toMatch(/\d more for\s+--persona pedantic/)
  expect(rules("--persona", "pedantic")).toContain("weak-hash")
})

test("results of another program are claims next to our own findings; invalid ones are counted", () => {
  const { run, write } = project({ "a.js": EVAL, "b.js": SAFE })
  const result = (uri: string, startLine: number, text: string) => ({
    ruleId: "x",
    level: "error",
    message: { text },
    locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine } } }],
  })
  const results = [
    result("b.js", 2, "the list is printed twice"),
    result("../b.js", 2, "outside"),
    result("b.js", 99, "no"),
  ]
  write("out.sarif", JSON.stringify({ runs: [{ tool: { driver: { name: "Other" } }, results }] }))
  const reviewed = (...words: readonly string[]) => JSON.parse(run("review", "--json", ...words).out)
  const found = ({ findings }: { findings: readonly { file: string; line: number; severity: string }[] }) =>
    findings.map(({ file, line, severity }) => `${file}:${line} ${severity}`)
  const own = found(reviewed())
  const both = reviewed("--sarif", "out.sarif")
  expect(found(both)).toEqual(["b.js:2 major", ...own])
  expect(both.rejected.map(({ agent, why }: { agent: string; why: string }) => `${agent} ${why}`)).toEqual([
    "sarif/other no-such-file",
    "sarif/other no-such-line",
  ])
  write("bad.sarif", "{")
  const bad = run("review", "--sarif", "bad.sarif")
  expect([bad.code, bad.err]).toEqual([1, expect.stringContaining("bad.sarif: it is not a SARIF log")])
})

/** A program that prints what it is given, wherever it is called. */
function program(name: string, printed: string, more = ""): string {
  const tools = folder("tools-")
  fs.writeFileSync(path.join(tools, "output.json"), printed)
  fs.writeFileSync(path.join(tools, name), `#!/bin/sh\n${more}\ncat ${tools}/output.json\n`, { mode: 0o755 })
  return tools
}

const systemFolders = ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin", "/run/current-system/sw/bin"]
/** One is imitated, and the other must be missing: both are chosen among those that are not installed. */
const [spare = "", absent = ""] = ["ruff", "gitleaks"].filter((name) =>
  systemFolders.every((place) => !fs.existsSync(path.join(place, name))),
)

test("third-party programs review with --with: their results about the code under review are checked, merged and counted", () => {
  const { root, run } = project({ "app.py": "import os\n\nx = undefined_name\n", "other.txt": "x\n" })
  const result = (ruleId: string, uri: string, startLine: number) => ({
    ruleId,
    level: "error",
    message: { text: `${ruleId} is wrong here` },
    locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine, endLine: startLine } } }],
  })
  const results = [
    result("F821", `file://${root}/app.py`, 3),
    result("E501", `file://${root}/app.py`, 99),
    result("F401", `file://${root}/other.txt`, 1),
  ]
  const tools = program(
    spare,
    JSON.stringify({ version: "2.1.0", runs: [{ tool: { driver: { name: "ruff" } }, results }] }),
    "echo noise >&2",
  )
  const { code, out } = run.with({ PATH: `${tools}:${process.env["PATH"]}` })(
    "review",
    "--with",
    `${spare},${absent}`,
    "--json",
  )
  const report = JSON.parse(out)
  expect(code).toBe(0)
  expect(report.findings.filter(({ rule }: { rule: string }) => rule === `sarif/${spare}`)).toMatchObject([
    { file: "app.py", line: 3, severity: "major", description: "F821 is wrong here" },
  ])
  expect(report.rejected).toMatchObject([{ agent: `sarif/${spare}`, why: "no-such-line" }])
  expect(report.warnings).toContain("sarif/ruff: 1 result about code that is not under review")
  expect(report.incomplete).toContainEqual(expect.stringMatching(new RegExp(`^${absent} is not installed \\(`)))
})

const sandbox = await needSandbox()

testWith(sandbox, "a program that reviews cannot write to the project", () => {
  const { root, run } = project({ "app.py": "import os\n" })
  const nothing = { version: "2.1.0", runs: [{ tool: { driver: { name: "ruff" } }, results: [] }] }
  const tools = program(spare, JSON.stringify(nothing), "touch touched 2>/dev/null")
  expect(run.with({ PATH: `${tools}:${process.env["PATH"]}` })("review", "--with", spare, "--json").code).toBe(0)
  expect(fs.existsSync(path.join(root, "touched"))).toBe(false)
})

test("a requested program that failed counts as a failed reviewer", () => {
  const { run } = project({ "app.py": "x = 1\n" })
  const tools = program(spare, "Traceback (most recent call last):")
  const failing = run.with({ PATH: `${tools}:${process.env["PATH"]}` })
  const report = JSON.parse(failing("review", "--with", spare, "--json").out)
  expect(report.failedAgents).toEqual([spare])
  expect(report.incomplete).toContainEqual(expect.stringMatching(new RegExp(`^${spare} failed: `)))
  expect(failing("review", "--with", spare, "--fail-on", "critical").code).toBe(1)
  expect(run("review", "--with", "pylint").code).toBe(2)
  expect(JSON.parse(failing("doctor", "--json").out).programs).toContainEqual({ name: spare, at: `${tools}/${spare}` })
})

testWith(sandbox, "a program that npm installed can read its own libraries", () => {
  const { run } = project({ "app.js": "go()\n", "eslint.config.js": "export default []\n" })
  const modules = path.join(folder("modules-"), "node_modules")
  fs.mkdirSync(path.join(modules, "eslint"), { recursive: true })
  fs.mkdirSync(path.join(modules, "printer"))
  fs.mkdirSync(path.join(modules, ".bin"))
  const message = { ruleId: "no-undef", severity: 2, line: 1, message: "'go' is not defined." }
  const results = [{ filePath: "app.js", messages: [message] }]
  fs.writeFileSync(
    path.join(modules, "printer/index.js"),
    `module.exports = () => console.log(${JSON.stringify(JSON.stringify(results))})`,
  )
  fs.writeFileSync(path.join(modules, "eslint/eslint.js"), "#!/usr/bin/env node\nrequire('printer')()\n", {
    mode: 0o755,
  })
  fs.symlinkSync("../eslint/eslint.js", path.join(modules, ".bin/eslint"))
  const report = JSON.parse(
    run.with({ PATH: `${modules}/.bin:${process.env["PATH"]}` })("review", "--with", "eslint", "--json").out,
  )
  expect(report.failedAgents).toEqual([])
  expect(report.findings).toMatchObject([{ file: "app.js", line: 1, title: "'go' is not defined (no-undef)" }])
})

test("a program without a result counts as a failed reviewer, with the reason it gave", () => {
  const { run } = project({ "app.py": "x = 1\n" })
  const tools = program(spare, "", "echo 'ruff: error: no such option' >&2; exit 2")
  const report = JSON.parse(
    run.with({ PATH: `${tools}:${process.env["PATH"]}` })("review", "--with", spare, "--json").out,
  )
  expect(report.incomplete).toContainEqual(expect.stringContaining("printed no result: ruff: error: no such option"))
})

test("only what a change adds is reported", () => {
  const at = project({ "a.js": EVAL, "b.js": SAFE })
  at.write("b.js", `${SAFE}export function again(req) {\n  return eval(req.body.code)\n}\n`)
  const { findings } = JSON.parse(at.run("review", "--diff", "main", "--json").out)
  expect(findings.map(({ file, line }: { file: string; line: number }) => `${file}:${line}`)).toEqual(["b.js:4"])
  const nothing = at.run("review", "--staged")
  expect([nothing.code, nothing.out.trim().split("\n").at(-1)]).toEqual([0, "No staged changes to review."])
  at.git("add", "-A")
  expect(JSON.parse(at.run("review", "--staged", "--json").out).findings).toHaveLength(1)
})

test("a scope that cannot be reviewed is reported with the usual message", () => {
  const { run, root } = project({ "notes.bin": "x" })
  expect(run("review").err).toContain("No valid files specified for review.")
  expect(run("review", "nowhere").err).toContain("No valid files specified for review. nowhere does not exist")
  fs.rmSync(path.join(root, ".git"), { recursive: true })
  expect(run("review", "--staged").err).toContain("Not a git repository.")
})

test("reports are printed or written as Markdown, JSON and SARIF", () => {
  const { run, root } = project({ "a.js": EVAL })
  const written = run("review", "--output-file", "out/review.md")
  expect(written.out.trim()).toBe("Review saved to: out/review.md")
  const page = fs.readFileSync(path.join(root, "out/review.md"), "utf8")
  expect(page).toContain("Review saved to: out/review.md")
  const sarif = JSON.parse(run("review", "--format", "sarif").out)
  expect(sarif.version).toBe("2.1.0")
  expect(sarif.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toBe("a.js")
})

test("settings of a project apply unless a flag overrides them, and can switch reviews off", () => {
  const at = project({
    "a.js": EVAL,
    ".claude/code-review.local.md": "---\nskip_agents: [security]\n---\nMind the gap.\n",
  })
  expect(JSON.parse(at.run("review", "--json").out).categories).not.toContain("Security")
  const plan = JSON.parse(at.run("review", "--dry-run", "--json", "--agent", "host").out)
  expect(plan.agents.every(({ prompt }: { prompt: string }) => prompt.includes("Mind the gap."))).toBe(true)
  at.write(".claude/code-review.local.md", "---\nenabled: false\n---\n")
  expect([at.run("review").code, at.run("review").err.split("\n")[0]]).toEqual([
    1,
    "skillet: Reviews are switched off for this project (enabled: false).",
  ])
})

test("the report of an earlier review goes where the project's settings say, with their least severity", () => {
  const { run, root } = project({
    "a.js": EVAL,
    ".claude/code-review.local.md": "---\noutput_dir: reports\nmin_severity: critical\n---\n",
  })
  const [, saved = ""] = /^Review saved to: (.+)$/.exec(run("review").out.trim()) ?? []
  const first = fs.readFileSync(path.join(root, saved), "utf8")
  fs.rmSync(path.join(root, "reports"), { recursive: true })
  const id = path.basename(saved, ".md").slice("review-".length)
  expect(run("review", "--run", id).out.trim()).toBe(`Review saved to: ${saved}`)
  expect(fs.readFileSync(path.join(root, saved), "utf8")).toBe(first)
  expect(run("review", "--run", id, "--format", "text").out).toMatch(/^Code review of 1 file/)
})

test("a fork of a review asks again from the step that is named, about the same code", () => {
  const { run, write } = project({ "a.js": EVAL, "agent.cjs": `console.log('{"text":"[]"}')\n` })
  const agent = ["--agent", "command", "--program", "node agent.cjs"]
  const first = JSON.parse(run("review", "a.js", "--depth", "quick", "--json", ...agent).out)
  const [{ id }] = JSON.parse(run("run", "list", "--json").out).runs
  write("a.js", SAFE)
  const plan = JSON.parse(run("run", "fork", id, "--from", "thorough", "--dry-run", "--json").out)
  const steps = (answers: readonly { readonly step: string }[]) => answers.map(({ step }) => step)
  expect([steps(plan.reused), steps(plan.renewed)]).toEqual([
    ["resolve", "gather"],
    ["thorough", "validate"],
  ])
  const { run: fork } = JSON.parse(run("run", "fork", id, "--from", "thorough", "--json").out)
  expect(run("run", "drive", fork, ...agent).code).toBe(0)
  const again = JSON.parse(run("review", "--run", fork, "--json").out)
  expect([again.usage.length, again.findings]).toEqual([5, first.findings])
})

test("a review by the calling agent is a run: each agent's answer is reported, and invalid claims are left out", () => {
  const { run, root } = project({ "a.js": SAFE })
  const first = run("review", "--agent", "host", "--depth", "quick")
  const id = /run report (r-\w+)/.exec(first.out)?.[1] ?? ""
  const made = JSON.stringify([
    { title: "Made up", file: "a.js", line: 1, severity: "critical", code: "not there", description: "x" },
  ])
  fs.writeFileSync(path.join(root, "answer.json"), made)
  for (const agent of ["bug-detection-agent", "error-handling-agent", "security-agent", "test-coverage-agent"])
    expect(run("run", "report", id, "--step", "thorough", "--item", agent, "--output", "answer.json").code).toBe(0)
  expect(JSON.parse(run("run", "current", id, "--json").out)).toMatchObject({ done: true, status: "done" })
  const report = JSON.parse(run("run", "show", id, "--step", "report", "--item", "report").out)
  expect(report.findings).toEqual([])
  expect(report.rejected.map(({ why }: { why: string }) => why)).toEqual(
    Array.from({ length: 4 }, () => "code-not-there"),
  )
})

test("documents are reviewed by their own agents", () => {
  const { run } = project({ "README.md": "# Title\n\nSee [the guide]() for more. TBD\n" })
  const report = JSON.parse(run("review", "--docs", "--depth", "quick", "--json").out)
  expect(report.categories).toEqual(["Clarity", "Completeness", "Examples"])
  expect(report.incomplete).toEqual(["Accuracy: no rule covers these; use --agent to have an agent review them"])
  expect(report.findings.map(({ line }: { line: number }) => line)).toContain(3)
})

test("unavailable skills are named in the report, and the review continues", () => {
  const { run } = project({ "a.js": EVAL })
  const answer = run("review", "--skills", "reviewing-security,nobody:nothing", "--format", "md")
  expect(answer.code).toBe(0)
  expect(answer.out).toContain("> - nobody:nothing")
  expect(answer.err).toContain('skill "nobody:nothing" is not used: there is no skill "nobody:nothing"')
})

test("problems of a named skill are reported with its file and line", () => {
  const { root, run } = project({
    "a.js": SAFE,
    ".agents/skills/odd/SKILL.md": "---\nname: odd\ndescription: Odd.\nmetadata: [\n---\n# Odd\n\n1. Look.\n",
  })
  const report = JSON.parse(run("review", "--skills", "odd", "--json").out)
  expect(report.warnings).toContain(`${root}/.agents/skills/odd/SKILL.md:4: metadata is not a map; it was left out`)
})

test("without a terminal a review that costs more than allowed is not started, by either name of the limit", () => {
  const { run } = project({ "a.js": SAFE })
  for (const limit of ["--max-cost", "--budget"]) {
    const refused = run("review", "--agent", "command", "--program", "false", limit, "0.0001")
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("give --yes or --max-cost")])
  }
  expect(run("run", "list", "--json").out).not.toContain('"id"')
})

test("a review that somebody agreed to is not asked about again at the limit", () => {
  const { run, write } = project({ "a.js": SAFE })
  write("agent.cjs", 'console.log(JSON.stringify({ text: "[]" }))\n')
  const agent = ["--agent", "command", "--program", `${process.execPath} agent.cjs`, "--depth", "quick"]
  const ran = run("review", "a.js", ...agent, "--max-cost", "0.0001", "--yes", "--json")
  expect([ran.code, JSON.parse(ran.out).failedAgents]).toEqual([0, []])
})

test("staged files are reviewed, not their later state in the working tree", () => {
  const at = project({ "a.js": SAFE })
  at.write("a.js", `${SAFE}export const run = (req) => eval(req.query.code)\n`)
  at.git("add", "-A")
  at.write("a.js", SAFE)
  const { findings } = JSON.parse(at.run("review", "--staged", "--json").out)
  expect(findings.map(({ file, line }: { file: string; line: number }) => `${file}:${line}`)).toEqual(["a.js:3"])
})

test("a finding with a decision stays out of later reviews even if lines move, until its code changes", () => {
  const at = project({ "a.js": EVAL })
  const first = JSON.parse(at.run("review", "--json").out)
  const run = at.run("run", "list", "--json").out
  const [{ id }] = JSON.parse(run).runs
  expect(at.run("review", "accept", id, first.findings[0].id, "--reason", "internal tool").code).toBe(0)
  at.write("a.js", `${"// moved\n".repeat(20)}${EVAL.replaceAll("req", "request")}`)
  const second = JSON.parse(at.run("review", "--json").out)
  expect([second.findings, second.decided.map(({ reason }: { reason: string }) => reason)]).toEqual([
    [],
    ["internal tool"],
  ])
  at.write("a.js", "export function other(req, res) {\n  res.redirect(req.query.to)\n}\n")
  expect(JSON.parse(at.run("review", "--json").out).findings).toHaveLength(1)
})

test("a review that no agent answered is not clean", () => {
  const at = project({ "a.js": EVAL })
  const ran = at.run("review", "--agent", "command", "--program", "false", "--depth", "quick", "--json")
  const report = JSON.parse(ran.out)
  const [{ id }] = JSON.parse(at.run("run", "list", "--json").out).runs
  expect(at.run("run", "events", id).out).toMatch(/item=security-agent outcome=fail .*reason=\S/)
  expect([ran.code, report.findings.length, report.failedAgents]).toEqual([
    1,
    1,
    ["bug-detection-agent", "error-handling-agent", "security-agent", "test-coverage-agent", "the judge for a.js"],
  ])
})

test("vendored code that somebody names is searched, and a review whose agents saw nothing does not pass", () => {
  const { run } = project({ "vendor/lib/a.js": EVAL, "vendor/lib/b.js": SAFE })
  const files = (...words: readonly string[]) =>
    JSON.parse(run("review", ...words, "--json").out).findings.map(({ file }: { file: string }) => file)
  expect([files(), files("vendor")]).toEqual([[], ["vendor/lib/a.js"]])
  const report = JSON.parse(run("review", "vendor/lib/b.js", "--agent", "command", "--program", "false", "--json").out)
  expect([report.unread, report.incomplete]).toMatchObject([
    [{ path: "vendor/lib/b.js", why: "generated, vendored or minified: searched for patterns, not shown to agents" }],
    ["no agent was asked: every file in scope is generated, vendored or minified"],
  ])
})

test("a report file or baseline that cannot be used is told with what to do, the baseline before anybody is asked", () => {
  const { run, root } = project({ "a.js": EVAL, "bad.json": "{" })
  const said = (...words: readonly string[]) => {
    const { code, err } = run("review", ...words)
    return [
      code,
      ...err
        .trim()
        .split("\n")
        .map((line) => line.replaceAll(root, "ROOT").trim()),
    ]
  }
  expect(said("--output-file", ".")).toEqual([
    1,
    "skillet: ROOT cannot be written: it is a directory",
    "code report.not-written",
    expect.stringMatching(/review --run r-\w+ --output-file FILE writes it to another file$/),
  ])
  const runs = () => JSON.parse(run("run", "list", "--json").out).runs.length
  const before = runs()
  expect(said("--baseline", "bad.json").slice(0, 2)).toEqual([1, "skillet: ROOT/bad.json: the baseline is not JSON"])
  expect(said("--baseline", ".").slice(0, 2)).toEqual([1, expect.stringContaining("ROOT: it cannot be read")])
  expect(runs()).toBe(before)
  expect(said("--baseline", "none.json")).toEqual([
    0,
    "--baseline: none.json does not exist, so no finding is left out",
  ])
})

test("--agent command without a program is a usage error, and leaves no run", () => {
  const at = project({ "a.js": SAFE })
  const ran = at.run("review", "--agent", "command")
  expect([ran.code, JSON.parse(at.run("run", "list", "--json").out).runs]).toEqual([2, []])
})

test("the program of --agent command may be in the settings, and the quote uses the prices there", () => {
  const at = project({ "a.js": SAFE, "agent.cjs": `console.log('{"text":"[]"}')\n` })
  const settings = path.join(at.home, ".config/skillet/config.yaml")
  fs.mkdirSync(path.dirname(settings), { recursive: true })
  const lines = ["agents:", "  drivers:", "    command: { program: node agent.cjs, model: free }"]
  fs.writeFileSync(settings, [...lines, "  prices:", "    free: { input: 0, output: 0 }", ""].join("\n"))
  const ran = at.run("review", "a.js", "--depth", "quick", "--agent", "command")
  expect([ran.code, ran.err]).toEqual([0, expect.stringMatching(/about \$0\.00\.$/m)])
})

const HOUSE_RULES = `---
name: house-rules
description: Checks the rules of this house. Use when reviewing code.
metadata:
  skillet-type: review
  skillet-agent: security-agent
---

# House rules

## Focus Areas

**Money (Critical):**

- No floating point for money

## Auto-Validated Patterns

- \`money_float\`: money as floating point — \`parseFloat\\(price\\)\`
`

test("patterns of a project's skill prove nothing before the skill is approved, and after that they do", () => {
  const skill = ".agents/skills/house-rules/SKILL.md"
  const at = project({ [skill]: HOUSE_RULES, "src/a.js": "export const pay = (price) => parseFloat(price)\n" })
  const proofs = () =>
    JSON.parse(at.run("review", "src", "--skills", "house-rules", "--json", "--persona", "auditor").out)
      .findings.filter(({ rule }: { rule: string }) => rule === "money_float")
      .map(({ proof }: { proof?: object }) => proof !== undefined)
  expect(proofs()).toEqual([false])
  const refused = at.run("trust", "add", "house-rules")
  const [hash = ""] = /sha256:[0-9a-f]{64}/.exec(refused.out + refused.err) ?? []
  expect(at.run("trust", "add", "house-rules", "--hash", hash).code).toBe(0)
  expect(proofs()).toEqual([true])
  at.write(skill, `${HOUSE_RULES}\n`)
  expect(proofs()).toEqual([false])
})

test("without --skills agents follow the bundled skills, for the languages of the files, and never a project's copy", () => {
  const at = project({
    ".agents/skills/reviewing-security/SKILL.md": HOUSE_RULES.replace("house-rules", "reviewing-security"),
    "src/a.py": "x = 1\n",
  })
  const { agents } = JSON.parse(at.run("review", "src", "--dry-run", "--json", "--agent", "host").out)
  const { prompt } = agents.find(({ agent }: { agent: string }) => agent === "security-agent")
  expect([prompt.includes("[Python]"), prompt.includes("[Node.js/TypeScript]"), prompt.includes("Money")]).toEqual([
    true,
    false,
    false,
  ])
  const named = JSON.parse(at.run("resolve", "--skills", "reviewing-security@bundled", "--agents", "--json").out)
  expect(named.agents["security-agent"].checklist.length).toBeGreaterThan(3)
})
