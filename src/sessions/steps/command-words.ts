import path from "node:path"
import { readCommand } from "../../shell/reading/read-command.ts"
import { readStaticWord, type SimpleCommand } from "../../shell/reading/words/shell-word.ts"
import { hasShortOptions, toUsualSpelling } from "./usual-spelling.ts"

/** A program with its words as an agent ran it; a word that is only known when it runs is undefined. */
export interface RunCommand {
  readonly words: readonly (string | undefined)[]
  /** Files it writes by redirection. */
  readonly writes: readonly string[]
  /** Whether it is the last of its line, so that the line failed if it did. */
  readonly isLast: boolean
  /** Where a `cd` before it in the line leads, if that is known. */
  readonly folder?: string | undefined
}

/** Programs that run the command in their words. */
const AROUND = /^(?:sudo|env|time|timeout|nice|nohup|npx|bunx|uvx|xargs|command|exec|stdbuf|bash|sh|zsh)$/
/** Programs that run a command in their words only after one of these words, or at once: `pnpm add vitest` runs nothing. */
const MANAGERS = /^(?:pnpm|yarn|poetry|uv|bundle|npm|bun)$/
const RUNNING = /^(?:run|exec|dlx|x)$/
/** Programs that do something with their words other than to run them. */
const NAMING = /^(?:echo|printf|cat|grep|rg|which|type|man|add|install|pip|apt|apt-get|brew|remove|uninstall)$/

/** Whether what follows a word is only named, and not run. */
export function onlyNames(word: string | undefined): boolean {
  return word !== undefined && NAMING.test(toName(word))
}

/** Every command in a line, also those in a `bash -c`. What cannot be parsed is split at its operators. */
export function readRunCommands(line: string, depth = 0): readonly RunCommand[] {
  const { commands } = readCommand(line)
  const simple = commands.length > 0 ? commands.map(toRun) : splitRoughly(line)
  let folder: string | undefined
  const found = simple.map((one, at) => {
    const [program, to] = one.words
    if (program === "cd" && to !== undefined) folder = path.posix.join(folder ?? "", to)
    return { ...one, folder, isLast: at === simple.length - 1 }
  })
  if (depth > 2) return found
  return found.flatMap((one) => [
    one,
    ...listInner(one, depth).map((inner) => ({ ...inner, isLast: inner.isLast && one.isLast })),
  ])
}

function toRun({ words, outputs }: SimpleCommand): Omit<RunCommand, "isLast" | "folder"> {
  return { words: words.map(readStaticWord), writes: outputs.flatMap((word) => readStaticWord(word) ?? []) }
}

function splitRoughly(line: string): readonly Omit<RunCommand, "isLast" | "folder">[] {
  return line
    .split(/&&|\|\||[;|\n]/)
    .map((part) => part.trim().split(/\s+/))
    .filter(([first = ""]) => first !== "")
    .map((words) => ({ words, writes: [] }))
}

function listInner({ words, writes, folder }: RunCommand, depth: number): readonly RunCommand[] {
  const [program = "", ...rest] = words
  const name = toName(program)
  if (/^(?:ba|z|da)?sh$/.test(name)) {
    const at = rest.findIndex((word) => word !== undefined && /^-\w*c$/.test(word))
    const script = at === -1 ? undefined : rest[at + 1]
    if (script !== undefined) return readRunCommands(script, depth + 1)
  }
  const isManager = MANAGERS.test(name)
  if (!AROUND.test(name) && !isManager) return []
  const runs = isManager
    ? rest.findIndex((word, at) => word !== undefined && RUNNING.test(word) && rest.slice(0, at).every(isOptionOrValue))
    : -1
  // `yarn vitest` runs it at once, and `npm test` is no way to run `test`.
  const from = !isManager ? 0 : runs !== -1 ? runs + 1 : /^(?:pnpm|yarn)$/.test(name) ? 0 : rest.length
  // What an option's value is cannot be told, so the command may begin at any later word until one that only names the rest.
  const naming = rest.findIndex((word, at) => at >= from && onlyNames(word))
  return rest
    .slice(0, naming === -1 ? undefined : naming + 1)
    .flatMap((word, at) =>
      at < from || word === undefined || word.startsWith("-") || word.includes("=")
        ? []
        : [{ words: rest.slice(at), writes, folder, isLast: true }],
    )
}

/** Options with which a command does not do what it is for. */
const PRETENDS = /^(?:--help|--dry-run|--version|--what-if)(?:=|$)/

/** Whether a command is the one that a step names. Words of the step that stand for something fit any words. */
export function fitsCommand({ words }: Pick<RunCommand, "words">, wanted: readonly (string | undefined)[]): boolean {
  const [program, ...rest] = toUsualSpelling(wanted)
  const [first, ...given] = toUsualSpelling(words)
  if (program === undefined || first === undefined || !isSameProgram(first, program)) return false
  if (given.some((word) => word !== undefined && PRETENDS.test(word) && !rest.includes(word))) return false
  let at = 0
  for (const [nth, word] of rest.entries()) {
    if (word === undefined) continue
    const found = given.findIndex((one, index) => index >= at && isSameWord(one, word))
    if (found === -1 && hasShortOptions(given, word)) continue
    // `npm run build` is not `npm build`: before the first word there are only options and their values.
    if (found === -1 || (nth === 0 && !word.startsWith("-") && !given.slice(0, found).every(isOptionOrValue)))
      return false
    at = found + 1
  }
  return true
}

function isOptionOrValue(word: string | undefined, at: number, words: readonly (string | undefined)[]): boolean {
  return word?.startsWith("-") === true || words[at - 1]?.startsWith("-") === true
}

function isSameProgram(given: string, wanted: string): boolean {
  if (given === wanted) return true
  const isPath = wanted.includes("/")
  // `./check.sh` may be called by its full path, and `pytest` as `.venv/bin/pytest`.
  return isPath ? endsWithPath(given, wanted) : toName(given) === wanted
}

function isSameWord(given: string | undefined, wanted: string): boolean {
  if (given === undefined || given === wanted) return given !== undefined
  const [one, other] = [given, wanted].map((word) => word.replace(/^(?:\.\/)+(?=.)|(?<=.)\/$/g, ""))
  return one === other || (wanted.includes("/") && endsWithPath(given, wanted))
}

/** Whether a path is the other one, seen from another directory. */
export function endsWithPath(given: string, wanted: string): boolean {
  const clean = wanted.replace(/^(?:\.\/|~\/)+/, "").replace(/^(?:\.\.\/)+/, "")
  return clean !== "" && (given.replace(/^\.\//, "") === clean || given.endsWith(`/${clean}`))
}

function toName(program: string): string {
  return program.split("/").at(-1) ?? program
}

/** The words of a command in a text; those in quotes or of a form such as `<name>` or `$NAME` may be anything. */
export function readWords(text: string): readonly (string | undefined)[] {
  const words = text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []
  return words.map((word, at) => (at > 0 && isPlaceholder(word) ? undefined : word))
}

function isPlaceholder(word: string): boolean {
  return /["'<>{}$[\]…*]|\.\.\.|^[A-Z][A-Z0-9_-]{2,}$/.test(word)
}

/** A file that a text names, as `docs/plan.md`; placeholders in it become `*`. Undefined if it does not look like one. */
export function readListedFile(span: string): string | undefined {
  if (/\s|:\/\/|^[-@#$]|[()=;,'"|]/.test(span)) return undefined
  const file = span.replaceAll(/<[^>]+>|\{[^}]+\}|\$\w+|YYYY-MM-DD/g, "*").replace(/:\d+(?:-\d+)?$/, "")
  const name = file.split("/").at(-1) ?? ""
  return /\.[a-z][a-z0-9]{0,7}$/i.test(name) || /^[A-Z]{4,}$/.test(name) ? file : undefined
}

/** Whether a word of a command is the file that a step names, seen from where the command runs. */
export function namesFile({ folder }: Pick<RunCommand, "folder">, word: string | undefined, wanted: string): boolean {
  if (word === undefined) return false
  return fitsFile(word, wanted) || (folder !== undefined && fitsFile(path.posix.join(folder, word), wanted))
}

/** Whether a touched path is the file that a step names. */
export function fitsFile(touched: string, wanted: string): boolean {
  if (!wanted.includes("*")) return endsWithPath(touched, wanted)
  const pattern = wanted
    .replace(/^(?:\.\/|~\/)+/, "")
    .split("*")
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"))
    .join("[^/]*")
  return new RegExp(`(?:^|/)${pattern}$`).test(touched)
}
