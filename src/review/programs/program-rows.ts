import type { Severity } from "../../finding/severity.ts"

/** A third-party program that reviews code: how to run it and what its results mean. */
export interface ReviewProgram {
  readonly name: ProgramName
  /** Its arguments. `CONFIG` is replaced by the first of `configs` that the project has. */
  readonly arguments: readonly string[]
  readonly output: "sarif" | "bandit" | "eslint"
  /** Configuration files. The project must have one of them; without it the program has no rules. */
  readonly configs?: readonly string[]
  /** It runs code of the project (configuration, plugins), so it never runs without a sandbox. */
  readonly runsProjectCode?: true
  /** Where a project may have its own copy, which is preferred. */
  readonly inProject?: string
  /** The meaning of a rule: the first row that fits. If none does, what the program itself says. */
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
    arguments: ["--recursive", ".", "--format", "json", "--quiet"],
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
