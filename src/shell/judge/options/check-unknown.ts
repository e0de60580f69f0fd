import { isKnownProgram, isReadOnlyProgram } from "./programs/find-entry.ts"
import { NESTED_USE } from "./programs/nesting-programs.ts"
import { classifyProgram, toProgramName } from "./programs/runners.ts"
import { type JudgedCommand, type JudgedWord, sayOption, UNSURE } from "./scan-options.ts"

/** Options that mean the same in every program, and that run and write nothing. */
const HARMLESS =
  /^(?:--(?:help|version|quiet|silent|verbose|dry-run|all|json|color|no-color|recursive|list|short|long|debug|check|strict|count|limit|follow)(?:=[\w.-]*)?|-[hvVqnasltruRL0-9]+)$/

const SPELL = "only a rule that spells it out can allow it"

/** Why a sub-command that is not in the table is not covered: a rule must spell out the sub-command and its options. */
export function findUnlistedFault(
  look: JudgedCommand,
  { at, name }: { readonly at: number; readonly name: string },
): string | undefined {
  if (look.words.length <= at) return undefined
  if (NESTED_USE.test(name) && look.spelled(at + 1)?.whole !== true) return `runs whatever it is given: ${SPELL}`
  if (look.spelled(at) === undefined) return `is not known to be harmless: ${SPELL}`
  return look.words.slice(at + 1).reduce<string | undefined>(
    (fault, looked, index) => {
      if (fault !== undefined || look.spelled(at + 1 + index) !== undefined) return fault
      const secret = index < 2 ? secretFault(looked) : undefined
      return secret ?? wordFault(look, looked) ?? runsFault(looked, RUNS) ?? optionFault(looked, HARMLESS)
    },
    findCopiedFault(look, at + 1),
  )
}

/**
 * Why an unknown program is not covered. A rule that names it trusts it with plain words and with options that mean the
 * same in every program; everything else must be spelled out. A script in a directory is the rule's own choice.
 */
export function findUnknownFault(look: JudgedCommand, name: string): string | undefined {
  if (name.includes("/") && !/^\/(?:usr\/(?:local\/)?)?s?bin\//.test(name)) return undefined
  const isBuiltin = classifyProgram(name) === "builtin"
  if (STORES.test(toProgramName(name)) && look.words.length > 1 && look.spelled(1)?.whole !== true)
    return `may print a secret: ${SPELL}`
  return look.words.slice(1).reduce<string | undefined>(
    (fault, looked, index) => {
      if (fault !== undefined || look.spelled(1 + index) !== undefined) return fault
      return (
        (index < 2 ? secretFault(looked) : undefined) ??
        wordFault(look, looked) ??
        runsFault(looked, [RUNS_FIRST, RUNS_SECOND][index] ?? RUNS_ANYWHERE) ??
        (isBuiltin ? undefined : usualFault(look, looked, look.words[2 + index]))
      )
    },
    findCopiedFault(look, 1),
  )
}

/** `remote:path`, as programs name a place on another machine; a number after the colon is a port or a line. */
const PLACE_ELSEWHERE = /^(?:[A-Za-z][\w.@-]*:(?!\d+(?::\d+)*$)|:[a-z]\w*[,:])/
const COPIES = /^(?:cp|copy|copyto|mv|move|moveto|sync|put|push|send|upload|backup|mirror|transfer|rcat|save|export)$/
/** `registry.example.org/name`. */
const HOST = /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?::\d+)?\/\S/i
const FILE = /^\.{1,2}$|[./]\w/

/** Why an unknown program may send a file: one word names a place on another machine, another word a file or a copy. */
function findCopiedFault(look: JudgedCommand, from: number): string | undefined {
  if (look.onlyRuns) return undefined
  const texts = look.words.flatMap(({ forms }, at) =>
    at < from || look.spelled(at)?.whole === true ? [] : (forms ?? []).map(({ text }) => text),
  )
  const all = look.words.flatMap(({ forms }) => (forms ?? []).map(({ text }) => text))
  const copies = all.some((text) => COPIES.test(text))
  const places = texts.filter((text) => PLACE_ELSEWHERE.test(text) || (copies && HOST.test(text)))
  const hasFile = copies || all.some((text) => !PLACE_ELSEWHERE.test(text) && FILE.test(text))
  return places.length > 0 && hasFile
    ? `is not a known program and might send a file to another machine: ${SPELL}`
    : undefined
}

/** Programs whose purpose is to keep secrets. */
const STORES = /^(?:pass|gopass|passage|op|bw|rbw|lpass|vault|security|secret-tool|keyring|doppler|infisical)$/

/** Words with which a program runs or loads something else: anywhere, as its second word, and as its first. */
const RUNS_ANYWHERE = /^(?:[\w-]+:)*(?:run|exec|shell|eval|foreach|dlx)(?::[\w:-]*)?$/
const RUNS_SECOND =
  /^(?:[\w-]+:)*(?:run|run-script|exec|execute|install|install-run|deploy|publish|upload|destroy|delete|shell|sh|bash|eval|foreach|dlx|ssh|scp|console|repl|edit|alias|plugins?|extensions?|configure|hooks?|attach|spawn|launch|runner|dbconsole|tinker|interactive)(?::[\w:-]*)?$/
const RUNS_FIRST = new RegExp(`^[xrce]$|${RUNS_SECOND.source}`)

/** Words in sub-commands of known programs that mean that something is run or changed. */
const RUNS = /^(?:run|exec|foreach|eval|shell|start|launch|spawn|visualize|view|edit|set|add)$/

function runsFault({ forms }: JudgedWord, words: RegExp): string | undefined {
  return forms?.some(({ text }) => words.test(text)) === true
    ? `may run something when given this argument: ${SPELL}`
    : undefined
}

/** Sub-commands that print a secret. */
const SECRET =
  /^(?:[\w-]+:)?(?:tokens?|(?:print|get|show|find|dump|export)-[\w-]*(?:token|password|secret|credentials?)|credentials?)$/

function secretFault({ forms }: JudgedWord): string | undefined {
  return forms?.some(({ text }) => SECRET.test(text)) === true ? `may print a secret: ${SPELL}` : undefined
}

/** Names of programs that are also ordinary words. */
const WORDS =
  /^(?:test|install|link|file|watch|time|split|join|sort|find|look|host|id|type|comm|users|who|tree|stat|true|false|size|last|free|w|make|at|batch|screen|script|run|start|stop|expand|cut|fold|paste|sum|locate|exit|return|break|continue|shift|node|go|ping)$/

/** Why a word might be run: it is a program's name, a path to one, or code. */
function wordFault(look: JudgedCommand, { forms }: JudgedWord): string | undefined {
  if (forms === undefined) return `is not a known program and ${UNSURE}`
  for (const { text } of forms) {
    if (/[\s;&|`$(){}<>!]/.test(text))
      return `is not a known program and might execute an argument that contains these characters: ${SPELL}`
    if (look.onlyRuns || text.startsWith("-")) continue
    const isProgram = (isKnownProgram(text) && !isReadOnlyProgram(text)) || classifyProgram(text) !== undefined
    if (isProgram && !WORDS.test(text)) return `is not a known program and might run another one: ${SPELL}`
    if (ADDRESS.test(text)) return `is not a known program and might run what it loads from an address: ${SPELL}`
    if (isHidden(text)) return `is not a known program and might send or print a hidden file: ${SPELL}`
    if (isPathToRun(text)) return `is not a known program and might run a file: ${SPELL}`
  }
  return undefined
}

/** An address on another machine; this machine's own are no source of foreign code. */
const ADDRESS =
  /^(?:[a-z][a-z\d+.-]*:\/\/(?!(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$))|git@|git\+|(?:gh|github|gitlab|bitbucket|gist):\w)/i

/** Hidden files that repositories publish; any other may contain a secret. */
const PUBLISHED =
  /^\.(?:git(?:hub|lab|ea|ignore|attributes|modules)|circleci|editorconfig|eslint|prettier|stylelint|babel|changeset|storybook|vscode|husky|pre-commit|golangci|rubocop|clang|dockerignore|nvmrc|node-version|python-version|tool-versions|markdownlint|yamllint|coveragerc|flake8|pylintrc|swiftlint|travis|releaserc|commitlint|lintstaged|nycrc|mocharc|dependency-cruiser|gitlab-ci)/

/** Whether a word, or the value in it, names a file that tools keep out of sight. */
export function isHidden(text: string): boolean {
  return text.split(/[/\\=]/).some((part) => /^@?\.[\w-]/.test(part) && !PUBLISHED.test(part))
}

/** A path in the form used to run something, or the name of a script. */
function isPathToRun(text: string): boolean {
  if (/^(?:https?|wss?):\/\//.test(text)) return false
  return (
    /^(?:\.{1,2}|~)\/(?!$)|^\/(?!dev\/(?:null|std))|\.(?:sh|bash|so|dll|py|pl|rb|lua|js|mjs|cjs|exe|bin|mk|rc|cmd|bat|gradle|scm|el|vim)$|^@\S*[./]/.test(
      text,
    ) || /^[\w-]+(?:\/[\w-]+)+$/.test(text)
  )
}

/** Long options that mean the same in all programs: what is shown, how much of it and in which order. */
const USUAL = new Set(
  `help version verbose quiet silent debug dry-run all json yaml csv plain pretty compact short long wide table tree raw
   color colour no-color no-colour recursive list check strict count limit follow tail since until after before status
   state label labels type kind name id title body message description author assignee owner team project repo branch
   base head page per-page page-size max-results max min first last offset sort sort-by order order-by reverse asc desc
   query search select match exclude depth level max-depth width height size quality fields field columns column format lang
   language timezone date days hours weeks timeout wait interval retries jobs parallel threads workers concurrency yes
   no-input non-interactive no-pager no-progress progress summary stats details detail full brief offline latest
   production region zone context namespace account org organization scope priority severity milestone due comment
   comments closed open merged draft mine me failed only skip no-cache show-all include-all human-readable annotate env
   environment stage parent blocks blocked-by due-date estimate cycle epic sprint reviewer assignees`.split(/\s+/),
)

/** Allowed values of an option for the output format; anything else could be a file. */
const FORMS =
  /^(?:json|jsonl|ndjson|yaml|yml|toml|xml|csv|tsv|text|txt|plain|table|wide|name|tree|list|raw|pretty|compact|short|long|full|markdown|md|html|human|none|auto|default)$/

/**
 * A single letter says little. It is allowed if no rule denies anything and no word follows that it could run, read or
 * write. Letters that programs use for code and scripts are not allowed.
 */
function isPlainLetter({ plainLetters }: JudgedCommand, text: string, next: string | undefined): boolean {
  return plainLetters === true && /^-[abdf-vyzA-DF-WYZ]$/.test(text) && (next === undefined || /^-|^\d+$/.test(next))
}

function usualFault(look: JudgedCommand, { forms }: JudgedWord, next: JudgedWord | undefined): string | undefined {
  for (const { text, whole } of forms ?? []) {
    if (!text.startsWith("-") || text === "-") continue
    const option = text.split("=", 1)[0] ?? ""
    const value = option === text ? next?.forms?.[0]?.text : text.slice(option.length + 1)
    const name = option.replace(/^--?/, "")
    const isFine =
      whole && (/^-(?:[hvVqnal]+|j?\d+)$/.test(text) || isPlainLetter(look, text, value) || isUsual(name, value))
    if (!isFine) return `${sayOption(option)} is not known to be harmless: ${SPELL}`
  }
  return undefined
}

function isUsual(name: string, value: string | undefined): boolean {
  if (name === "output" || name === "format") return value !== undefined && FORMS.test(value)
  return name.length > 1 && USUAL.has(name) && !isPathToRun(value ?? "")
}

function optionFault({ forms }: JudgedWord, allowed: RegExp): string | undefined {
  for (const { text } of forms ?? []) {
    if (!text.startsWith("-") || /^-{0,2}$/.test(text)) continue
    if (!allowed.test(text)) return `${sayOption(text.split("=", 1)[0] ?? "")} is not known to be harmless: ${SPELL}`
  }
  return undefined
}
