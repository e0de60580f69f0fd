import { commandEntries } from "./commands.ts"
import { openFor } from "./open-for.ts"
import { type Candidate, candidatesFor } from "./completion/candidates-for.ts"
import type { TypedOptions } from "./completion/read-typed.ts"
import type { Io } from "./io.ts"
import type { Catalog } from "../../catalog/catalog.ts"
import { visibleLine } from "../../text/visible-text.ts"
import { cutToWidth } from "../../text/text-width.ts"

/**
 * Prints what the last of the words could become, one candidate a line: text, tab, short description. Whatever goes
 * wrong means no candidates: nobody wants to read an error in the middle of the line they are typing.
 */
export async function complete(words: readonly string[], io: Io): Promise<0> {
  const world = { commands: commandEntries, skills: skillsFor(io) }
  const found = await candidatesFor(words, world).catch((): readonly Candidate[] => [])
  if (found.length > 0) io.out(found.map(({ text, about }) => `${text}\t${about}`).join("\n"))
  return 0
}

function skillsFor(io: Io) {
  return async (options: TypedOptions, word: string): Promise<readonly Candidate[]> => {
    const catalog = await openFor(expanded(options, io.env["HOME"]), { ...io, err: () => undefined }).catalog()
    return skillCandidates(catalog, word)
  }
}

/** The shell has not yet replaced the `~` of words that are still being typed. */
function expanded(options: TypedOptions, home: string | undefined): TypedOptions {
  if (home === undefined) return options
  const expand = (text: string) => text.replace(/^~(?=\/|$)/, home)
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name,
      value === true ? value : typeof value === "string" ? expand(value) : value.map(expand),
    ]),
  )
}

/**
 * The skills as a person would type them; single copies (`deploy@user`) only once the word has its `@`. Names that a
 * shell would take apart are left out: the author of a skill must not choose what is on someone's command line.
 */
export function skillCandidates(catalog: Catalog, word: string): readonly Candidate[] {
  const winners = catalog.skills.map(({ ref, description }) => ({ text: ref, about: description }))
  const copies = [...catalog.skills, ...catalog.shadowed].flatMap(({ name, ref, source, description, path }) => [
    { text: ref === name ? `${name}@${source}` : ref, about: description === "" ? path : description },
  ])
  const seen = new Set<string>()
  return [...winners, ...(word.includes("@") ? copies : [])]
    .filter(({ text }) => SAFE.test(text) && !seen.has(text) && seen.add(text) !== undefined)
    .map(({ text, about }) => ({ text, about: cutToWidth(visibleLine(about), 60) }))
}

const SAFE = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.:@/#+-]{0,199}$/u
