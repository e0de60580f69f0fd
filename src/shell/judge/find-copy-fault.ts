import { type ShellWord, type SimpleCommand, readStaticWord } from "../reading/words/shell-word.ts"
import { isWrapper, toProgramName } from "./options/programs/runners.ts"

/** Programs that can give another program a new name. */
const COPIERS = /^g?(?:cp|mv|ln|link|install|dd|rsync|scp|tee|ditto|rename)$/

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
    const isCopier = words[0] !== undefined && COPIERS.test(toProgramName(readStaticWord(words[0]) ?? ""))
    return [...(isCopier ? words.slice(1) : []), ...outputs].map((word: ShellWord) => readStaticWord(word))
  })
  const known = texts.flatMap((text) => (text === undefined ? [] : [normalise(text.replace(/^of=/, ""))]))
  return { paths: new Set(known), any: known.length < texts.length }
}

function normalise(path: string): string {
  return path
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/")
}
