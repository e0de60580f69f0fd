import type { CodeTree } from "../../../ports/code-tree.ts"
import type { Module } from "../ir.ts"
import { lowerPython } from "./python/lower-python.ts"
import { lowerScript } from "./script/lower-script.ts"

/** A tree as the analysis reads it. */
export function moduleOf(tree: CodeTree, file: string): Module {
  const isPython = tree.language === "python"
  return { file, isPython, text: tree.text, body: isPython ? lowerPython(tree.root) : lowerScript(tree.root) }
}
