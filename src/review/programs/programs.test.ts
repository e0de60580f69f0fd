import { expect, test } from "vitest"
import { describeNoResult, buildProgramCommand, listProgramFolders } from "./program-command.ts"
import { reviewPrograms } from "./program-rows.ts"
import { readOutput } from "./read-output.ts"
import { keepResultsInScope } from "./keep-results-in-scope.ts"

const rowOf = (name: string) => reviewPrograms.find((program) => program.name === name)!
const files = [{ path: "app.py" }, { path: "src/a.js", changed: [3] }]

function claimsOf(name: string, printed: unknown) {
  const program = rowOf(name)
  const read = readOutput(program, typeof printed === "string" ? printed : JSON.stringify(printed), "/p")
  if (read.kind === "refused") return read.why
  const { said, notes } = keepResultsInScope(read.said[0]!, files, program.severities)
  const entries = said.answers.flatMap((answer) => JSON.parse(answer))
  return [
    ...entries.map(({ file, line, severity, rule_id }) => `${said.agent} ${file}:${line} ${severity} ${rule_id}`),
    ...notes,
  ]
}

test("results of ruff have severities by their rules", () => {
  const result = (ruleId: string) => ({
    ruleId,
    level: "error",
    message: { text: "x" },
    locations: [
      { physicalLocation: { artifactLocation: { uri: "file:///p/app.py" }, region: { startLine: 2, endLine: 2 } } },
    ],
  })
  const results = ["F821", "S602", "F401", "E501"].map(result)
  expect(claimsOf("ruff", { runs: [{ tool: { driver: { name: "ruff" } }, results }] })).toEqual([
    "sarif/ruff app.py:2 major F821",
    "sarif/ruff app.py:2 major S602",
    "sarif/ruff app.py:2 minor F401",
    "sarif/ruff app.py:2 suggestion E501",
  ])
})

test("the JSON of bandit is read", () => {
  const result = {
    code: "1 import os\n2 os.system(x)\n",
    filename: "./app.py",
    issue_confidence: "HIGH",
    issue_cwe: { id: 78, link: "https://cwe.mitre.org/data/definitions/78.html" },
    issue_severity: "HIGH",
    issue_text: "Starting a process with a shell.",
    line_number: 2,
    line_range: [2],
    test_id: "B605",
    test_name: "start_process_with_a_shell",
  }
  const asserted = { ...result, test_id: "B101", issue_severity: "LOW" }
  const errors = [{ filename: "./app.py", reason: "syntax error" }]
  expect(claimsOf("bandit", { errors, results: [result, asserted] })).toEqual([
    "sarif/bandit ./app.py:2 major B605",
    "sarif/bandit ./app.py:2 suggestion B101",
    "sarif/bandit ./app.py:1 minor not-checked",
  ])
})

test("the JSON of eslint is read, and results about other lines are counted separately", () => {
  const message = (ruleId: string | null, severity: number, line: number) => ({
    ruleId,
    severity,
    line,
    message: "m",
    column: 1,
  })
  const printed = [
    { filePath: "/p/src/a.js", messages: [message("no-eval", 2, 3), message("eqeqeq", 1, 3), message("eqeqeq", 1, 9)] },
    { filePath: "/p/src/other.js", messages: [message(null, 2, 1)] },
    { filePath: "/elsewhere/b.js", messages: [message("no-undef", 2, 1)] },
  ]
  expect(claimsOf("eslint", printed)).toEqual([
    "sarif/eslint src/a.js:3 major no-eval",
    "sarif/eslint src/a.js:3 suggestion eqeqeq",
    "sarif/eslint ../elsewhere/b.js:1 major no-undef",
    "sarif/eslint: 2 results about code that is not under review",
  ])
})

test.each([
  ["eslint", "Oops! Something went wrong! :("],
  ["eslint", { a: 1 }],
  ["bandit", []],
  ["ruff", "no JSON"],
])("text that is not the output of %s is refused", (name, printed) => {
  expect(claimsOf(name, printed)).toMatch(/it is not a SARIF log|not in the expected format/)
})

test("a program is called by its own path, with arguments that no shell splits", () => {
  expect(buildProgramCommand(rowOf("ruff"), "/opt/my tools/ruff", () => true)).toBe(
    "'/opt/my tools/ruff' check --output-format sarif --exit-zero --no-cache --no-fix .",
  )
  const semgrep = rowOf("semgrep")
  expect(buildProgramCommand(semgrep, "semgrep", (file) => file === ".semgrep")).toContain("--config .semgrep .")
  expect(buildProgramCommand(semgrep, "semgrep", () => false)).toBeUndefined()
})

test.each([
  ["", "printed nothing"],
  [
    "usage: bandit [-h]\nbandit: error: unrecognized arguments: --x\n",
    "printed no result: bandit: error: unrecognized arguments: --x",
  ],
  ["Oops!\nError: Cannot find module 'a'\n    at x (y)\n", "printed no result: Error: Cannot find module 'a'"],
  ["ESLint: 10\nNo files\n", "printed no result: No files"],
  [
    "Oops!\nESLint: 10\nESLint couldn't find an eslint.config.js file.\nSee https://eslint.org/docs\nto chat with the team.",
    "printed no result: ESLint couldn't find an eslint.config.js file.",
  ],
])("a program without a result says why, from %j", (errors, why) => {
  expect(describeNoResult(2, errors, "bandit .")).toBe(
    `it exited with code 2 and ${why}; to see for yourself, run: bandit .`,
  )
})

test.each([
  [
    "a package of npm",
    { paths: ["/h/p/node_modules/eslint/bin/eslint.js"] },
    ["/h/p/node_modules/eslint/bin", "/h/p/node_modules"],
  ],
  ["a Python environment", { paths: ["/h/venv/bin/ruff"] }, ["/h/venv/bin", "/h/venv"]],
  ["a link into one", { paths: ["/h/bin/bandit", "/h/venv/bin/bandit"] }, ["/h/bin", "/h/venv/bin", "/h/venv"]],
  [
    "an interpreter of its own",
    { paths: ["/h/bin/bandit"], interpreter: "/h/python/bin/python3" },
    ["/h/bin", "/h/python/bin", "/h/python/lib"],
  ],
])("a program may read its own libraries: %s", (_, file, folders) => {
  const there = ["/h/venv/pyvenv.cfg", "/h/python/lib"]
  expect(listProgramFolders(file, (name) => there.includes(name))).toEqual(folders)
})
