import { toMap } from "../text/is-map.ts"
import { isGenerated } from "./claims/file-place.ts"
import type { ReviewedFile } from "./claims/reviewed-file.ts"
import { isHandWritten, isShown } from "./plan/shown/hand-written.ts"
import { findImportedFiles } from "./plan/shown/find-imported-files.ts"
import type { Gathered, UnreadFile } from "./review-data.ts"
import { readRepositoryPath } from "./scope/repository-path.ts"
import type { ReviewScope } from "./scope/scope-entries.ts"
import type { SelectedFiles } from "./scope/select-files.ts"

const MOST_TESTS = 40
const MOST_NEIGHBOURS = 80

/** Files of the project that are not under review. */
interface OtherFiles {
  readonly isThere: (name: string) => boolean
  readonly read: (names: readonly string[]) => Promise<readonly { readonly path: string; readonly text: string }[]>
}

/** Reads the context of the files under review: tests, the project's instructions for agents, imports, and languages. */
export async function readContext(
  files: SelectedFiles["files"],
  project: OtherFiles,
  isOffline: boolean,
): Promise<Pick<Gathered, "tests" | "instructions" | "neighbours"> & { readonly languages: readonly string[] }> {
  const tests = indexTestNames(files)
  const there = [...tests.keys()].filter(project.isThere)
  const texts = isOffline ? [] : await project.read(there.slice(0, MOST_TESTS))
  const named = isOffline ? [] : there.slice(MOST_TESTS).map((path) => ({ path }))
  const neighbours = isOffline ? [] : await readNeighbours(files, project)
  const instructions = await project.read(instructionNames(files, project.isThere))
  return {
    tests: [...texts, ...named]
      .map((test) => ({ ...test, of: tests.get(test.path) }))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    instructions: instructions.filter(({ text }) => text.trim() !== ""),
    neighbours,
    languages: [
      ...new Set([...files.map(({ language }) => language), ...(await readFrameworks(files, project))]),
    ].sort(),
  }
}

/** Where tests of these files may be, outside the files under review, each with the files it would test. */
function indexTestNames(files: SelectedFiles["files"]): ReadonlyMap<string, readonly string[]> {
  const reviewed = new Set(files.map(({ path }) => path))
  const names = new Map<string, string[]>()
  for (const file of files) {
    for (const name of testNames(file)) {
      if (reviewed.has(name)) continue
      const known = names.get(name)
      if (known === undefined) names.set(name, [file.path])
      else known.push(file.path)
    }
  }
  return names
}

/** Files outside the scope that hand-written files in the scope import. */
async function readNeighbours(files: SelectedFiles["files"], project: OtherFiles): Promise<Gathered["neighbours"]> {
  const reviewed = new Set(files.map(({ path }) => path))
  const isOutside = (name: string) => isClean(name) && !reviewed.has(name) && project.isThere(name)
  const names = files.filter(isShown).flatMap((file) => findImportedFiles(file, isOutside))
  const read = await project.read([...new Set(names)].slice(0, MOST_NEIGHBOURS))
  return read.filter(({ path, text }) => isHandWritten({ text, isGenerated: isGenerated(path, text) }))
}

/** An import may lead out of the project or into its git directory; such a file is not read. */
function isClean(name: string): boolean {
  return "path" in readRepositoryPath(new TextEncoder().encode(name))
}

/** Files that are searched but not shown to agents. Those that are not even searched are in `unread`. */
export function listNotShown({ files, unread }: SelectedFiles, { change }: ReviewScope): readonly UnreadFile[] {
  const named = new Set(unread.map(({ path }) => path))
  return files
    .filter((file) => !isShown(file) && !named.has(file.path))
    .map(({ path }) => ({ path, why: NOT_SHOWN, isWanted: false, isChanged: change !== undefined }))
}

/** Agents that see nothing find nothing, so that is not a clean result. */
export function warnNothingShown({ files }: SelectedFiles): readonly string[] {
  return files.length === 0 || files.some(isShown) ? [] : [NOTHING_SHOWN]
}

const NOTHING_SHOWN = "no agent was asked: every file in scope is generated, vendored or minified"

const NOT_SHOWN = "generated, vendored or minified: searched for patterns, not shown to agents"

const AT_ROOT = ["CLAUDE.md", ".ai/AI-AGENT-INSTRUCTIONS.md", ".github/copilot-instructions.md"]

/** Files with a project's instructions for agents: the CLAUDE.md nearest to each file, then those in the root. */
function instructionNames(
  files: readonly Pick<ReviewedFile, "path">[],
  isThere: (name: string) => boolean,
): readonly string[] {
  const nearest = files.flatMap(
    ({ path }) =>
      foldersAbove(path)
        .map((folder) => `${folder}/CLAUDE.md`)
        .find(isThere) ?? [],
  )
  return [...new Set([...nearest, ...AT_ROOT])]
}

/** What the nearest package.json of scripts says beyond their extensions: whether React is used. */
export async function readFrameworks(
  files: readonly Pick<ReviewedFile, "path" | "language">[],
  { isThere, read }: OtherFiles,
): Promise<readonly string[]> {
  const nearest = files
    .filter(({ language }) => SCRIPTS.has(language))
    .flatMap(({ path }) => {
      const names = [...foldersAbove(path).map((folder) => `${folder}/package.json`), "package.json"]
      return names.find(isThere) ?? []
    })
  const manifests = await read([...new Set(nearest)])
  return manifests.some(({ text }) => dependsOnReact(text)) ? ["react"] : []
}

const SCRIPTS: ReadonlySet<string> = new Set(["javascript", "jsx", "typescript", "tsx"])

function dependsOnReact(manifest: string): boolean {
  const whole = toMap(parseManifest(manifest))
  return ["dependencies", "devDependencies", "peerDependencies"]
    .map((key) => toMap(whole[key]))
    .some((needed) => Object.hasOwn(needed, "react") || Object.hasOwn(needed, "react-dom"))
}

function parseManifest(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Nearest first, without the root. */
function foldersAbove(path: string): readonly string[] {
  const parts = path.split("/").slice(0, -1)
  return parts.map((_, at) => parts.slice(0, parts.length - at).join("/"))
}

/** Where the tests of a file may be: next to it or in a test directory, under one of the usual names. */
function testNames({ path, isTest }: Pick<ReviewedFile, "path" | "isTest">): readonly string[] {
  if (isTest) return []
  const name = path.slice(path.lastIndexOf("/") + 1)
  const ending = /\.[^.]+$/.exec(name)?.[0] ?? ""
  const stem = name.slice(0, name.length - ending.length)
  const folder = path.slice(0, -name.length)
  const names = [`${stem}.test${ending}`, `${stem}.spec${ending}`, `test_${stem}${ending}`, `${stem}_test${ending}`]
  const folders = [folder, `${folder}__tests__/`, `${folder}tests/`, "test/", "tests/"]
  return folders.flatMap((at) => names.map((one) => `${at}${one}`))
}
