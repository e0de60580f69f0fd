import { isUtf8 } from "node:buffer"
import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { groupDigits } from "../../text/format-count.ts"
import { type Problem, placeProblem } from "../../problem/problem.ts"
import { skillProblem, type SkillProblemCode } from "../../skill/problems.ts"
import { notUtf8Problem } from "../../catalog/io/sources/read-summary.ts"
import type { ProjectConventions } from "./project-conventions.ts"
import { readSafely } from "../../system/files/read-safely.ts"

/** The texts of a skill's workflows, as written. Empty for a skill without any. */
export interface WorkflowFolder {
  /** workflow.yaml first, then those in `workflows`, by name. */
  readonly yamls: readonly { readonly path: string; readonly text: string }[]
  /** The steps' texts by path. */
  readonly steps: Readonly<Record<string, string>>
  /** The skill's own resources by name, and the conventions that it does not replace. */
  readonly resources: Readonly<Record<string, string>>
  /** By name: texts of the project that would count as resources if they were approved. */
  readonly ignored: Readonly<Record<string, Problem>>
  readonly problems: readonly Problem[]
}

const MOST_BYTES = 256 * 1024
const MOST_FILES = 500

/** Reads the workflow files in a skill's directory. A directory without workflow.yaml costs one disk access. */
export function readWorkflowFolder(
  folder: string,
  conventionsFolder: string,
  project: () => ProjectConventions = () => ({ texts: {}, ignored: {} }),
): WorkflowFolder {
  const main = path.join(folder, "workflow.yaml")
  const stat = fs.lstatSync(main, { throwIfNoEntry: false })
  if (stat === undefined) return { yamls: [], steps: {}, resources: {}, ignored: {}, problems: [] }
  const shelf = openShelf()
  const real = fs.realpathSync(folder)
  const [first] = shelf.take(real, (name) => name === "workflow.yaml")
  const more = shelf.take(path.join(real, "workflows"), (name) => name.endsWith(".yaml"))
  const steps = [path.join(real, "steps"), ...more.map((file) => file.path.replace(/\.yaml$/, ""))]
  const stepTexts = steps.flatMap((below) => shelf.take(below, isMarkdown))
  const conventions = fs.existsSync(conventionsFolder) ? [fs.realpathSync(conventionsFolder)] : []
  const takeTexts = (below: string) =>
    Object.fromEntries(shelf.take(below, isMarkdown).map((one) => [dropExtension(one.path), one.text]))
  const bundled = Object.assign({}, ...conventions.map(takeTexts)) as Readonly<Record<string, string>>
  const own = takeTexts(path.join(real, "resources"))
  const { texts, ignored } = project()
  return {
    yamls: first === undefined ? more : [first, ...more],
    steps: Object.fromEntries(stepTexts.map((one) => [one.path, one.text])),
    resources: { ...bundled, ...texts, ...own },
    ignored: Object.fromEntries(Object.entries(ignored).filter(([name]) => !Object.hasOwn(own, name))),
    problems: shelf.problems,
  }
}

/** The texts of a composite skill. */
export interface CompositeFolder {
  readonly yaml: { readonly path: string; readonly text: string }
  /** Markdown files by path. */
  readonly texts: Readonly<Record<string, string>>
  readonly problems: readonly Problem[]
}

/**
 * Reads the composite files in a skill's directory. Many skills have their own config.yaml: it is ours if it has
 * phases.
 */
export function readCompositeFolder(folder: string): CompositeFolder | undefined {
  if (fs.lstatSync(path.join(folder, "config.yaml"), { throwIfNoEntry: false })?.isFile() !== true) return undefined
  const shelf = openShelf()
  const real = fs.realpathSync(folder)
  const [yaml] = shelf.take(real, (name) => name === "config.yaml")
  if (yaml === undefined || !/^phases\s*:/m.test(yaml.text)) return undefined
  const texts = shelf.take(path.join(real, "content"), isMarkdown)
  return { yaml, texts: Object.fromEntries(texts.map((one) => [one.path, one.text])), problems: shelf.problems }
}

interface TextFile {
  readonly path: string
  readonly text: string
}

/** Takes regular files from directories up to a limit. Every file that is not taken is a problem. */
function openShelf() {
  const problems: Problem[] = []
  let left = MOST_FILES
  function take(folder: string, isWanted: (name: string) => boolean): readonly TextFile[] {
    return listEntries(folder, problems)
      .filter(({ name }) => isWanted(name))
      .flatMap((entry) => {
        const file = path.join(folder, entry.name)
        if (--left < 0) return left === -1 ? refuse(file, "source.too-many", tooMany) : []
        if (!entry.isFile()) return refuse(file, "file.not-regular", notRegular)
        return readText(file)
      })
  }
  function readText(file: string): readonly TextFile[] {
    try {
      const bytes = readSafely(file, MOST_BYTES)
      if (!isUtf8(bytes)) problems.push(placeProblem(file, notUtf8Problem(bytes)))
      return [{ path: file, text: bytes.toString("utf8") }]
    } catch (error) {
      if (!(error instanceof SkilletError)) throw error
      const isLarge = error.code === "file.too-large"
      const fix = isLarge ? "split it into smaller files" : "put a regular file there that you have permission to read"
      return refuse(file, isLarge ? "file.too-large" : "file.unreadable", { message: error.message, fix })
    }
  }
  function refuse(
    file: string,
    code: SkillProblemCode,
    wording: { message: string; fix: string },
  ): readonly TextFile[] {
    problems.push(placeProblem(file, skillProblem(code, {}, wording)))
    return []
  }
  return { problems, take }
}

const notRegular = {
  message: "this is a link or not a regular file; it was not read",
  fix: "put the file itself there",
}
const tooMany = {
  message: `this skill has more than ${groupDigits(MOST_FILES)} workflow files; those from here on were not read`,
  fix: "split the skill",
}

function listEntries(folder: string, problems: Problem[]): readonly fs.Dirent[] {
  const stat = fs.lstatSync(folder, { throwIfNoEntry: false })
  if (stat === undefined) return []
  if (!stat.isDirectory()) {
    problems.push(
      placeProblem(
        folder,
        skillProblem("file.not-regular", {}, { ...notRegular, fix: "put the directory itself there" }),
      ),
    )
    return []
  }
  return fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
}

function isMarkdown(name: string): boolean {
  return name.endsWith(".md")
}

function dropExtension(file: string): string {
  return path.basename(file, ".md")
}

/** The skill's directory that a workflow's file belongs to: `workflow.yaml` is in it, others in its `workflows`. */
export function findWorkflowFolder(file: string): string {
  const folder = path.dirname(file)
  return path.basename(folder) === "workflows" ? path.dirname(folder) : folder
}
