import type { Severity } from "../../finding/severity.ts"
import { codeLanguages, type CodeLanguage } from "../../analysis/rule-facts.ts"
import { categoryOf } from "../../claims/categories.ts"
import type { ReviewPattern } from "../../skill/review/patterns/review-pattern.ts"
import type { Skillet } from "../open-skillet.ts"
import type { ResolvedSkill, SkillResolution } from "../resolve-skills.ts"
import type { SourcedPattern } from "../scan/scan-code.ts"

/** Patterns that named skills write out themselves. Those of skills nobody approved run on an engine that always ends. */
export async function patternsOfSkills(
  skillet: Skillet,
  { skills }: SkillResolution,
): Promise<readonly SourcedPattern[]> {
  const { skills: known } = await skillet.catalog()
  return skills.flatMap((skill) => {
    const trust = known.find(({ path }) => path === skill.path)?.trust ?? "remote"
    return skill.patterns.flatMap((pattern) => linePattern(skill, pattern, trust !== "remote"))
  })
}

function linePattern(skill: ResolvedSkill, pattern: ReviewPattern, isTrusted: boolean): readonly SourcedPattern[] {
  if (pattern.pattern === undefined) return []
  const category =
    skill.primaryAgent === null ? (pattern.category ?? skill.name) : categoryOf("code", skill.primaryAgent)
  return [
    {
      path: skill.path,
      isTrusted,
      pattern: {
        id: pattern.id,
        languages: [languageOf(pattern.language)],
        category,
        severity: (pattern.severity?.toLowerCase() as Severity | undefined) ?? "major",
        confidence: "medium",
        title: pattern.description,
        description: pattern.description,
        autoValidated: isTrusted,
        regex: pattern.pattern,
        ignoreCase: false,
        where: "anywhere",
      },
    },
  ]
}

function languageOf(name: string | undefined): CodeLanguage {
  const wanted = (name ?? "any").toLowerCase().replace(/^(nodejs|node\.js|js|react)$/, "javascript")
  return codeLanguages.find((language) => language === wanted) ?? "any"
}
