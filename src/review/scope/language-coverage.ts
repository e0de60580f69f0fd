import { type ScanFile, type ScanReport, sortRulesForFile } from "@skillet/scan"
import { normaliseCategory } from "../claims/categories.ts"
import { detectLanguage, findLanguage } from "../detect-language.ts"
import { formatCount } from "../../text/format-count.ts"
import type { LanguageCoverage, UnreadFile } from "../review-data.ts"

/**
 * What rules checked, by language, computed from the rules that ran: a language that no rule names is said to have
 * none, whichever it is.
 */
export function summariseCoverage(
  files: readonly Pick<ScanFile, "name" | "readAs">[],
  rules: ScanReport["searched"],
  notCompleted: ScanReport["notCompleted"] = [],
): readonly LanguageCoverage[] {
  const broken = new Set(notCompleted.flatMap(({ file, why }) => (why === "syntax" ? [file] : [])))
  const found = new Map<string, LanguageCoverage>()
  for (const file of files) {
    const { id, name } = nameLanguage(file)
    const before = found.get(name) ?? coverLanguage({ id, name }, file, rules)
    const unparsed = broken.has(file.name) ? (before.unparsed ?? 0) + 1 : before.unparsed
    found.set(name, { ...before, files: before.files + 1, ...(unparsed === undefined ? {} : { unparsed }) })
  }
  return [...found.values()].toSorted((a, b) => b.files - a.files || (a.name < b.name ? -1 : 1))
}

function nameLanguage({ name, readAs }: Pick<ScanFile, "name" | "readAs">) {
  const id = detectLanguage(readAs ?? name) ?? "text"
  const language = findLanguage(id)
  // What has no language of its own, such as package.json, is read because something takes settings from it.
  return { id, name: language?.name ?? id, isSettings: language === undefined || language.isSettings === true }
}

function coverLanguage(
  { id, name }: { readonly id: string; readonly name: string },
  { name: path, readAs }: Pick<ScanFile, "name" | "readAs">,
  searched: ScanReport["searched"],
): LanguageCoverage {
  const { own, general } = sortRulesForFile(readAs ?? path, searched)
  return {
    language: id,
    name,
    files: 0,
    rules: own.length,
    categories: [...new Set(own.map(({ category }) => normaliseCategory(category)))].toSorted(),
    topics: [...new Set(general.flatMap(({ topic }) => topic ?? []))],
    others: general.filter(({ topic }) => topic === undefined).length,
  }
}

/**
 * Files of languages without rules, one row each: next to nothing was searched for in them. Settings count only if
 * something runs commands from them.
 */
export function listUncheckedFiles(
  files: readonly Pick<ScanFile, "name" | "readAs">[],
  coverage: readonly LanguageCoverage[],
  { isChange, isRun = () => false }: { readonly isChange: boolean; readonly isRun?: (path: string) => boolean },
): readonly UnreadFile[] {
  const without = new Map(coverage.flatMap((one) => (one.rules === 0 ? [[one.name, one]] : [])))
  return files.flatMap((file) => {
    const { name, isSettings } = nameLanguage(file)
    const found = without.get(name)
    if (found === undefined || (isSettings && !isRun(file.name))) return []
    const why = describeMissingRules(found)
    return [{ path: file.name, why, isWanted: true, isChanged: isChange, language: found.language }]
  })
}

/** `504 Go files: only secrets were searched for; no rules for Go`. */
export function describeCoverage(coverage: LanguageCoverage): string {
  const files = formatCount(coverage.files, `${coverage.name} file`)
  if (coverage.rules === 0) return `${files}: ${describeMissingRules(coverage)}`
  const { unparsed = 0 } = coverage
  const parsed = unparsed === 0 ? files : `${files} (${unparsed} could not be parsed)`
  return `${parsed}: ${formatCount(coverage.rules, "rule")} about ${coverage.categories.join(", ")}`
}

function describeMissingRules(coverage: LanguageCoverage): string {
  return `${describeSearched(coverage)} searched for; no rules for ${coverage.name}`
}

/** What is searched for in every file: `only secrets were`. */
function describeSearched({ topics, others }: LanguageCoverage): string {
  const more = others === 0 ? [] : [formatCount(others, "pattern of skills", "patterns of skills")]
  const all = [...topics, ...more]
  if (all.length === 0) return "nothing was"
  return `only ${all.length === 1 ? all[0] : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`} were`
}

/** What a report without findings may claim: `Rules checked 12 of 516 files (JavaScript), about Bugs, Security.` */
export function summariseChecked(coverage: readonly LanguageCoverage[]): readonly string[] {
  const checked = coverage.filter(({ rules, files, unparsed = 0 }) => rules > 0 && files > unparsed)
  const others = coverage.filter(({ rules }) => rules === 0)
  const [first] = others
  const all = formatCount(countFiles(coverage), "file")
  const done = checked.length === 0 ? `none of ${all}` : `${countParsed(checked)} of ${all} (${listNames(checked)})`
  const categories = [...new Set(checked.flatMap((one) => one.categories))].toSorted()
  return [
    `Rules checked ${done}${categories.length === 0 ? "" : `, about ${categories.join(", ")}`}`,
    ...(first === undefined
      ? []
      : [
          `${startSentence(describeSearched(first))} searched for in ${formatCount(countFiles(others), "file")} (${listNames(others)})`,
        ]),
  ]
}

/** `no rules for 504 files (Go)`; empty if there are rules for all of them. */
export function describeWithoutRules(coverage: readonly LanguageCoverage[]): string {
  const others = coverage.filter(({ rules }) => rules === 0)
  return others.length === 0 ? "" : `no rules for ${formatCount(countFiles(others), "file")} (${listNames(others)})`
}

function startSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function countFiles(coverage: readonly LanguageCoverage[]): number {
  return coverage.reduce((sum, { files }) => sum + files, 0)
}

function countParsed(coverage: readonly LanguageCoverage[]): number {
  return coverage.reduce((sum, { files, unparsed = 0 }) => sum + files - unparsed, 0)
}

function listNames(coverage: readonly LanguageCoverage[]): string {
  return coverage.map(({ name }) => name).join(", ")
}
