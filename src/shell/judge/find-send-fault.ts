import { type WordPiece, type ShellWord, type SimpleCommand, readStaticWord } from "../reading/words/shell-word.ts"
import { toProgramName } from "./options/programs/runners.ts"

const WHY = "would send the contents of a file: only a rule that spells out the whole command can allow it"

/** Why a program that uses the network would get a file's content, through its input or within a word. */
export function findSendFault(command: SimpleCommand): string | undefined {
  const [name = "", ...words] = command.words.map(toText)
  const program = toProgramName(name)
  if (!senders.has(program)) return undefined
  const isTold = lookups.test(program) ? printsFile : printsSecret
  if (command.words.some((word) => word.pieces.some(isTold))) return WHY
  if (readsInput.get(program)?.(words) !== true) return undefined
  return command.inputs.length > 0 || command.piped?.some((from) => !saysOnlyWords(from)) === true ? WHY : undefined
}

/** Whether a program sends its input if given these words. */
type SendsInput = (words: readonly string[]) => boolean

const readsInput: ReadonlyMap<string, SendsInput> = new Map([
  ["curl", (words) => words.some((word) => /(?:^|[@<=T])-$|^-T|^--upload/.test(word))],
  ["openssl", ([first]) => first === "s_client"],
  ["nslookup", () => true],
  ...["nc", "netcat", "ncat"].map((name) => [name, scansNot] as const),
  ...["http", "https", "httpie", "xh", "xhs"].map((name) => [name, takesBody] as const),
])

const senders: ReadonlySet<string> = new Set([...readsInput.keys(), "wget", "dig", "host", "ping", "ping6"])

function scansNot(words: readonly string[]): boolean {
  return !words.some((word) => /^-\w*z/.test(word))
}

function takesBody(words: readonly string[]): boolean {
  return !words.some((word) => word === "--ignore-stdin" || word === "-I")
}

/** Programs whose output comes only from their words, or from no file. */
const speakers = /^(?:echo|printf|seq|date|uuidgen|true|uname|whoami|id)$/
/** Programs that transform their input and read no file unless they have an operand. */
const filters = /^(?:cat|tr|rev|base64)$/

function saysOnlyWords({ words, inputs }: SimpleCommand): boolean {
  const [name = "", ...rest] = words.map(toText)
  if (inputs.length > 0 || words.some((word) => word.pieces.some(readsFile))) return false
  const program = toProgramName(name)
  if (filters.test(program)) return program === "tr" || rest.every((word) => word === "-" || /^-[\dwd]+$/.test(word))
  const isNew = program === "jq" && rest.some((word) => /^-\w*n|^--null-input$/.test(word))
  if (isNew) return !rest.some((word) => /^--?(?:L|f|from-file|rawfile|slurpfile)|\b(?:import|include)\b/.test(word))
  return speakers.test(program)
}

function listCommands(piece: WordPiece): readonly SimpleCommand[] {
  return piece.kind === "value" && "commands" in piece.from ? piece.from.commands : []
}

function readsFile(piece: WordPiece): boolean {
  return listCommands(piece).some((command) => !saysOnlyWords(command))
}

/** Programs that print a file, and those whose first operand is a script or a pattern. */
const printers =
  /^(?:cat|tac|head|tail|nl|rev|paste|fold|base64|base32|basenc|xxd|od|hexdump|strings|cut|tr|sort|uniq|gzip|zcat|xz|tar|openssl|wc)$/
const scripted = /^(?:sed|gsed|awk|gawk|mawk|grep|egrep|fgrep|rg|jq|yq)$/

/** Programs that look up a host by name: the content of a file is not a host name. */
const lookups = /^(?:dig|host|nslookup|ping6?)$/

function printsFile(piece: WordPiece): boolean {
  return listCommands(piece).some((command) => listFiles(command).length > 0)
}

/** The output of a program that prints a file that is hidden or outside the project. */
function printsSecret(piece: WordPiece): boolean {
  return listCommands(piece).some((command) => listFiles(command).some((file) => OUTSIDE.test(file)))
}

function listFiles({ words, inputs }: SimpleCommand): readonly string[] {
  const [name = "", ...rest] = words.map(toText)
  const program = toProgramName(name)
  const operands = rest.filter((word) => !word.startsWith("-"))
  const files = printers.test(program) ? operands : scripted.test(program) ? operands.slice(1) : []
  return [...files, ...inputs.map(toText)]
}

const OUTSIDE = /^(?:[/~]|\$\{?HOME\b|"\$\{?HOME\b)|(?:^|\/)\.\.(?:\/|$)|(?:^|\/)\.\w/

function toText(word: ShellWord): string {
  return readStaticWord(word) ?? word.raw
}
