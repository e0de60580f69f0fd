import { type Language, languages } from "../../../review/detect-language.ts"
import { findNearestNames } from "../../../text/find-nearest-names.ts"
import { UsageError } from "../../parsing/usage-error.ts"

/** Reads `go,c#`: ids or names of languages, separated by commas. */
export function parseLanguages(list: string): readonly string[] {
  const words = list.split(",").flatMap((word) => (word.trim() === "" ? [] : [word.trim()]))
  return words.flatMap((word) => {
    const wanted = word.toLowerCase()
    const found = languages.filter((language) => isCalled(language, wanted))
    if (found.length > 0) return found.map(({ id }) => id)
    throw new UsageError(`--allow-unchecked: no language is called "${word}"`, suggestLanguages(wanted))
  })
}

function isCalled({ id, name }: Language, wanted: string): boolean {
  return id === wanted || name.toLowerCase() === wanted
}

/** Other words for a language, by its id. File extensions are understood as well. */
const SYNONYMS: Readonly<Record<string, string>> = {
  golang: "go",
  node: "javascript",
  nodejs: "javascript",
  fish: "bash",
  dotnet: "csharp",
  terraform: "hcl",
}

/** Every short word is like some other short word, so only longer ones are taken for a misspelling. */
const SHORTEST_MISSPELLING = 4

function suggestLanguages(wanted: string): string {
  const ending = wanted.replace(/^\./, "")
  const meant = languages.filter(({ id, endings }) => endings.includes(ending) || id === SYNONYMS[wanted])
  if (meant.length > 0) return `use ${meant.map(({ name }) => name.toLowerCase()).join(" or ")}`
  const names = [...new Set(languages.map(({ name }) => name.toLowerCase()))].toSorted()
  const near = wanted.length < SHORTEST_MISSPELLING ? [] : findNearestNames(wanted, names)
  return near.length > 0 ? `use ${near.join(" or ")}` : `these are known: ${names.join(", ")}`
}
