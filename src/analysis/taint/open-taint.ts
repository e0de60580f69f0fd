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

/** Input, or a sink at which a caller's value counts: a function without one of these is run only when another calls it. */
const marksOf = {
  python:
    /\brequest\b|\bargv\b|\benviron\b|\bgetenv\b|\binput\(|\bstdin\b|\brecv\(|\burlopen\b|\brequests\.|_argument\(|@\w+\.(?:route|get|post|put|patch|delete)\(|\bos\.(?:system|popen)|\bsubprocess\b|(?<![\w.])(?:eval|exec)\(|\.execute\w*\(|getoutput/,
  script:
    /\breq\b|\bres\b|\brequest\b|\bctx\b|\bevent\b|process\.(?:argv|env)|\blocation\b|document\.(?:URL|referrer)|[sS]earchParams|useParams|\$route|\bcreateServer\(|\bexec\w*\(|\bspawn\w*\(|\beval\(|\bFunction\(|runIn\w+Context|\b(?:query|execute|raw)\(|\$queryRaw|bypassSecurityTrust|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\bredirect\(|\[\w+\]\s*(?:\|\|)?=[^=]/,
} as const

const MOST_MODULES = 400

export function openTaint(tables: readonly Table[]): TaintAnalysis {
  const python = openKnowledge(tables.filter(({ language }) => language === "python"))
  const script = openKnowledge(tables.filter(({ language }) => language === "script"))
  const kept = new Map<string, State>()
  return {
    analyse(module, project = alone) {
      const known: Knowledge = module.isPython ? python : script
      if (project === alone || kept.size > MOST_MODULES) kept.clear()
      const marks = module.isPython ? marksOf.python : marksOf.script
      if (!marks.test(module.text)) return { reached: [], isComplete: true }
      const isWorth = (start: number, end: number) => marks.test(module.text.slice(start, end))
      return analyseModule(module, { known, project, modules: kept, isWorth })
    },
  }
}
