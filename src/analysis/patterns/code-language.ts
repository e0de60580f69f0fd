import type { TreeLanguage } from "../../ports/code-tree.ts"
import type { CodeLanguage } from "../rule-facts.ts"
import type { ZoneSyntax } from "./zones.ts"

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
export function treeLanguageOf(file: string): TreeLanguage | undefined {
  const ending = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? ""
  return Object.hasOwn(trees, ending) ? trees[ending] : undefined
}

export function syntaxOf(file: string): ZoneSyntax | undefined {
  const language = treeLanguageOf(file)
  return language === undefined ? undefined : language === "python" ? "python" : "script"
}

/** The language by which rules are chosen. */
export function codeLanguageOf(file: string): CodeLanguage {
  const language = treeLanguageOf(file)
  return language === undefined ? "any" : language === "tsx" ? "typescript" : language
}
