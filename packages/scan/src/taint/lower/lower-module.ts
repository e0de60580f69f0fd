import type { CodeTree } from "../../code-tree.ts"
import type { Module } from "../ir.ts"
import { lowerPython } from "./python/lower-python.ts"
import { lowerScript } from "./script/lower-script.ts"

/** A tree as the analysis reads it. */
export function lowerModule(tree: CodeTree, file: string): Module {
  const isPython = tree.language === "python"
  const body = bodies.get(tree) ?? (isPython ? lowerPython(tree.root) : lowerScript(tree.root))
  bodies.set(tree, body)
  return { file, isPython, text: tree.text, body }
}

/** A tree is lowered once, however often it is requested. */
const bodies = new WeakMap<CodeTree, Module["body"]>()
