import { isGenerated } from "../analysis/file-place.ts"
import { isHandWritten } from "./plan/shown/hand-written.ts"
import { importsOf } from "./plan/shown/imports-of.ts"
import type { Gathered, UnreadFile } from "./review-data.ts"
import { instructionNames, testNames } from "./scope/related-files.ts"
import { readRepositoryPath } from "./scope/repository-path.ts"
import type { Scope } from "./scope/scope-entries.ts"
import type { SelectedFiles } from "./scope/select-files.ts"

const MOST_TESTS = 40
const MOST_NEIGHBOURS = 80

/** Files of the project that are not under review. */
interface OtherFiles {
  readonly isThere: (name: string) => boolean
  readonly read: (names: readonly string[]) => Promise<readonly { readonly path: string; readonly text: string }[]>
}

/** What is read beside the files under review: their tests, what the project tells agents, and what they import. */
export async function readContext(
  files: SelectedFiles["files"],
  project: OtherFiles,
  isOffline: boolean,
): Promise<Pick<Gathered, "tests" | "instructions" | "neighbours">> {
  const tests = testsOf(files)
  const texts = await project.read([...tests.keys()].filter(project.isThere).slice(0, MOST_TESTS))
  const neighbours = isOffline ? [] : await readNeighbours(files, project)
  const instructions = await project.read(instructionNames(files, project.isThere))
  return {
    tests: texts.map((test) => ({ ...test, of: tests.get(test.path) })).toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    instructions: instructions.filter(({ text }) => text.trim() !== ""),
    neighbours,
  }
}

/** Where tests of these files may be, other than among the files themselves, each with what it would test. */
function testsOf(files: SelectedFiles["files"]): ReadonlyMap<string, readonly string[]> {
  const reviewed = new Set(files.map(({ path }) => path))
  const names = new Map<string, string[]>()
  for (const file of files) {
    for (const name of testNames(file)) {
      if (!reviewed.has(name)) names.set(name, [...(names.get(name) ?? []), file.path])
    }
  }
  return names
}

/** Files outside the scope that hand-written files in it import. */
async function readNeighbours(files: SelectedFiles["files"], project: OtherFiles): Promise<Gathered["neighbours"]> {
  const reviewed = new Set(files.map(({ path }) => path))
  const isOutside = (name: string) => isClean(name) && !reviewed.has(name) && project.isThere(name)
  const names = files.filter(isHandWritten).flatMap((file) => importsOf(file, isOutside))
  const read = await project.read([...new Set(names)].slice(0, MOST_NEIGHBOURS))
  return read.filter(({ path, text }) => isHandWritten({ text, isGenerated: isGenerated(path, text) }))
}

/** An import may climb out of the project or name its git directory; such a file is not read. */
function isClean(name: string): boolean {
  return "path" in readRepositoryPath(new TextEncoder().encode(name))
}

/** Changed files that agents are not shown. Of code that is not a change, generated files are named anyway. */
export function notShown(files: SelectedFiles["files"], { change }: Scope): readonly UnreadFile[] {
  const isNamed = (file: SelectedFiles["files"][number]) => change === undefined && file.isGenerated
  return files
    .filter((file) => !isHandWritten(file) && !isNamed(file))
    .map(({ path }) => ({ path, why: NOT_SHOWN, isWanted: false, isChanged: change !== undefined }))
}

const NOT_SHOWN = "generated, vendored or minified: searched for patterns, not shown to agents"
