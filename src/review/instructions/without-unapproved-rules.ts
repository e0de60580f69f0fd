import type { ReviewSkill } from "../../skill/body/review/read-review-skill.ts"
import { formatCount } from "../../text/format-count.ts"

interface Named<Skill> {
  readonly skills: readonly Skill[]
  readonly warnings: readonly string[]
}

type Trusted = Pick<ReviewSkill, "name" | "falsePositiveRules"> & {
  /** As it was named: `plugin:skill`. */
  readonly source?: string | undefined
  readonly isTrusted?: boolean | undefined
}

/** What a skill calls a false positive removes findings, so it needs an approval. */
export function withoutUnapprovedRules<Skill extends Trusted, Skills extends Named<Skill>>(
  named: Skills & Named<Skill>,
): Skills {
  const isRefused = ({ isTrusted, falsePositiveRules }: Trusted) => isTrusted === false && falsePositiveRules.length > 0
  const said = named.skills
    .filter(isRefused)
    .map(
      ({ name, source = name, falsePositiveRules: { length } }) =>
        `skill ${name} is not approved, so its ${formatCount(length, "false-positive rule was", "false-positive rules were")} not used; skillet trust add ${source} approves it`,
    )
  return {
    ...named,
    skills: named.skills.map((skill) => (isRefused(skill) ? { ...skill, falsePositiveRules: [] } : skill)),
    warnings: [...named.warnings, ...said],
  }
}
