import { findNameProblem } from "../skill/lint-skill.ts"

/** Why no skill may be installed under a name; undefined if it may. The name becomes the name of a directory. */
export function findInstalledNameFault(name: string): string | undefined {
  const fault = findNameProblem(name)
  if (fault !== undefined) return fault
  return name === name.normalize("NFC") ? undefined : "is not in Unicode's composed form"
}
