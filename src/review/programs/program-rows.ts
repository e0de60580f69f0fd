import type { Severity } from "../../finding/severity.ts"

/** A program of another maker that reviews code: how it is called, and what its results mean. */
export interface ReviewProgram {
  readonly name: ProgramName
  /** Its arguments. `CONFIG` is replaced by the first of `configs` that the project has. */
  readonly arguments: readonly string[]
  readonly output: "sarif" | "bandit" | "eslint"
  /** Files one of which it needs in the project; without them it has no rules. */
  readonly configs?: readonly string[]
  /** It runs code of the project, its configuration or its plugins: never without a sandbox. */
  readonly runsProjectCode?: true
  /** Where a project may have a copy of its own, which comes first. */
  readonly inProject?: string
  /** What a rule means, the first that fits; otherwise what the program says of a result. */
  readonly severities: readonly { readonly rule: RegExp; readonly severity: Severity }[]
  readonly install: string
}

export const programNames = ["semgrep", "bandit", "ruff", "eslint", "gitleaks"] as const
export type ProgramName = (typeof programNames)[number]

export const reviewPrograms: readonly ReviewProgram[] = [
  {
    name: "semgrep",
    arguments: ["scan", "--sarif", "--quiet", "--metrics=off", "--disable-version-check", "--config", "CONFIG", "."],
    output: "sarif",
    configs: [".semgrep.yml", ".semgrep.yaml", ".semgrep", "semgrep.yml", "semgrep.yaml"],
    severities: [],
    install: "pipx install semgrep",
  },
  {
    name: "bandit",
    arguments: ["--recursive", ".", "--format", "json", "--quiet", "--exit-zero"],
    output: "bandit",
    severities: [{ rule: /^B101$/, severity: "suggestion" }],
    install: "pipx install bandit",
  },
  {
    name: "ruff",
    arguments: ["check", "--output-format", "sarif", "--exit-zero", "--no-cache", "--no-fix", "."],
    output: "sarif",
    severities: [
      { rule: /^(?:E9|F63|F7|F82|invalid-syntax|syntax-error)/, severity: "major" },
      { rule: /^S/, severity: "major" },
      { rule: /^(?:F|B|PLE)/, severity: "minor" },
      { rule: /./, severity: "suggestion" },
    ],
    install: "pipx install ruff",
  },
  {
    name: "eslint",
    arguments: ["--format", "json", "--no-color", "."],
    output: "eslint",
    runsProjectCode: true,
    inProject: "node_modules/.bin/eslint",
    severities: [
      { rule: /^(?:no-eval|no-implied-eval|no-new-func|no-script-url|security\/|no-unsanitized\/)/, severity: "major" },
      {
        rule: /^(?:no-undef|no-const-assign|no-dupe-keys|no-unreachable|no-unsafe-finally|use-isnan)$/,
        severity: "major",
      },
    ],
    install: "npm install --save-dev eslint",
  },
  {
    name: "gitleaks",
    arguments: [
      "dir",
      ".",
      "--report-format",
      "sarif",
      "--report-path",
      "/dev/stdout",
      "--exit-code",
      "0",
      "--no-banner",
      "--redact",
      "--log-level",
      "error",
    ],
    output: "sarif",
    severities: [{ rule: /./, severity: "critical" }],
    install: "install it from its releases",
  },
]
