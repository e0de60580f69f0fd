import { remembered } from "../../text/remembered.ts"
import type { CodeTree, TreeLanguage } from "../../ports/code-tree.ts"
import { type Analysed, analyseModule } from "./analyse-module.ts"
import { moduleOf } from "./lower/module-of.ts"
import { alone, type Project } from "./project.ts"
import { openKnowledge } from "./run/knowledge.ts"
import { openModules } from "./run/modules/modules.ts"
import type { Mark, Table } from "./table.ts"
import type { Trust } from "./value.ts"

export interface TaintAnalysis {
  /** Whether a text can contain such input. Checked before the text is parsed. */
  readonly mayHold: (text: string, language: TreeLanguage, trust: Trust) => boolean
  /** Whether a caller's value can do harm in a file, so that files that import it are examined as well. */
  readonly mayHarm: (file: string, language: TreeLanguage, project: Project) => boolean
  readonly analyse: (tree: CodeTree, file: string, asked?: Asked) => Analysed
}

export interface Asked {
  readonly project?: Project
  /** Called repeatedly while the analysis continues: its length is bounded by steps, so no timeout is needed. */
  readonly beat?: () => void
  /** How many times the usual steps it may take. */
  readonly patience?: number
}

export function openTaint(tables: readonly Table[]): TaintAnalysis {
  const python = openLanguage(tables.filter(({ language }) => language === "python"))
  const script = openLanguage(tables.filter(({ language }) => language === "script"))
  const of = (language: TreeLanguage) => (language === "python" ? python : script)
  const kept = { python: openModules(), script: openModules() }
  return {
    mayHold: (text, language, trust) => of(language).marks.some((mark) => mark.of === trust && mark.written.test(text)),
    mayHarm: (file, language, project) => of(language).harmIn(project)(file),
    analyse(tree, file, { project = alone, beat = () => undefined, patience = 1 } = {}) {
      const { known, marks, harmIn } = of(tree.language)
      const modules = project === alone ? openModules() : kept[tree.language === "python" ? "python" : "script"]
      const isWorth = (text: string) => marks.some(({ written }) => written.test(text))
      const mayHarm = harmIn(project)
      return analyseModule(moduleOf(tree, file), { known, project, modules, isWorth, mayHarm, beat, patience })
    },
  }
}

function openLanguage(tables: readonly Table[]) {
  const marks: readonly Mark[] = tables.flatMap((table) => table.marks ?? [])
  const harmful = marks.filter((mark) => mark.of === "parameter" && mark.isCommon !== true)
  // A file is imported by many others, and each of them asks about it.
  const inProject = new WeakMap<Project, (file: string) => boolean>()
  const harmIn = (project: Project): ((file: string) => boolean) => {
    const before = inProject.get(project)
    if (before !== undefined) return before
    const mayHarm = remembered((file: string) => harmful.some(({ written }) => written.test(project.textOf(file))))
    inProject.set(project, mayHarm)
    return mayHarm
  }
  return { known: openKnowledge(tables), marks, harmIn }
}
