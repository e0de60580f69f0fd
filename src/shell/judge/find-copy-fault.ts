import { type ShellWord, type SimpleCommand, readStaticWord } from "../reading/words/shell-word.ts"
import { isWrapper, toProgramName } from "./options/programs/runners.ts"

/** Programs that can give another program a new name. */
const COPIERS = /^g?(?:cp|mv|ln|link|install|dd|rsync|scp|tee|ditto|rename|curl|wget)$/
/** Programs that make files whose names are not in the command. */
const UNPACKERS = /^(?:g?tar|bsdtar|unzip|7z\w*|cpio|unrar|unar|gunzip|unxz|unzstd|bunzip2|ar|pax|git-lfs)$/

/**
 * Why rules for a program could miss it: the command runs a file that another part of the same line copies, links or
 * writes, so its name says nothing about what it is.
 */
export function findCopyFault({ words }: SimpleCommand, made: MadeFiles): string | undefined {
  const texts = words.map((word) => readStaticWord(word))
  const runs = isWrapper(texts[0] ?? "") ? texts : texts.slice(0, 1)
  const runsPath = made.any && texts[0]?.includes("/") === true
  return runsPath || runs.some((text) => text !== undefined && made.paths.has(normalise(text)))
    ? "it runs a file that the same line makes, which cannot be checked against the other rules: run the program itself"
    : undefined
}

/** The files that a line copies, links or writes. */
export interface MadeFiles {
  readonly paths: ReadonlySet<string>
  /** One of them is only known at run time. */
  readonly any: boolean
}

export function listMadeFiles(line: readonly SimpleCommand[]): MadeFiles {
  const texts = line.flatMap(({ words, outputs }) => {
    const name = words[0] === undefined ? "" : toProgramName(readStaticWord(words[0]) ?? "")
    const made = COPIERS.test(name) ? words.slice(1).map((word: ShellWord) => readStaticWord(word)) : []
    const unpacked = UNPACKERS.test(name) ? [undefined] : []
    return [...made, ...unpacked, ...outputs.map((word) => readStaticWord(word))]
  })
  const known = texts.flatMap((text) => (text === undefined ? [] : listNames(text)))
  return { paths: new Set(known), any: texts.includes(undefined) }
}

/** The names that a word can give a file: its own, the one in `of=x` or `-ox`, and the last part of an address. */
function listNames(text: string): readonly string[] {
  const value = text.replace(/^(?:of=|-\w|--[\w-]+=)/, "")
  const last = /^\w+:\/\//.test(text) ? [text.split(/[?#]/, 1)[0]?.split("/").at(-1) ?? ""] : []
  return [text, value, ...last].map(normalise)
}

function normalise(path: string): string {
  return path
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/")
}
