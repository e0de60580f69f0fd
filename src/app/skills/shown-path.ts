import path from "node:path"

/** Below the directory we work in, paths are relative to it, so that reports from two machines agree. */
export function shownPath(cwd: string, file: string): string {
  if (!path.isAbsolute(file)) return file
  const near = path.relative(cwd, file)
  return near === "" || near.startsWith("..") || path.isAbsolute(near) ? file : near.split(path.sep).join("/")
}
