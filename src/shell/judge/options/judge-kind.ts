import type { EntryDetails, OperandKind } from "./programs/program-entry.ts"

/** A word that is judged by its kind: everything it can be; undefined if that is only known at run time. */
export type PossibleTexts = readonly string[] | undefined

/** Why a word may not be what its program takes it for; undefined if it may. */
export function findKindFault(kind: string, texts: PossibleTexts, { like }: EntryDetails = {}): string | undefined {
  const own = like?.[kind]
  if (own !== undefined) {
    return texts?.every((text) => own.test(text)) === true ? undefined : `is not known to be harmless here: ${SPELL}`
  }
  if (HARMLESS.has(kind)) return undefined
  const test = tests.get(kind)
  if (test === undefined) return `is given an argument whose purpose is not known: ${SPELL}`
  if (texts === undefined) return `${test.why}, and this one is only known at run time: write it out`
  return texts.every((text) => test.isFine(text)) ? undefined : `${test.why}: ${SPELL}`
}

const SPELL = "only a rule that spells it out can allow it"

interface KindTest {
  readonly isFine: (text: string) => boolean
  readonly why: string
}

/** Kinds that are harmless whatever the word is; an archive is judged with all options (`findArchiveFault`). */
const HARMLESS: ReadonlySet<string> = new Set(["text", "number", "read", "archive"] satisfies OperandKind[])

const judgedKinds: Readonly<Record<Exclude<OperandKind, "text" | "number" | "read" | "archive" | "nested">, KindTest>> =
  {
    write: { isFine: isWritable, why: "writes only inside the project, and not to directories of tools" },
    sibling: {
      isFine: (text) => isWritable(text) || /^\.\.\/[\w-][\w.-]*\/?$/.test(text),
      why: "writes only inside the project or right beside it",
    },
    code: { isFine: isOwnCode, why: "runs only code of the project" },
    name: {
      isFine: (text) => NAME.test(text) && !SCRIPT.test(text),
      why: "takes the name of something in the project",
    },
    package: { isFine: isPackage, why: "takes packages by their names in the registry" },
    address: { isFine: isAddress, why: "takes a plain address" },
    sent: {
      isFine: (text) => isPublic(text) && !isWholeProject(text),
      why: "may publish only files of the project that are not hidden",
    },
    argument: { isFine: isArgument, why: "takes plain words and files of the project" },
    endpoint: {
      isFine: (text) => (isRemote(text) ? isAddress(text.replace(/:.*/s, "")) : isWritable(text) && isPublic(text)),
      why: "copies only files of the project that are not hidden",
    },
  }

const tests: ReadonlyMap<string, KindTest> = new Map(Object.entries(judgedKinds))

/** Whether a kind is one that words are judged by. */
export function isOperandKind(kind: string): boolean {
  return HARMLESS.has(kind) || tests.has(kind) || kind === "nested"
}

const NAME = /^[\w@][\w:.@-]*$/
const SCRIPT = /\.(?:[cm]?[jt]sx?|sh|bash|py|rb|pl|php|lua|exs?|wasm)$/i

/** Outputs that are no file. */
const NOWHERE = /^(?:-|\/dev\/(?:null|stdout|stderr|tty))$/

export function isWritable(text: string): boolean {
  return NOWHERE.test(text) || (isInside(text) && !isGuarded(text))
}

function isOwnCode(text: string): boolean {
  return isInside(text) && !isGuarded(text) && text !== "-"
}

/** A relative path that stays in the directory the command runs in. */
export function isInside(text: string): boolean {
  if (/^[/~\\]|^[A-Za-z]:[\\/]|[a-z][a-z\d+.-]*:\/\/|^git@|^\w+::/i.test(text)) return false
  let depth = 0
  for (const part of text.split(/[/\\]/)) {
    if (part === "..") depth--
    else if (part !== "" && part !== ".") depth++
    if (depth < 0) return false
  }
  return true
}

/** Directories whose files git, agents and package managers run or obey; names are compared as on disks that ignore case. */
const TOOLS = /^(?:\.git|\.claude|\.agents|\.skillet)$/i

function isGuarded(text: string): boolean {
  const parts: string[] = []
  for (const part of text.split(/[/\\]/)) {
    if (part === "..") parts.pop()
    else if (part !== "" && part !== ".") parts.push(part)
  }
  return parts.some(
    (part, at) => TOOLS.test(part) || (/^\.bin$/i.test(part) && /^node_modules$/i.test(parts[at - 1] ?? "")),
  )
}

function isPackage(text: string): boolean {
  if (/^\.(?:\[[\w,-]+\])?$/.test(text)) return true
  return (
    /^(?:@[\w.-]+\/)?[\w][\w.-]*(?:\[[\w,-]+\])?(?:(?:@|[=<>~!^]=?=?)[\w.^~<>=*|,! +-]*)?$/.test(text) &&
    !/\.(?:tgz|tar|gz|zip|whl|egg|bz2)$/i.test(text)
  )
}

/** A host name that begins with a hyphen would be an option of the program that connects. */
function isAddress(text: string): boolean {
  if (/^(?:\w+::|file:)|\s/i.test(text)) return false
  const host = text.replace(/^[a-z][a-z\d+.-]*:\/\//i, "").replace(/^[^/@]*@/, "")
  return /^[\w.[:*{%]/.test(host) && !text.startsWith("-")
}

function isPublic(text: string): boolean {
  return isInside(text) && !text.split(/[/\\]/).some((part) => /^\.[^./]/.test(part))
}

/** The project's own directory contains its hidden files. */
function isWholeProject(text: string): boolean {
  return text.split(/[/\\]/).every((part) => part === "" || part === ".")
}

function isArgument(text: string): boolean {
  const value = text.replace(/^-{0,2}[\w.-]+=/, "")
  return [text, value].every((each) => isInside(each) && !isGuarded(each) && !/^@\S*[./]/.test(each))
}

/** `host:path`, `user@host:path`, `host::module`. */
export function isRemote(text: string): boolean {
  return /^[^/]+:/.test(text)
}
