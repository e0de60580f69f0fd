import type { TreeLanguage } from "../code-tree.ts"
import type { CodeLanguage } from "../rule-facts.ts"
import { type Zones, findZones, type ZoneSyntax } from "./find-zones.ts"

const trees: Readonly<Record<string, TreeLanguage>> = {
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "javascript",
  ts: "typescript",
  mts: "typescript",
  cts: "typescript",
  tsx: "tsx",
  vue: "typescript",
  svelte: "typescript",
  html: "javascript",
  htm: "javascript",
  py: "python",
  pyi: "python",
}

/** How a file is parsed as a tree, by its extension. */
export function detectTreeLanguage(file: string): TreeLanguage | undefined {
  const ending = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? ""
  return Object.hasOwn(trees, ending) ? trees[ending] : undefined
}

export function detectSyntax(file: string): ZoneSyntax | undefined {
  const language = detectTreeLanguage(file)
  return language === undefined ? undefined : language === "python" ? "python" : "script"
}

/** Where a file is comment or string; undefined if its language is not known. */
export function readZones(file: string, text: string): Zones | undefined {
  const syntax = detectSyntax(file)
  return syntax === undefined ? undefined : findZones(text, syntax)
}

/** The language by which rules are chosen. */
export function detectCodeLanguage(file: string): CodeLanguage {
  const language = detectTreeLanguage(file)
  return language === undefined ? "any" : language === "tsx" ? "typescript" : language
}
