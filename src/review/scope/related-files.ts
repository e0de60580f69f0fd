import type { ReviewedFile } from "../../claims/reviewed-file.ts"

const AT_ROOT = ["CLAUDE.md", ".ai/AI-AGENT-INSTRUCTIONS.md", ".github/copilot-instructions.md"]

/** Where a project may tell agents how to work: the CLAUDE.md nearest to each file, then the root's own files. */
export function instructionNames(
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

/** Nearest first, without the root. */
function foldersAbove(path: string): readonly string[] {
  const parts = path.split("/").slice(0, -1)
  return parts.map((_, at) => parts.slice(0, parts.length - at).join("/"))
}

/** Where the tests of a file may be: beside it, in a folder for tests, under one of the usual names. */
export function testNames({ path, isTest }: Pick<ReviewedFile, "path" | "isTest">): readonly string[] {
  if (isTest) return []
  const name = path.slice(path.lastIndexOf("/") + 1)
  const ending = /\.[^.]+$/.exec(name)?.[0] ?? ""
  const stem = name.slice(0, name.length - ending.length)
  const folder = path.slice(0, -name.length)
  const names = [`${stem}.test${ending}`, `${stem}.spec${ending}`, `test_${stem}${ending}`, `${stem}_test${ending}`]
  const folders = [folder, `${folder}__tests__/`, `${folder}tests/`, "test/", "tests/"]
  return folders.flatMap((at) => names.map((one) => `${at}${one}`))
}
