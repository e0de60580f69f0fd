/** A file as an approval knows it. */
interface CoveredFile {
  readonly path: string
  readonly digest: string
  readonly executable?: boolean
}

/** How a file differs from what was approved. `mode`: only whether it may be executed. */
export interface SkillFileChange {
  readonly path: string
  readonly change: "new" | "removed" | "changed" | "mode"
}

/** The files that differ from what was approved, by path. */
export function compareFiles(before: readonly CoveredFile[], now: readonly CoveredFile[]): readonly SkillFileChange[] {
  const [old, current] = [indexByPath(before), indexByPath(now)]
  const paths = [...new Set([...old.keys(), ...current.keys()])].sort()
  return paths.flatMap((path) => {
    const change = compareFile(old.get(path), current.get(path))
    return change === undefined ? [] : [{ path, change }]
  })
}

function compareFile(
  before: CoveredFile | undefined,
  now: CoveredFile | undefined,
): SkillFileChange["change"] | undefined {
  if (before === undefined) return "new"
  if (now === undefined) return "removed"
  if (before.digest !== now.digest) return "changed"
  return before.executable === now.executable ? undefined : "mode"
}

function indexByPath(files: readonly CoveredFile[]): ReadonlyMap<string, CoveredFile> {
  return new Map(files.map((file) => [file.path, file]))
}

const words: Readonly<Record<SkillFileChange["change"], string>> = {
  new: " (new)",
  removed: " (removed)",
  changed: "",
  mode: " (may be executed or not)",
}

/** `scripts/a.sh, scripts/b.sh (new)` */
export function describeFileChanges(changes: readonly SkillFileChange[]): string {
  return changes.map(({ path, change }) => `${path}${words[change]}`).join(", ")
}

/** `changed since you approved it: scripts/a.sh` */
export function describeChangedSkill(changes: readonly SkillFileChange[] = []): string {
  return `changed since you approved it${changes.length === 0 ? "" : `: ${describeFileChanges(changes)}`}`
}
