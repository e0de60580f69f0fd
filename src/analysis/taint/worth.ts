import { remembered } from "../../text/remembered.ts"
import type { Fn, Module } from "./ir.ts"
import type { Project } from "./project.ts"
import { importedNames } from "./project/imported-names.ts"

export interface WorthParts {
  readonly project: Project
  /** Whether something of interest is written in a text. */
  readonly isWorth: (text: string) => boolean
  /** Whether a caller's value can do harm in a file. */
  readonly mayHarm: (file: string) => boolean
  readonly fns: readonly Fn[]
}

const ROUNDS = 3

/**
 * Which functions are worth running by themselves: those that contain something of interest, and those that mention
 * such a function of this file, or a project file that has one.
 */
export function openWorth(module: Module, { project, isWorth, mayHarm, fns }: WorthParts): (fn: Fn) => boolean {
  const { text, file, isPython } = module
  const textOf = ({ name, start, end }: Fn) => `${name} ${text.slice(start, end)}`
  const isWorthItself = remembered((fn: Fn) => isWorth(textOf(fn)))
  const worthy = new Set(fns.filter(isWorthItself))
  let names = [...[...worthy].map(({ name }) => name), ...importedWorthy(), ...(isPython ? [] : aliasesIn(text))]
  for (let round = 0; round < ROUNDS; round++) {
    const spoken = wordsOf(names)
    if (spoken === undefined) break
    const more = fns.filter((fn) => !worthy.has(fn) && spoken.test(textOf(fn)))
    for (const fn of more) worthy.add(fn)
    names = more.map(({ name }) => name)
  }
  return (fn) => worthy.has(fn) || isWorthItself(fn)

  /** The names under which this file knows project files with something of interest. */
  function importedWorthy(): readonly string[] {
    const found: string[] = []
    for (const name of new Set(importedNames(text, isPython))) {
      const target = project.resolve(name, file)
      if (target !== undefined && mayHarm(target)) found.push(...namesOf(name, module))
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
function namesOf(name: string, { text, isPython }: Module): readonly string[] {
  if (isPython) return [name.split(".").at(-1) ?? name]
  const at = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  const written = new RegExp(
    `(?:import\\s+([^;"']*?)\\s+from\\s*|(?:const|let|var)\\s+([^;=]*?)\\s*=\\s*require\\(\\s*)["']${at}["']`,
    "g",
  )
  return [...text.matchAll(written)].flatMap(([, one = "", other = ""]) => `${one} ${other}`.match(/[\w$]+/g) ?? [])
}

function wordsOf(names: readonly string[]): RegExp | undefined {
  const words = [...new Set(names)].filter((name) => /^[\w$]{2,}$/.test(name) && !/^(?:as|type)$/.test(name))
  if (words.length === 0) return undefined
  return new RegExp(`(?<![\\w$])(?:${words.map((word) => word.replace(/\$/g, "\\$")).join("|")})(?![\\w$])`)
}
