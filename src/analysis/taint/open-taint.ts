import type { CodeTree } from "../../ports/code-tree.ts"
import { type Analysed, analyseModule } from "./analyse-module.ts"
import type { Module } from "./ir.ts"
import { lowerPython } from "./lower/python/lower-python.ts"
import { lowerScript } from "./lower/script/lower-script.ts"
import { alone, type Project } from "./project.ts"
import { type Knowledge, openKnowledge } from "./run/knowledge.ts"
import type { State } from "./run/state.ts"
import type { Table } from "./table.ts"

/** A tree as the analysis reads it. */
export function moduleOf(tree: CodeTree, file: string): Module {
  const isPython = tree.language === "python"
  return { file, isPython, text: tree.text, body: isPython ? lowerPython(tree.root) : lowerScript(tree.root) }
}

export interface TaintAnalysis {
  readonly analyse: (module: Module, project?: Project) => Analysed
}

const MOST_MODULES = 400

export function openTaint(tables: readonly Table[]): TaintAnalysis {
  const python = openKnowledge(tables.filter(({ language }) => language === "python"))
  const script = openKnowledge(tables.filter(({ language }) => language === "script"))
  const kept = new Map<string, State>()
  return {
    analyse(module, project = alone) {
      const known: Knowledge = module.isPython ? python : script
      if (project === alone || kept.size > MOST_MODULES) kept.clear()
      return analyseModule(module, { known, project, modules: kept, isWorth: () => true })
    },
  }
}
