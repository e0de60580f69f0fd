import { commandEntries } from "./commands.ts"
import { openFor } from "./open-for.ts"
import { type Candidate, candidatesFor } from "./completion/candidates-for.ts"
import type { TypedOptions } from "./completion/read-typed.ts"
import { skillCandidates } from "./completion/skill-candidates.ts"
import type { Io } from "./io.ts"

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
