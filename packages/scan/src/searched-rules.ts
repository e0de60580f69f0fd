import { detectCodeLanguage } from "./patterns/detect-code-language.ts"
import type { RuleFacts } from "./rule-facts.ts"
import type { TreeRule } from "./tree-rules.ts"

/** What a scan looks for, as far as it matters for what a report may claim. */
export type SearchedRule = Pick<RuleFacts, "id" | "category" | "languages" | "topic">

export function listSearchedRules(
  patterns: readonly { readonly pattern: RuleFacts }[],
  rules: readonly TreeRule[],
): readonly SearchedRule[] {
  const all: readonly RuleFacts[] = [...patterns.map(({ pattern }) => pattern), ...rules]
  return all.map(({ id, category, languages, topic }) => ({ id, category, languages, topic }))
}

/** The rules that are made for the language of a file, and those that are tried on files of every language. */
export function sortRulesForFile(
  file: string,
  rules: readonly SearchedRule[],
): { readonly own: readonly SearchedRule[]; readonly general: readonly SearchedRule[] } {
  const language = detectCodeLanguage(file)
  const isGeneral = ({ languages }: SearchedRule) => languages.includes("any")
  return {
    own: language === "any" ? [] : rules.filter((rule) => !isGeneral(rule) && rule.languages.includes(language)),
    general: rules.filter(isGeneral),
  }
}
