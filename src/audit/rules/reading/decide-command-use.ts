import { isOnlyMentioned } from "./context.ts"
import { type PassageLanguage, type Passage, locateInFile } from "./passage.ts"

/**
 * The purpose of a command in a text.
 * runs: nothing shows that it is not run here. told: the text talks about it. shown: a program prints it, checks for it
 * or blocks it. held: a string that nothing visible runs. elsewhere: an image, a CI job or a page runs it, not the
 * user's machine.
 */
export type CommandUse = "runs" | "told" | "shown" | "held" | "elsewhere"

/**
 * The purpose of a command at a position. In doubt it "runs":
 * 1. What runs by itself (inline commands, hooks) and what was decoded always counts as run.
 * 2. A string counts as run if it is passed to something that runs it, directly or by the name under which it is
 *    stored.
 */
export function decideCommandUse(passage: Passage, at: number): CommandUse {
  if (passage.kind === "command" || passage.kind === "hook" || passage.kind === "decoded") return "runs"
  if (isOnlyMentioned(passage, at)) return "told"
  const place = readPlace(passage, at)
  const language = findPassageLanguage(passage, place)
  if (isElsewhere(language, passage, place)) return "elsewhere"
  const quote = findOpenQuote(place.before)
  const isText = language === "program" && isInLongString(passage.text, at)
  if (quote === undefined && !isText) return isHeredoc(passage, language, place) ? "shown" : "runs"
  return useOfString({ passage, language, place, opening: place.before.slice(0, quote ?? 0) })
}

/** The language at a line of a passage. */
export function findPassageLanguage(passage: Passage, { line }: { readonly line: number }): PassageLanguage {
  const fence = passage.fences?.find(({ from, to }) => from <= line && line <= to)
  return fence?.language ?? passage.language ?? "unknown"
}

interface TextPlace {
  readonly line: number
  /** In the passage's text, in which continued lines may be joined. */
  readonly before: string
  readonly after: string
  /** Where its line begins in the passage. */
  readonly start: number
}

function readPlace(passage: Passage, at: number): TextPlace {
  const start = passage.text.lastIndexOf("\n", at - 1) + 1
  const end = passage.text.indexOf("\n", at)
  const stop = end === -1 ? passage.text.length : end
  return {
    line: locateInFile(passage, at).line,
    before: passage.text.slice(Math.max(start, at - 600), at),
    after: passage.text.slice(at, Math.min(stop, at + 600)),
    start,
  }
}

const INSTRUCTION = /^\s*(?:RUN|CMD|ENTRYPOINT|ADD|COPY|ENV|SHELL|ONBUILD)\b/

function isElsewhere(language: PassageLanguage, passage: Passage, { before, after }: TextPlace): boolean {
  if (language === "pipeline" || language === "markup") return true
  // A page's own script, whatever code block quotes it.
  if (/^\s*<\w/.test(before)) return true
  if (language === "image" && passage.kind !== "code") return true
  return INSTRUCTION.test(before + after) && (language === "image" || /^\s*FROM\s+\S+/m.test(passage.text))
}

/** The start of the string that is still open at the end of this part of a line. */
function findOpenQuote(before: string): number | undefined {
  let open: number | undefined
  for (let at = 0; at < before.length; at++) {
    const character = before[at] ?? ""
    if (character === "\\") at++
    else if (open === undefined ? isOpening(before, at) : character === before[open])
      open = open === undefined ? at : undefined
  }
  return open
}

/** An apostrophe within a word opens nothing. */
function isOpening(text: string, at: number): boolean {
  const character = text[at] ?? ""
  if (character === '"' || character === "`") return true
  return character === "'" && !/\w/.test(text[at - 1] ?? "")
}

/** Within a string over several lines, such as a docstring or a template. */
function isInLongString(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - MOST_LOOKED_BACK), at)
  return [/"""|'''/g, /(?<!\\)`/g].some((mark) => (before.match(mark)?.length ?? 0) % 2 === 1)
}

const MOST_LOOKED_BACK = 20_000

const RUNS =
  /(?:os\.(?:system|popen|exec\w*)|subprocess\.\w+|\bPopen|\bcheck_(?:output|call)|\bexec\w*|\bspawn\w*|\bsystem|\bpopen|\bshell(?:_exec)?|\brun(?:[_A-Z]\w*)?|\bCommand\.new|\bcommand|\bssh|\bsend[-_]?[kK]eys|\b(?:ba|z|da)?sh\s+-\w*c|\beval|\biex)\s*[([]?\s*[^()\n]{0,80}$|\$$/
const SHOWS =
  /(?:\b(?:echo|printf?|println|puts|print_\w+|log\w*|logger\.\w+|console\.\w+|write_?line|info|warn\w*|fail\w*|pass\w*|die|err\w*|error\w*|usage|help|raise\s+\w+|throw\s+new\s+\w+|\w*Error|assert\w*|expect|it|describe|test\w*|validat\w*|check\w*|is_?[A-Z_]\w*|detect\w*|scan\w*|sanitiz\w*|match\w*|search\w*|contains|includes|startswith|description|message|msg|hint|fix|title|example\w*|docs?)["']?\s*[(:=]?\s*(?:-\w+\s+)*[rfb]{0,2})$/i
const BLOCKS =
  /(?:block|den(?:y|ied)|forbid|danger|unsafe|disallow|blacklist|denylist|malicious|suspicious|risky|destruct|harmful|pattern|banned|prohibit|attack|payload|exploit|evil|vulnerab|bad_|invalid)/i

interface Kept {
  readonly passage: Passage
  readonly language: PassageLanguage
  readonly place: TextPlace
  /** The line up to the string. */
  readonly opening: string
}

function useOfString({ passage, language, place, opening }: Kept): CommandUse {
  const heads = openingLines(passage, place, opening)
  const name = findAssignedName(heads)
  const key = /([A-Za-z_$][\w$]{0,60})["']?\s*:\s*[rfb]?$/.exec(opening)?.[1]
  if ([name, key].some((one) => one !== undefined && isRunByName(passage.text, one))) return "runs"
  if (heads.some((head) => isRunByCall(passage.text, head))) return "runs"
  if (language !== "shell" && RUNS.test(opening) && !SHOWS.test(opening)) return "runs"
  if (language === "program" && heads.some((head) => RUNS.test(head.trimEnd()) && !SHOWS.test(head.trimEnd())))
    return "runs"
  if (language !== "program" && !/\b(?:echo|printf)\b/.test(opening) && name === undefined) return "runs"
  if (SHOWS.test(opening) || heads.some((head) => BLOCKS.test(head)))
    return isPassedToOthers(language, place) ? "runs" : "shown"
  return language === "program" ? "held" : "runs"
}

/** In a shell, the output of echo may go to a file or another program. */
function isPassedToOthers(language: PassageLanguage, { after }: TextPlace): boolean {
  return language !== "program" && /["'][^"']{0,40}(?:\|(?!\|)|>(?!\s*&2|\s*\/dev\/(?:stderr|null|tty)))/.test(after)
}

/** The beginnings of the statement that contains a string: its own line, and the line above where its list begins. */
function openingLines({ text }: Passage, { start }: TextPlace, opening: string): readonly string[] {
  const found = [opening]
  let end = start - 1
  for (let steps = 0; end > 0 && steps < MOST_ENTRIES; steps++) {
    const from = text.lastIndexOf("\n", end - 1) + 1
    const line = text.slice(from, end)
    end = from - 1
    if (line.trim() === "") continue
    if (/[([{]\s*(?:#.*|\/\/.*)?$/.test(line) || /^\s*[A-Z_]{3,}\s*=\s*["'][^"']*$/.test(line)) return [...found, line]
    if (!/^\s*(?:[rfb]?["'`#(]|\/\/|\{|\[)/.test(line)) return found
  }
  return found
}

const MOST_ENTRIES = 40

/** The name that the string or its list is stored under. */
function findAssignedName(heads: readonly string[]): string | undefined {
  for (const head of heads) {
    const found =
      /([A-Za-z_$][\w$]{0,60})["']?\s*(?::\s*[\w[\]<>, .]{1,60})?\s*\+?=\s*[rfb([{$\s"':-]*[^=\n]{0,40}$/.exec(head)
    if (found?.[1] !== undefined) return found[1]
  }
  return undefined
}

const BY_NAME = String.raw`(?:os\.(?:system|popen)|subprocess\.\w+|\bPopen|\bcheck_(?:output|call)|\bexec\w*|\bspawn\w*|\bsystem|\beval|\b(?:ba|z|da)?sh\s+-\w*c|\brun\w*)[^\n]{0,80}?[\s("'{$\x60,.[]`
const INTO_SHELL = String.raw`\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b`

/**
 * Whether the value of a name is run: by that name, by another name it is assigned to, by a loop over it, or through a
 * pipe.
 */
function isRunByName(text: string, name: string): boolean {
  const names = findAliases(text, escaped(name))
  return names.some((one) =>
    new RegExp(
      String.raw`${BY_NAME}${one}\b|^\s*["']?\$\{?${one}\b|\$\{?${one}\b[^\n|]{0,40}${INTO_SHELL}|(?<!\b(?:read|mapfile|readarray|grep|wc|cut|sed|awk|tr)\b[^\n]{0,60})<<<\s*["']?\$\{?${one}\b|\b${one}\.(?:forEach|map)\(\s*(?:exec|spawn|run|system)\w*`,
      "m",
    ).test(text),
  )
}

function escaped(name: string): string {
  return name.replace(/\$/g, "\\$")
}

/** A name, the names that get its unchanged value, and those of the loops over it. */
function findAliases(text: string, name: string): readonly string[] {
  const found = [name]
  for (let at = 0; at < found.length && found.length < MOST_ALIASES; at++) {
    const one = found[at] ?? ""
    const given = [
      String.raw`\bfor\s*\(?\s*(?:const\s+|let\s+|var\s+)?(\w+)\s+(?:in|of)\s+["']?\$?\{?${one}\b`,
      String.raw`\b${one}\.(?:forEach|map|each)\s*[({]\s*\|?\(?(\w+)\)?\s*(?:=>|\|)`,
      String.raw`\b(?:read|mapfile|readarray)\b[^\n]{0,40}?\b(\w+)\s*<<<\s*["']?\$\{?${one}\b`,
      String.raw`\b(\w+)\s*=\s*["']?\$?\{?${one}(?:\[[^\]\n]{1,20}\]|\.(?:pop|shift|strip|trim)\(\))?\}?["']?\s*(?:;|$)`,
    ]
    for (const pattern of given)
      for (const [, next = ""] of text.matchAll(new RegExp(pattern, "gm")))
        if (next !== "" && !found.includes(next)) found.push(next)
  }
  return found.slice(0, MOST_ALIASES)
}

const MOST_ALIASES = 8
const MOST_OF_BODY = 600

/** Whether a string is an argument of a function of the same text that runs what it is given. */
function isRunByCall(text: string, opening: string): boolean {
  const callee = /([A-Za-z_$][\w$]{0,60})\s*\([^()\n]{0,80}$/.exec(opening)?.[1]
  if (callee === undefined) return false
  const name = escaped(callee)
  const found = new RegExp(
    String.raw`(?:\b(?:def|function|func|fn)\s+${name}\s*\(([^)\n]*)\)|\b${name}\s*=\s*(?:async\s+)?(?:function\s*)?\(?([^)=\n]*)\)?\s*=>)`,
  ).exec(text)
  if (found === null) return false
  const rest = text.slice(found.index + found[0].length, found.index + found[0].length + MOST_OF_BODY)
  const end = rest.search(/\n(?:def|function|func|fn|const|class)\s/)
  const body = end === -1 ? rest : rest.slice(0, end)
  const parameters = (found[1] ?? found[2] ?? "").split(",").map((one) => /\w+/.exec(one)?.[0] ?? "")
  return parameters.some((one) => one !== "" && isRunByName(body, one))
}

/** Lines of a text that a shell prints as it is: `cat <<END` that goes nowhere else. */
function isHeredoc({ text }: Passage, language: PassageLanguage, { start }: TextPlace): boolean {
  if (language !== "shell") return false
  const before = text.slice(Math.max(0, start - MOST_LOOKED_BACK), start)
  const last = [...before.matchAll(/^([^\n#]*)<<-?\s*["']?(\w+)["']?([^\n]*)$/gm)].at(-1)
  if (last === undefined) return false
  const [whole, command = "", end = "", rest = ""] = last
  if (new RegExp(String.raw`^\s*${end}\s*$`, "m").test(before.slice(last.index + whole.length))) return false
  return /(?:^|[\s;&|(])(?:cat|echo)\s*$/.test(command) && !/[|>](?!&2)/.test(command + rest)
}
