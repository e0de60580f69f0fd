import type { Fn, Module } from "./ir.ts"
import type { Project } from "./project.ts"
import { findImportedNames } from "./project/find-imported-names.ts"

export interface WorthParts {
  readonly project: Project
  /** What of interest is written somewhere in the file: global patterns. */
  readonly marks: readonly RegExp[]
  /** Whether a caller's value can do harm in a file. */
  readonly mayHarm: (file: string) => boolean
  readonly fns: readonly Fn[]
}

const ROUNDS = 3
/** The name of a function need not be in its text, so it is read before the parameters. */
const LONGEST_HEAD = 100

/**
 * Which functions are worth running by themselves: those that contain something of interest, and those that mention
 * such a function of this file, or a project file that has one.
 */
export function openWorth(module: Module, { project, marks, mayHarm, fns }: WorthParts): (fn: Fn) => boolean {
  const { text, file, isPython } = module
  // Functions contain each other, so the text is searched once, not for each function.
  const marked = findPlaces(text, marks)
  const readHead = ({ name, start, end }: Fn) => `${name} ${text.slice(start, Math.min(end, start + LONGEST_HEAD))}`
  const isWorthItself = (fn: Fn) => isAnyIn(marked, fn) || marks.some((mark) => readHead(fn).search(mark) !== -1)
  const worthy = new Set(fns.filter(isWorthItself))
  let names = [...[...worthy].map(({ name }) => name), ...importedWorthy(), ...(isPython ? [] : aliasesIn(text))]
  for (let round = 0; round < ROUNDS; round++) {
    const words = keepWords(names)
    if (words.size === 0) break
    const spoken = findPlaces(text, [matchAnyWord(words)])
    const more = fns.filter((fn) => !worthy.has(fn) && (words.has(fn.name) || isAnyIn(spoken, fn)))
    for (const fn of more) worthy.add(fn)
    names = more.map(({ name }) => name)
  }
  return (fn) => worthy.has(fn) || isWorthItself(fn)

  /** The names under which this file knows project files with something of interest. */
  function importedWorthy(): readonly string[] {
    const found: string[] = []
    for (const name of new Set(findImportedNames(text, isPython))) {
      const target = project.resolve(name, file)
      if (target !== undefined && mayHarm(target)) found.push(...findLocalNames(name, module))
    }
    return found
  }
}

/** Names of functions that were derived from one that runs commands. */
function aliasesIn(text: string): readonly string[] {
  const made = /([\w$]+)\s*=\s*(?:[\w$.]*promisify\(|require\(["'](?:node:)?child_process["']\)\.)/g
  return [...text.matchAll(made)].map(([, name = ""]) => name)
}

/** The name of an import in a file. */
function findLocalNames(name: string, { text, isPython }: Module): readonly string[] {
  if (isPython) return [name.split(".").at(-1) ?? name]
  const at = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  const written = new RegExp(
    `(?:import\\s+([^;"']*?)\\s+from\\s*|(?:const|let|var)\\s+([^;=]*?)\\s*=\\s*require\\(\\s*)["']${at}["']`,
    "g",
  )
  return [...text.matchAll(written)].flatMap(([, one = "", other = ""]) => `${one} ${other}`.match(/[\w$]+/g) ?? [])
}

function keepWords(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.filter((name) => /^[\w$]{2,}$/.test(name) && !/^(?:as|type)$/.test(name)))
}

function matchAnyWord(words: ReadonlySet<string>): RegExp {
  return new RegExp(`(?<![\\w$])(?:${[...words].map((word) => word.replace(/\$/g, "\\$")).join("|")})(?![\\w$])`, "g")
}

/** Where matches of global patterns begin and end in a text, in order. */
function findPlaces(text: string, patterns: readonly RegExp[]): readonly number[] {
  const places: number[] = []
  for (const pattern of patterns)
    for (const { index, 0: found } of text.matchAll(pattern)) places.push(index, index + found.length - 1)
  return places.sort((a, b) => a - b)
}

function isAnyIn(places: readonly number[], { start, end }: Fn): boolean {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? 0) < start) low = middle + 1
    else high = middle
  }
  return (places[low] ?? end) < end
}
