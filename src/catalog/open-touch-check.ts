import ignore from "ignore"

/** Checks for any list of patterns whether one of the touched files matches; files are relative to the project. */
export function openTouchCheck(files: readonly string[]): (patterns: readonly string[]) => boolean {
  const inside = files.filter((file) => ignore.isPathValid(file))
  return (patterns) => {
    const matcher = ignore().add([...patterns])
    return inside.some((file) => matcher.ignores(file))
  }
}
