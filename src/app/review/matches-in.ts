import path from "node:path"
import { categoryNamed } from "../../claims/categories.ts"
import { structuralRules } from "../../analysis/rules/structural-rules.ts"
import type { PatternMatch } from "../../analysis/pattern-match.ts"
import type { ReviewedFile } from "../../claims/reviewed-file.ts"
import type { Skillet } from "../open-skillet.ts"
import type { SkillResolution } from "../resolve-skills.ts"
import { readPacks } from "../scan/read-packs.ts"
import { scanCode, type SourcedPattern } from "../scan/scan-code.ts"
import type { Scope } from "./find-scope.ts"
import { patternsOfSkills } from "./patterns-of-skills.ts"

export interface Scanned {
  readonly matches: readonly PatternMatch[]
  /** What patterns look for at all. */
  readonly categories: ReadonlySet<string>
  readonly incomplete: readonly string[]
}

const PACKS = ["reviewing-security", "reviewing-bugs", "reviewing-performance", "reviewing-technical-debt"]

/** What patterns find in the files: those that come with Skillet, and those of the skills that were named. */
export async function matchesIn(
  skillet: Skillet,
  at: {
    readonly scope: Scope
    readonly files: readonly ReviewedFile[]
    readonly resolution: SkillResolution
    readonly cacheFolder?: string
  },
): Promise<Scanned> {
  const bundled = skillet.around.bundled[0] ?? ""
  const packs = readPacks(PACKS.map((name) => ({ folder: path.join(bundled, name), isTrusted: true })))
  const patterns: readonly SourcedPattern[] = [...packs.patterns, ...(await patternsOfSkills(skillet, at.resolution))]
  const report = await scanCode({
    root: at.scope.root,
    files: at.files.filter(({ isGenerated }) => !isGenerated).map((file) => file.path),
    patterns,
    rules: structuralRules,
    ...(at.cacheFolder === undefined ? {} : { cacheFolder: at.cacheFolder }),
  })
  const changed = new Map(
    at.files.flatMap(({ path: name, changed: lines }) => (lines === undefined ? [] : [[name, new Set(lines)]])),
  )
  const matches = report.matches.flatMap((match): readonly PatternMatch[] => {
    const file = path.relative(at.scope.root, path.resolve(at.scope.root, match.file)).split(path.sep).join("/")
    if (changed.get(file)?.has(match.line) === false) return []
    const { rule, title, line, range, severity, confidence, description, evidence, fix, cwe, autoValidated } = match
    return [
      {
        rule,
        title,
        file,
        line,
        endLine: range.endLine,
        category: categoryNamed(match.category),
        severity,
        confidence,
        description,
        evidence,
        autoValidated,
        ...(fix === undefined ? {} : { fix }),
        ...(cwe === undefined ? {} : { cwe }),
      },
    ]
  })
  const categories = [
    ...patterns.map(({ pattern }) => pattern.category),
    ...structuralRules.map(({ category }) => category),
  ]
  const stuck = report.notCompleted.map(({ file, rule }) => `${rule} in ${file}`)
  return {
    matches,
    categories: new Set(categories.map(categoryNamed)),
    incomplete: [...stuck, ...report.problems.map(({ message, path: file }) => `${file}: ${message}`)],
  }
}
