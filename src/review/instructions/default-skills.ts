import type { ReviewKind } from "../claims/categories.ts"
import type { ReviewSkill } from "../../skill/body/review/read-review-skill.ts"

/** The bundled skills that agents follow if none are named. Documents have their own skill. */
const defaultSkills: Readonly<Record<ReviewKind, readonly string[]>> = {
  code: [
    "reviewing-architecture-principles",
    "reviewing-bugs",
    "reviewing-compliance",
    "reviewing-performance",
    "reviewing-security",
    "reviewing-technical-debt",
  ],
  docs: [],
}

/** A list that resolves only to bundled skills, never to a project's skill of the same name. */
export function listBundledSkills(kind: ReviewKind): string {
  return defaultSkills[kind].map((name) => `${name}@bundled`).join(",")
}

/** A skill without checks for languages that are not among the files under review. */
export function keepLanguages<Skill extends ReviewSkill>(skill: Skill, languages: readonly string[]): Skill {
  const fits = (label: string | undefined): boolean => {
    const meant = label === undefined ? [] : labels.filter(({ word }) => word.test(label))
    return meant.length === 0 || meant.some((one) => one.languages.some((language) => languages.includes(language)))
  }
  const focusAreas = skill.focusAreas.map((area) => ({
    ...area,
    checks: area.checks.filter(({ language }) => fits(language)),
  }))
  return { ...skill, focusAreas: focusAreas.filter(({ checks }) => checks.length > 0) }
}

const SCRIPT = ["javascript", "typescript", "jsx", "tsx", "vue", "svelte", "nodejs", "react"]

/** Which languages a check's label means. A label that is not listed means every language. */
const labels: readonly { readonly word: RegExp; readonly languages: readonly string[] }[] = [
  { word: /node|javascript|typescript|\bjs\b|\bts\b/i, languages: SCRIPT },
  { word: /react|jsx|tsx/i, languages: ["jsx", "tsx", "react"] },
  { word: /python|django|flask/i, languages: ["python"] },
  { word: /\.net|c#|csharp|dotnet/i, languages: ["csharp", "dotnet"] },
  { word: /\bgo\b|golang/i, languages: ["go"] },
  { word: /\bjava\b|kotlin|spring/i, languages: ["java", "kotlin"] },
  { word: /rust/i, languages: ["rust"] },
  { word: /\bsql\b/i, languages: ["sql"] },
]
