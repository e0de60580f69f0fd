import { type WordPiece, type ShellWord, type SimpleCommand, readStaticWord } from "../reading/words/shell-word.ts"
import { findEntry, findNamedEntry, isNetworkProgram } from "./options/programs/find-entry.ts"
import { isHidden } from "./options/check-unknown.ts"
import { classifyProgram, toProgramName } from "./options/programs/runners.ts"
import { findCommonFact } from "./options/words/facts.ts"
import type { CommandContext } from "./options/words/resolve-word.ts"

const WHY = "would send the contents of a file or a variable: write out what it is to send"

/**
 * Why a program that uses the network would get more than words of the command: through a word, or through its input.
 * `from` is where its name is, if another program runs it.
 */
export function findSendFault(command: SimpleCommand, around: CommandContext, from = 0): string | undefined {
  const own = command.words.slice(from)
  const [name = "", ...words] = own.map(toText)
  const program = toProgramName(name)
  if (!isSender(own, program)) {
    const tells = () => readsHidden(command) || own.some((word) => tellsMore(word, around))
    return isUnknown(own, program) && tells() ? WHY : undefined
  }
  const found = findNamedEntry(program)
  if (own.some((word) => tellsMore(word, around))) return WHY
  const sendsInput = readsInput.get(program) ?? namesInput
  if (found?.more.sendsInput !== true && !sendsInput(words)) return undefined
  const isFile = command.inputs.length > 0 || tellsInDocument(command, around)
  return isFile || command.piped?.some((each) => !saysOnlyWords(each, around)) === true ? WHY : undefined
}

/** Whether the table says that a command uses the network; a sub-command it does not list might. */
function isSender(words: readonly ShellWord[], program: string): boolean {
  const found = findEntry(
    program,
    words.map((word) => readStaticWord(word)),
  )
  return found.kind === "entry" ? found.entry.more.network === true : isNetworkProgram(program)
}

function tellsInDocument({ documents = [] }: SimpleCommand, around: CommandContext): boolean {
  return documents.some((word) => tellsMore(word, around))
}

/** Whether nothing is known about a program: then it may send what it reads. */
function isUnknown(words: readonly ShellWord[], program: string): boolean {
  const texts = words.map((word) => readStaticWord(word))
  return classifyProgram(program) === undefined && ["unknown", "unlisted"].includes(findEntry(program, texts).kind)
}

/** Whether the input of a command is a hidden file, or what another command says about one. */
function readsHidden({ inputs, piped = [] }: SimpleCommand): boolean {
  return [...inputs, ...piped.flatMap((each) => [...each.words, ...each.inputs])].some((word) => isHidden(toText(word)))
}

/** Whether a program sends its input if given these words. */
type SendsInput = (words: readonly string[]) => boolean

const namesInput: SendsInput = (words) => words.some((word) => /(?:^|[=@])-$|\/dev\/(?:stdin|fd)|stdin/.test(word))

const readsInput: ReadonlyMap<string, SendsInput> = new Map([
  ["curl", (words) => words.some((word) => /(?:^|[@<=T])-$|^-T|^--upload/.test(word))],
  ["openssl", ([first]) => first === "s_client"],
  ...["nc", "netcat", "ncat"].map((name) => [name, scansNot] as const),
  ...["http", "https", "xh", "xhs"].map((name) => [name, takesBody] as const),
])

function scansNot(words: readonly string[]): boolean {
  return !words.some((word) => /^-\w*z/.test(word))
}

function takesBody(words: readonly string[]): boolean {
  return !words.some((word) => word === "--ignore-stdin" || word === "-I")
}

/** Variables of the environment that say where and who, and nothing secret. */
const PLACES = /^(?:HOME|PWD|OLDPWD|USER|LOGNAME|HOSTNAME|SHELL|TMPDIR|CLAUDE_[A-Z_]+)$/

/** Whether a word may contain what a file or the environment says; variables and outputs are followed. */
function tellsMore(word: ShellWord, around: CommandContext): boolean {
  return word.pieces.some((piece) => {
    if (piece.kind === "text") return false
    switch (piece.from.kind) {
      case "number":
      case "files":
        return false
      case "output":
      case "path":
        return listCommands(piece).some((command) => !saysOnlyWords(command, around))
      case "variable":
        return variableTells(piece.from.name, around)
      case "braces":
      case "shaped":
        return [...word.raw.matchAll(/\$\{?[!#]?(\w+)/g)].some(([, name = ""]) => variableTells(name, around))
    }
  })
}

function variableTells(name: string, around: CommandContext): boolean {
  const values = around.given.get(name)
  if (around.unsettled === true) return true
  if (values === undefined) return !PLACES.test(name)
  // A loop over its own variable uses the previous value, which is followed once.
  const given = new Map([...around.given].filter(([other]) => other !== name))
  return values.some((value) => tellsMore(value, { given }))
}

/** Programs whose output comes only from their words, or says no more than who, where and when. */
const speakers = /^(?:echo|printf|seq|date|uuidgen|true|uname|whoami|id|basename|dirname|hostname|pwd|nproc)$/
/** Programs that transform their input and read no file unless they have an operand. */
const filters = /^(?:cat|tr|rev|base64|jq|cut|head|tail|sort|uniq|wc|sed)$/
/** Uses of git that print names and messages, never contents of files; one word on each line. */
const NAMES =
  /^git\n(?:branch(?:\n--show-current)?$|rev-parse\n|describe(?:\n|$)|symbolic-ref\n--short\n\S+$|tag(?:\n-l|\n--list|\n--sort=\S+)*$|config\n(?:--get\n)?user\.(?:name|email)$|log(?:\n-\d+|\n-n\n?\d+|\n--oneline|\n--(?:format|pretty)=.*|\n--no-merges|\n--reverse|\n[\w./~^]+(?:\.\.[\w./~^]*)?)+$|diff\n--name-only(?:\n[\w./~^-]+)*$|ls-files$)/
/** Clients whose output comes from another machine. */
const CLIENTS = /^(?:gh|docker|kubectl|npm|aws|gcloud|az)$/

/** Whether a command prints nothing but its words, facts about the repository, and what another machine said. */
function saysOnlyWords(command: SimpleCommand, around: CommandContext): boolean {
  const { words, inputs } = command
  if (inputs.length > 0 || [...words, ...(command.documents ?? [])].some((word) => tellsMore(word, around)))
    return false
  if (findCommonFact([command]) !== undefined) return true
  const texts = words.map(toText)
  const [name = "", ...rest] = texts
  const program = toProgramName(name)
  if (speakers.test(program)) return true
  if (NAMES.test(texts.join("\n"))) return true
  if (CLIENTS.test(program)) return isSender(words, program)
  const isNew = program === "jq" && rest.some((word) => /^-\w*n|^--null-input$/.test(word))
  if (isNew)
    return !rest.some((word) => /^--?(?:L|f|from-file|rawfile|slurpfile)|\b(?:import|include|env)\b|\$ENV/.test(word))
  return filters.test(program) && readsNoFile(program, rest)
}

/** Whether a filter only passes on its input, which is judged as the command that prints it. */
function readsNoFile(program: string, rest: readonly string[]): boolean {
  if (program === "tr") return true
  const operands = rest.filter((word) => word !== "-" && !/^-[\w.,=:/-]*$/.test(word))
  if (rest.some((word) => word.startsWith("--") && word !== "--")) return false
  if (program === "jq" || program === "sed") {
    return operands.length <= 1 && !rest.some((word) => /^-\w*[fLi]|\b(?:import|include|env|r|R)\b|\$ENV/.test(word))
  }
  return rest.every((word) => word === "-" || /^-[\dwdcnrufs,:]+$/.test(word) || /^[\d,-]+$/.test(word))
}

function listCommands(piece: WordPiece): readonly SimpleCommand[] {
  return piece.kind === "value" && "commands" in piece.from ? piece.from.commands : []
}

function toText(word: ShellWord): string {
  return readStaticWord(word) ?? word.raw
}
