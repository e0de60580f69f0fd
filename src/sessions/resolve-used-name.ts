/** What is needed of a skill of the catalog to recognise it in a transcript. */
export interface NamedSkill {
  readonly name: string
  readonly title?: string | undefined
  readonly aliases?: readonly string[] | undefined
  readonly path: string
}

/** Finds the skill of today that a transcript means. */
export type UsedNames = (name: string, path?: string) => string | undefined

/**
 * By its name, its other names, its file (it may have been renamed since), or its name with or without the prefix of a
 * plugin, if that is the name of only one.
 */
export function openUsedNames(skills: readonly NamedSkill[]): UsedNames {
  const byName = new Map<string, string>()
  const byFile = new Map<string, string>()
  const byLast = new Map<string, string | undefined>()
  for (const { name, title, aliases = [], path } of skills) {
    for (const one of [title, ...aliases]) if (one !== undefined && !byName.has(one)) byName.set(one, name)
    byFile.set(path, name).set(path.replace(/\/[^/]*$/, ""), name)
    const last = toLast(name)
    byLast.set(last, byLast.has(last) && byLast.get(last) !== name ? undefined : name)
  }
  for (const { name } of skills) byName.set(name, name)
  return (name, path) =>
    byName.get(name) ?? (path === undefined ? undefined : byFile.get(path)) ?? byLast.get(toLast(name))
}

function toLast(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1)
}
