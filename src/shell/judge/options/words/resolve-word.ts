import type { CommandReading } from "../../../reading/script-reader.ts"
import {
  makePlainWord,
  readCertainStart,
  type WordPiece,
  type ShellWord,
  readStaticWord,
} from "../../../reading/words/shell-word.ts"
import { findCommonFact } from "./facts.ts"

/** What is known about the rest of the command when one word of it is judged. */
export interface CommandContext extends Pick<CommandReading, "given"> {
  /** A built-in sets variables while the command runs, so no variable is known. */
  readonly unsettled?: boolean
}

/** One form that a word can take: how it begins, and whether that is the whole word. */
export interface WordForm {
  readonly text: string
  readonly whole: boolean
}

/** More forms than this are not followed. */
const MOST_FORMS = 64

/**
 * Every form a word can take when the command runs, as if it were written in the command: loops, assignments and braces
 * are followed; numbers, hashes and absolute paths take a harmless form. Undefined if the word may begin with anything
 * or become several words: it may then be an option.
 */
export function resolveWord(word: ShellWord, around: CommandContext): readonly WordForm[] | undefined {
  const text = readStaticWord(word)
  if (text !== undefined) return [{ text, whole: true }]
  if (word.pieces.some((piece) => piece.kind === "value" && piece.from.kind === "braces")) {
    return expandBraces(word.raw, MOST_FORMS)?.map((form) => ({ text: form, whole: true }))
  }
  let forms: readonly WordForm[] = [{ text: "", whole: true }]
  for (const piece of word.pieces) {
    const next = listForms(piece, word, around)
    const joined: WordForm[] = []
    for (const form of forms) {
      if (!form.whole) joined.push(form)
      else if (next !== undefined)
        joined.push(...next.map((more) => ({ text: form.text + more.text, whole: more.whole })))
      else if (form.text === "" || !staysOneWord(piece, word)) return undefined
      else joined.push({ text: form.text, whole: false })
    }
    if (joined.length > MOST_FORMS) return undefined
    forms = joined
    if (forms.some(({ whole }) => !whole) && !restStays(word, piece)) return undefined
  }
  return forms
}

/** Variables for the directory that commands run in, which is the project. */
const HERE = ["PWD", "CLAUDE_PROJECT_DIR"]

/**
 * Everything a word can be when it names files: as `resolveWord`, with patterns for files of the project as they are
 * written, and the project's own directory as a dot. Undefined if any of it is only known at run time.
 */
export function listTexts(word: ShellWord, around: CommandContext): readonly string[] | undefined {
  if (isProjectPattern(word) && readStaticWord(word) === undefined) return [word.raw]
  const given = new Map([...HERE.map((name) => [name, [makePlainWord(".")]] as const), ...around.given])
  const forms = resolveWord(word, { ...around, given })
  if (forms !== undefined) return forms.every(({ whole }) => whole) ? forms.map(({ text }) => text) : undefined
  const [piece, ...more] = word.pieces
  if (piece?.kind !== "value" || piece.from.kind !== "variable" || more.length > 0) return undefined
  if (around.unsettled === true || !/^"?\$(?:\w+|\{\w+\})"?$/.test(word.raw)) return undefined
  const { name } = piece.from
  const values = given.get(name)
  const others = new Map([...given].filter(([other]) => other !== name))
  const texts = values?.map((value) => (isProjectPattern(value) ? [value.raw] : listTexts(value, { given: others })))
  return texts?.every((each) => each !== undefined) === true ? texts.flat() : undefined
}

/** A pattern that only files below this directory match: a dot before a star could stand for the parent. */
function isProjectPattern({ raw, pieces }: ShellWord): boolean {
  return (
    pieces.every((piece) => piece.kind === "text" || piece.from.kind === "files") &&
    /^[\w*?[\]./@+=,-]+$/.test(raw) &&
    !/(?:^|\/)\.[*?[]/.test(raw)
  )
}

/** Whether a word always stays one word; patterns, braces and unquoted values may become several. */
export function isOneWord(word: ShellWord): boolean {
  return word.pieces.every(
    (piece) =>
      piece.kind === "text" ||
      piece.from.kind === "number" ||
      (piece.from.kind !== "files" && piece.from.kind !== "braces" && staysOneWord(piece, word)),
  )
}

/** The text after an unknown part must not be split either. */
function restStays(word: ShellWord, from: WordPiece): boolean {
  return word.pieces
    .slice(word.pieces.indexOf(from) + 1)
    .every((piece) => piece.kind === "text" || staysOneWord(piece, word))
}

/** An unquoted value is split at blanks, and `"$@"` becomes as many words as there are. File names are not split. */
function staysOneWord(piece: WordPiece, { raw }: ShellWord): boolean {
  if (piece.kind === "text") return true
  switch (piece.from.kind) {
    case "number":
    case "path":
    case "files":
      return true
    case "output":
      return piece.quoted
    case "variable":
    case "braces":
    case "shaped":
      return piece.quoted && !/\$[@*]|\$\{[@*]|\[[@*]\]/.test(raw)
  }
}

/** The forms of one part; undefined if nothing is known about it. */
function listForms(piece: WordPiece, word: ShellWord, around: CommandContext): readonly WordForm[] | undefined {
  if (piece.kind === "text") return [{ text: piece.text, whole: true }]
  switch (piece.from.kind) {
    case "number":
      return [{ text: "0", whole: true }]
    case "path":
      return [{ text: "/0", whole: true }]
    case "output":
      return outputForms(piece.quoted, findCommonFact(piece.from.commands))
    case "variable":
      return variableForms(piece.from.name, { quoted: piece.quoted, word, around })
    case "files":
    case "braces":
    case "shaped":
      return undefined
  }
}

function outputForms(quoted: boolean, kind: ReturnType<typeof findCommonFact>): readonly WordForm[] | undefined {
  if (kind === undefined || (kind === "path" && !quoted)) return undefined
  return [{ text: kind === "path" ? "/0" : "0", whole: true }]
}

/**
 * Variables that contain an absolute path. A directory's name may contain blanks, so only quoted; a home's does not.
 */
const PATHS = /^(?:PWD|OLDPWD|HOME|TMPDIR|CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT|CLAUDE_SKILL_DIR)$/

function variableForms(
  name: string,
  { quoted, word, around }: { readonly quoted: boolean; readonly word: ShellWord; readonly around: CommandContext },
): readonly WordForm[] | undefined {
  if (around.unsettled === true) return undefined
  const { given } = around
  const values = given.get(name)
  if (values === undefined) {
    return PATHS.test(name) && (quoted || name === "HOME") ? [{ text: "/0", whole: true }] : undefined
  }
  if (/\$[@*]|\$\{[@*]|\[[@*]\]/.test(word.raw)) return undefined
  // A loop over its own variable uses the previous value, which is unknown.
  const others = new Map([...given].filter(([other]) => other !== name))
  const forms: WordForm[] = []
  for (const value of values) {
    const resolved = resolveWord(value, { given: others })
    if (resolved === undefined) return undefined
    forms.push(...resolved)
  }
  // An unquoted value is split at blanks and matched against file names.
  if (!quoted && !forms.every(({ text, whole }) => whole && /^[^\s*?[\\]+$/.test(text))) return undefined
  return forms.length > MOST_FORMS ? undefined : forms
}

/** What bash makes of `a{b,c}` and `{1..3}`; undefined if the word contains anything else or becomes too many words. */
function expandBraces(raw: string, most: number): readonly string[] | undefined {
  if (!/^[\w./:=+,@%{}-]*$/.test(raw)) return undefined
  const waiting = [raw]
  const done: string[] = []
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    if (waiting.length + done.length > most) return undefined
    const inner = /\{([^{}]*)\}/.exec(text)
    if (inner === null) {
      done.push(text)
      continue
    }
    const choices = splitChoices(inner[1] ?? "", most)
    if (choices === undefined) return undefined
    const [before, after] = [text.slice(0, inner.index), text.slice(inner.index + inner[0].length)]
    waiting.push(...choices.map((choice) => before + choice + after).reverse())
  }
  return done.map((text) => text.replaceAll(OPEN, "{").replaceAll(CLOSE, "}"))
}

/** Braces with nothing to choose from stay as they are, as in `HEAD@{1}`. */
const OPEN = "\u0001"
const CLOSE = "\u0002"

/** A list with commas, or numbers from one to another; anything else is not expanded here. */
function splitChoices(inside: string, most: number): readonly string[] | undefined {
  if (inside.includes(",")) return inside.split(",")
  if (!inside.includes("..")) return [OPEN + inside + CLOSE]
  const range = /^(\d{1,4})\.\.(\d{1,4})$/.exec(inside)
  if (range === null) return undefined
  const [from, to] = [Number(range[1]), Number(range[2])]
  const count = Math.abs(to - from) + 1
  if (count > most) return undefined
  return Array.from({ length: count }, (_, at) => String(from <= to ? from + at : from - at))
}

/** The indices of words that could be the first operand, whichever of the options before it take a value. */
export function findPossibleFirsts(words: readonly ShellWord[]): readonly number[] {
  const found: number[] = []
  let valueAllowed = false
  for (let at = 1; at < words.length; at++) {
    const word = words[at]
    if (word === undefined) break
    if (readCertainStart(word).startsWith("-")) {
      valueAllowed = true
      continue
    }
    found.push(at)
    if (!valueAllowed) break
    valueAllowed = false
  }
  return found
}
