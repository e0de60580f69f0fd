import { openLastUsed } from "../../text/remembered.ts"
import { isTestPath } from "../../test-path.ts"
import type { Module } from "../ir.ts"
import type { Project } from "../project.ts"
import { findImportedNames } from "./find-imported-names.ts"
import { openResolver } from "./resolve-import.ts"

export interface ProjectParts {
  readonly names: readonly string[]
  readonly read: (file: string) => string
  readonly lower: (file: string, text: string) => Module | undefined
}

/** Files further away than this many others are not examined. */
const MOST_REACHED = 60
const MOST_DEEP = 6
/** How many characters of texts, and of texts lowered to modules, are cached. */
const MOST_TEXT = 2_000_000
const MOST_LOWERED = 1_500_000
/** How many characters of texts have their called names cached: a long name keeps its text in memory. */
const MOST_CALLED = 8_000_000

const calledName = /(?<![\w$])([\w$]+)\s*\(/g

/** The files of a project, read and lowered on first use. */
export function openProject({ names, read, lower }: ProjectParts): Project {
  const resolve = openResolver(new Set(names))
  const readText = keptTexts(read)
  const direct = new Map<string, readonly string[]>()
  const reached = new Map<string, readonly string[]>()
  const modules = openLastUsed<{ readonly module: Module | undefined }>(MOST_LOWERED)
  const calledIn = calledNames(readText)
  let importers: ReadonlyMap<string, readonly string[]> | undefined

  const findImports = (file: string): readonly string[] => {
    const before = direct.get(file)
    if (before !== undefined) return before
    const found = findImportedNames(readText(file), file.endsWith(".py")).flatMap((name) => resolve(name, file) ?? [])
    const own = [...new Set(found)].filter((one) => one !== file)
    direct.set(file, own)
    return own
  }

  const reachedFrom = (file: string): readonly string[] => {
    const before = reached.get(file)
    if (before !== undefined) return before
    const found = new Set<string>()
    let edge: readonly string[] = [file]
    for (let depth = 0; depth < MOST_DEEP && edge.length > 0; depth++) {
      const next = edge.flatMap(findImports).filter((one) => one !== file && !found.has(one))
      for (const one of next) if (found.size < MOST_REACHED) found.add(one)
      edge = [...new Set(next)].filter((one) => found.has(one))
    }
    const all = [...found]
    reached.set(file, all)
    return all
  }

  const findImporters = (file: string): readonly string[] => {
    importers ??= invertImports(
      names.filter((one) => !isTestPath(one) && !ofCommand.test(one)),
      findImports,
    )
    return importers.get(file) ?? []
  }

  return {
    resolve,
    readText,
    findImports,
    reachedFrom,
    load(file) {
      const before = modules.get(file)
      if (before !== undefined) return before.module
      const text = readText(file)
      const module = lower(file, text)
      modules.put(file, { module }, text.length)
      return module
    },
    findImporters,
    isCalled(file, name) {
      const isName = /^[\w$]+$/.test(name)
      return findImporters(file).some((one) => !isName || calledIn(one).has(name))
    },
  }
}

/** A command or an example next to a library calls the same functions as outside callers do. */
const ofCommand =
  /(?:^|\/)(?:cli|bin|tests?|examples?|demo|usage|bench\w*)\.\w+$|(?:^|\/)(?:bin|examples?|demos?|bench\w*)\/[^/]+$/

function invertImports(
  names: readonly string[],
  findImports: (file: string) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const name of names)
    for (const file of findImports(name)) {
      const list = found.get(file)
      if (list === undefined) found.set(file, [name])
      else list.push(name)
    }
  return found
}

/** The names that are called in a file: requested once for each function of the files that it imports. */
function calledNames(readText: (file: string) => string): (file: string) => ReadonlySet<string> {
  const called = openLastUsed<ReadonlySet<string>>(MOST_CALLED)
  return (file) => {
    const before = called.get(file)
    if (before !== undefined) return before
    const text = readText(file)
    const found = new Set(Array.from(text.matchAll(calledName), ([, name = ""]) => name))
    called.put(file, found, text.length)
    return found
  }
}

/** Texts are requested again and again while neighbouring files are examined. */
function keptTexts(read: (file: string) => string): (file: string) => string {
  const texts = openLastUsed<string>(MOST_TEXT)
  return (file) => {
    const before = texts.get(file)
    if (before !== undefined) return before
    const text = read(file)
    texts.put(file, text, text.length)
    return text
  }
}
