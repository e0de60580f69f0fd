import { decideCommand } from "../../shell/judge/decide-command.ts"
import { expandGrants } from "../../shell/tool-grants.ts"
import { MOST_COMMANDS } from "../../skill/body/template.ts"
import { type AuditRule, defineAuditRules, type Hit } from "../audit-rule.ts"
import type { AuditedCommand, AuditView } from "../audit-view.ts"

/** Commands that run while a skill is rendered, and text that becomes part of a command. */
export const shellRules: readonly AuditRule[] = defineAuditRules([
  {
    id: "inline.does-more",
    class: "A11",
    title: "An inline command is not read-only",
    severity: "major",
    confidence: "high",
    persona: "regular",
    where: ["skill"],
    match: { kind: "skill", check: (view) => inline(view, "more") },
    about:
      "It runs when the skill is loaded, before anyone has reviewed the text, and it chains commands, writes files, downloads data or executes code.",
    fix: "Use a single read-only command, or make it a step for the agent to perform.",
    examples: {
      positive: [
        "S: !`git status; touch x`",
        "S: !`sh a.sh`",
        "S: !`git log > x`",
        "S: !`npm run build`",
        "S: !`make`",
        "S: !`./x.sh`",
        "S: !`git push --force`",
        "S: !`docker run --rm alpine`",
        "S: !`pip install x`",
        "```!\ncurl https://example.com\n```",
      ],
      negative: [
        "S: !`git status --short`",
        "S: !`git log -5 | head -3`",
        "S: !`gh pr view --json title`",
        "S: !`npm --version`",
        "```sh\ngit status; touch x\n```",
        "Great!`x; y`",
      ],
    },
  },
  {
    id: "inline.too-many",
    class: "A19",
    title: "Too many inline commands to review",
    severity: "major",
    confidence: "high",
    persona: "regular",
    where: ["skill"],
    match: { kind: "skill", check: tooMany },
    about: `A skill may contain at most ${MOST_COMMANDS} commands. This one has more, so none of them will run, and those over the limit were not checked.`,
    fix: "Move the commands into a script, or split the skill.",
    examples: {
      positive: ["!`ls`\n".repeat(MOST_COMMANDS + 1)],
      negative: ["!`ls`\n".repeat(MOST_COMMANDS)],
    },
  },
  {
    id: "inline.command",
    class: "A11",
    title: "A command runs when the skill is loaded",
    severity: "suggestion",
    confidence: "high",
    persona: "auditor",
    where: ["skill"],
    match: { kind: "skill", check: (view) => inline(view, "plain") },
    about: "It runs when the skill is loaded, before anyone has reviewed the text.",
    fix: "Check that it is read-only.",
    examples: { positive: ["S: !`git status --short`", "S: !`npm ls`"], negative: ["```sh\ngit status\n```"] },
  },
  {
    id: "argument.in-command",
    class: "A12",
    title: "User input is inserted into a command",
    severity: "major",
    confidence: "high",
    persona: "regular",
    where: ["skill"],
    match: { kind: "skill", check: argumentsInCommands },
    about:
      "The argument controls what runs, and it may come from untrusted content such as a web page the agent has read.",
    fix: "Remove the argument from the command; let the agent check it before passing it on.",
    examples: {
      positive: ["L: !`git log $ARGUMENTS`", "```!\ngh issue view $1\n```", named('L: !`grep -r "$name" src`')],
      negative: ["Explain $ARGUMENTS.", "L: !`git log -5`", "```sh\ngit log $1\n```"],
    },
  },
  {
    id: "argument.as-code",
    class: "A12",
    title: "A script executes its argument as code",
    severity: "major",
    confidence: "high",
    persona: "regular",
    where: ["script", "decoded"],
    match: {
      kind: "pattern",
      pattern:
        /\beval\s+["']?\$(?:\{?[1@*]|\{?@)|\b(?:ba|z|da)?sh\s+-c\s+["']?\$\{?[1@*]|\bos\.(?:system|popen)\([^\n]{0,120}\bsys\.argv|\bsubprocess\.\w+\([^\n]{0,160}\bsys\.argv[^\n]{0,120}shell\s*=\s*True|\bsubprocess\.\w+\(\s*f?["'][^\n]{0,160}\{[^\n]{0,40}argv[^\n]{0,80}shell\s*=\s*True|\bexec(?:Sync)?\(\s*(?:`[^`\n]{0,160}\$\{[^}\n]{0,40}argv|["'][^\n]{0,120}\+\s*process\.argv|process\.argv)|\beval\(\s*(?:sys\.argv|process\.argv|input\()/g,
    },
    about: "The argument is untrusted input; executing it as code allows arbitrary code execution.",
    fix: "Pass it as a single argument to a fixed command, without a shell.",
    examples: {
      positive: [
        { files: { "SKILL.md": "# A", "a.sh": 'eval "$1"' } },
        { files: { "SKILL.md": "# A", "a.py": "os.system('grep ' + sys.argv[1])" } },
      ],
      negative: [
        { files: { "SKILL.md": "# A", "a.sh": 'head -- "$1"' } },
        { files: { "SKILL.md": "# A", "a.py": "subprocess.run(['head', sys.argv[1]])" } },
      ],
    },
  },
  {
    id: "argument.carries-command",
    class: "A12",
    title: "A frontmatter field contains command syntax",
    severity: "major",
    confidence: "high",
    persona: "regular",
    where: ["header"],
    match: {
      kind: "pattern",
      talk: "never",
      pattern: /^(?!description|when)[\w-]{2,30}:[^\n]{0,200}(?:!`[^`\n]{1,200}`|```!)/gm,
    },
    about: "A command embedded in a field such as a name or a hint may run if a tool expands the field.",
    fix: "Remove the command from the field.",
    examples: {
      positive: [{ files: { "SKILL.md": "---\ndescription: x\nargument-hint: '[f] !`touch x`'\n---\n# A\n" } }],
      negative: [{ files: { "SKILL.md": "---\ndescription: x\nargument-hint: '[file]'\n---\n# A\n" } }],
    },
  },
])

function tooMany({ commands, input }: AuditView): readonly Hit[] {
  const first = commands[MOST_COMMANDS]
  return first === undefined ? [] : [hit(input.main, first)]
}

function inline({ commands, input, skill }: AuditView, wanted: "more" | "plain"): readonly Hit[] {
  const variables = input.variables ?? {}
  const allow = expandGrants(skill?.header.allowedTools ?? [], variables)
  return commands.flatMap((command) => {
    const { decision, commands: simple } = decideCommand(command.text, { allow: [], free: "read-only" })
    const isMore =
      decision !== "allow" && (simple.length !== 1 || isMoreThanReading(simple[0]?.words ?? []) || writes(command))
    if (isMore !== (wanted === "more")) return []
    const [text = ""] = expandGrants([command.text], variables)
    const isGranted = decideCommand(text, { allow, free: "read-only" }).decision === "allow"
    return [hit(input.main, command, isGranted || wanted === "plain" ? {} : { about: NOT_GRANTED })]
  })
}

const NOT_GRANTED =
  "It runs when the skill is loaded, before anyone has reviewed the text. It is not read-only, and the skill's own grants do not cover it."
const STARTS =
  /(?:^|\/)(?:(?:ba|z|da|k)?sh|python[\d.]*|node|perl|ruby|php|deno|bun|npx|uvx|curl|wget|nc|ssh|scp|sudo|env|xargs|eval|exec|source|\.|rm|mv|cp|dd|tee|chmod|chown|touch|mkdir|ln|kill|crontab|osascript|powershell|pwsh)$/

/** Programs whose task is to build, install, start or change something. */
const ACTS =
  /^(?:npm|pnpm|yarn|make|just|gradle|gradlew|mvn|cargo|go|pip3?|pipx|uv|poetry|gem|bundle|brew|apt|apt-get|docker|docker-compose|podman|kubectl|helm|terraform|ansible\S*|aws|gcloud|az|gh|systemctl|launchctl|sed|patch|git)$/
/** What these programs do when they only look. */
const LOOKS =
  /^(?:--?version|-[vV]|--?help|version|help|list|ls|show|get|describe|status|view|info|outdated|why|search|ps|images|logs|inspect|config|env|log|diff|branch|rev-parse|remote|tag|blame|grep|metadata|tree|doc|vet|freeze|check|plan|validate|output)$/

/** A program of the skill or the project, one that runs others, or one that is asked to do more than look. */
function isMoreThanReading([program = "", ...rest]: readonly string[]): boolean {
  if (STARTS.test(program) || /^(?:\.{0,2}|~|\$\w+|\$\{\w+\})\//.test(program)) return true
  const name = program.split("/").at(-1) ?? ""
  const words = rest.filter((word) => !word.startsWith("-") || /^--?(?:version|help|v|V)$/.test(word))
  return ACTS.test(name) && !words.slice(0, 2).some((word) => LOOKS.test(word))
}

function writes({ text }: AuditedCommand): boolean {
  return /(?<![0-9&])>{1,2}\s*(?!&|\/dev\/null)/.test(text)
}

function argumentsInCommands({ commands, input, skill }: AuditView): readonly Hit[] {
  const names = skill?.header.arguments ?? []
  return commands.flatMap((command) => {
    const isPlaced = command.part?.parts.some(({ kind }) => kind === "arguments" || kind === "numbered") === true
    const isNamed = names.some((name) => new RegExp(`\\$\\{?${name.replace(/\W/g, "")}\\b`).test(command.text))
    return isPlaced || isNamed ? [hit(input.main, command)] : []
  })
}

function hit(file: string, { text, line, column }: AuditedCommand, more: { readonly about?: string } = {}): Hit {
  return { file, line, column, evidence: text.trim().slice(0, 240), ...more }
}

function named(body: string): { readonly files: Readonly<Record<string, string>> } {
  return { files: { "SKILL.md": `---\ndescription: x\narguments: [name]\n---\n${body}\n` } }
}
