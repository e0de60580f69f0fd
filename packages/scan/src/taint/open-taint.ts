import { remembered } from "../text/remembered.ts"
import { openMatchTest, type Sketch } from "../regex-facts.ts"
import type { CodeTree, TreeLanguage } from "../code-tree.ts"
import { type Analysed, analyseModule } from "./analyse-module.ts"
import { lowerModule } from "./lower/lower-module.ts"
import { alone, type Project } from "./project.ts"
import { openKnowledge } from "./run/knowledge.ts"
import { openModules } from "./run/modules/open-modules.ts"
import type { Mark, Table } from "./table.ts"

export interface TaintAnalysis {
  /** Whose input a text can contain. Checked before it is parsed; a sketch of its file rules most of it out. */
  readonly trustsIn: (text: string, language: TreeLanguage, sketch?: Sketch) => ReadonlySet<Mark["of"]>
  /** Whether a caller's value can do harm in a file, so that files that import it are examined as well. */
  readonly mayHarm: (file: string, language: TreeLanguage, project: Project) => boolean
  readonly analyse: (tree: CodeTree, file: string, asked?: AnalysisOptions) => Analysed
}

export interface AnalysisOptions {
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
    trustsIn: (text, language, sketch) =>
      new Set(
        of(language)
          .marksIn(text, sketch)
          .map((mark) => mark.of),
      ),
    mayHarm: (file, language, project) => of(language).harmIn(project)(file),
    analyse(tree, file, { project = alone, beat = () => undefined, patience = 1 } = {}) {
      const { known, marksIn, harmIn } = of(tree.language)
      const modules = project === alone ? openModules() : kept[tree.language === "python" ? "python" : "script"]
      const module = lowerModule(tree, file)
      const marks = marksIn(module.text).map(({ everywhere }) => everywhere)
      return analyseModule(module, { known, project, modules, marks, mayHarm: harmIn(project), beat, patience })
    },
  }
}

function openLanguage(tables: readonly Table[]) {
  const marks = tables.flatMap((table) => table.marks ?? []).map(openMark)
  let last: { readonly text: string; readonly marks: readonly OpenMark[] } | undefined
  /** The marks in a text. Each is searched for once, although several parts of the analysis ask. */
  const marksIn = (text: string, sketch?: Sketch): readonly OpenMark[] => {
    if (last?.text !== text) {
      const isLikely = ({ mayBeIn }: OpenMark) => sketch === undefined || mayBeIn(sketch)
      last = { text, marks: marks.filter((mark) => isLikely(mark) && mark.written.test(text)) }
    }
    return last.marks
  }
  const harmful = marks.filter((mark) => mark.of === "parameter" && mark.isCommon !== true)
  // A file is imported by many others, and each of them asks about it.
  const inProject = new WeakMap<Project, (file: string) => boolean>()
  const harmIn = (project: Project): ((file: string) => boolean) => {
    const before = inProject.get(project)
    if (before !== undefined) return before
    const mayHarm = remembered((file: string) => harmful.some(({ written }) => written.test(project.readText(file))))
    inProject.set(project, mayHarm)
    return mayHarm
  }
  return { known: openKnowledge(tables), marksIn, harmIn }
}

interface OpenMark extends Mark {
  /** The same pattern, to find all of its matches. */
  readonly everywhere: RegExp
  readonly mayBeIn: (sketch: Sketch) => boolean
}

function openMark(mark: Mark): OpenMark {
  const { source, flags } = mark.written
  return { ...mark, everywhere: new RegExp(source, `${flags}g`), mayBeIn: openMatchTest(mark.written) }
}
