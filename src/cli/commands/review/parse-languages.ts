import { languages } from "../../../review/detect-language.ts"
import { findNearestNames } from "../../../text/find-nearest-names.ts"
import { UsageError } from "../../parsing/usage-error.ts"

/** Reads `go,c#`: ids or names of languages, separated by commas. */
export function parseLanguages(list: string): readonly string[] {
  const words = list.split(",").flatMap((word) => (word.trim() === "" ? [] : [word.trim()]))
  return words.flatMap((word) => {
    const wanted = word.toLowerCase()
    const found = languages.filter(({ id, name }) => id === wanted || name.toLowerCase() === wanted)
    if (found.length > 0) return found.map(({ id }) => id)
    const ids = languages.map(({ id }) => id)
    const near = findNearestNames(wanted, ids)
    const next = `use ${(near.length > 0 ? near : ids).join(", ")}`
    throw new UsageError(`--allow-unchecked: reviews know no language "${word}"`, next)
  })
}
