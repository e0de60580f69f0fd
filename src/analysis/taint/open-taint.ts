import type { CodeTree, TreeLanguage } from "../../ports/code-tree.ts"
import { type Analysed, analyseModule } from "./analyse-module.ts"
import type { Module } from "./ir.ts"
import { lowerPython } from "./lower/python/lower-python.ts"
import { lowerScript } from "./lower/script/lower-script.ts"
import { alone, type Project } from "./project.ts"
import { openKnowledge } from "./run/knowledge.ts"
import type { State } from "./run/state.ts"
import type { Mark, Table } from "./table.ts"
import type { Trust } from "./value.ts"

/** A tree as the analysis reads it. */
function moduleOf(tree: CodeTree, file: string): Module {
  const isPython = tree.language === "python"
  return { file, isPython, text: tree.text, body: isPython ? lowerPython(tree.root) : lowerScript(tree.root) }
}

export interface TaintAnalysis {
  /** Whether such input can be read in a text. Asked before the text is read as a tree. */
  readonly mayHold: (text: string, language: TreeLanguage, trust: Trust) => boolean
  readonly analyse: (tree: CodeTree, file: string, asked?: Asked) => Analysed
}

export interface Asked {
  readonly project?: Project
  /** Told again and again while the analysis goes on: its length is bounded by steps, so no clock need stop it. */
  readonly beat?: () => void
}

const MOST_MODULES = 400

export function openTaint(tables: readonly Table[]): TaintAnalysis {
  const python = openLanguage(tables.filter(({ language }) => language === "python"))
  const script = openLanguage(tables.filter(({ language }) => language === "script"))
  const of = (language: TreeLanguage) => (language === "python" ? python : script)
  const kept = new Map<string, State>()
  return {
    mayHold: (text, language, trust) => of(language).marks.some((mark) => mark.of === trust && mark.written.test(text)),
    analyse(tree, file, { project = alone, beat = () => undefined } = {}) {
      const { known, marks } = of(tree.language)
      if (project === alone || kept.size > MOST_MODULES) kept.clear()
      const isWorth = (start: number, end: number) => {
        const text = tree.text.slice(start, end)
        return marks.some(({ written }) => written.test(text))
      }
      return analyseModule(moduleOf(tree, file), { known, project, modules: kept, isWorth, beat })
    },
  }
}

function openLanguage(tables: readonly Table[]) {
  const marks: readonly Mark[] = tables.flatMap((table) => table.marks ?? [])
  return { known: openKnowledge(tables), marks }
}
