import { compareFiles, type SkillFileChange } from "../../../trust/compare-files.ts"
import type { DigestedFile } from "../../../trust/combine-digests.ts"

/** A file of two versions of a skill that differs between them. */
export interface PatchedFile extends SkillFileChange {
  /** What changed in its text; undefined if it is not text, or one of the versions cannot be read. */
  readonly patch?: string | undefined
}

/** One of the versions: its files, what it is called in a patch, and how its texts are read. */
export interface PatchSide {
  readonly files: readonly DigestedFile[]
  readonly label: string
  /** Undefined if the file is not text, or cannot be read. */
  readText(file: DigestedFile): string | undefined
}

/** The files that differ, with patches from the first version to the second. */
export async function patchFiles(before: PatchSide, now: PatchSide): Promise<readonly PatchedFile[]> {
  const { createTwoFilesPatch } = await import("diff")
  return compareFiles(before.files, now.files).map(({ path: name, change }) => {
    const [old, current] = [before, now].map(({ files, readText }) => {
      const file = files.find((one) => one.path === name)
      return file === undefined ? "" : readText(file)
    })
    if (old === undefined || current === undefined || old === current) return { path: name, change }
    const patch = createTwoFilesPatch(
      `${name} ${before.label}`,
      `${name} ${now.label}`,
      old,
      current,
      undefined,
      undefined,
      { context: 2 },
    )
    return { path: name, change, patch }
  })
}
