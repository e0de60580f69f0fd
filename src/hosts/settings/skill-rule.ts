/**
 * What a host's settings say about skills, in order; the last rule that fits a skill counts. name: exact. caseless: the
 * name in any case. wildcard: the name, with `*` for any text. path: the file. every: all.
 */
export interface SkillRule {
  readonly match: "name" | "caseless" | "wildcard" | "path" | "every"
  readonly value: string
  /** off: it cannot be used. user-only: it is not listed, but can be named. on: as if there were no rule. */
  readonly level: "on" | "user-only" | "off"
}

/** The content of one settings file of a host. */
export interface HostSettings {
  readonly rules: readonly SkillRule[]
  /** Skill directories that it names, as written. */
  readonly skillDirs: readonly string[]
}

/** What a set of rules says about a skill; undefined if none fits. */
export function findLevel(
  rules: readonly SkillRule[],
  skill: { readonly name: string; readonly paths: readonly string[] },
): SkillRule["level"] | undefined {
  return rules.findLast((rule) => fits[rule.match](rule.value, skill))?.level
}

const fits: Readonly<
  Record<
    SkillRule["match"],
    (value: string, skill: { readonly name: string; readonly paths: readonly string[] }) => boolean
  >
> = {
  every: () => true,
  name: (value, { name }) => value === name,
  caseless: (value, { name }) => value.toLowerCase() === name.toLowerCase(),
  wildcard: (value, { name }) => compileWildcard(value).test(name),
  path: (value, { paths }) => paths.includes(value),
}

/** A pattern with `*` for any text and `?` for any character. */
export function compileWildcard(pattern: string): RegExp {
  const parts = pattern.split("*").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll("\\?", "."))
  return new RegExp(`^${parts.join(".*")}$`, "s")
}
