import path from "node:path"

/** A directory named by a variable, if it is named from the root: any other would lead into the workspace. */
export function absolute(folder: string | undefined): string | undefined {
  return folder !== undefined && path.isAbsolute(folder) ? folder : undefined
}

/** Whether a path is a directory or something in it. Compares names: links are not looked at. */
export function isBelow(folder: string, file: string): boolean {
  return file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : `${folder}${path.sep}`)
}
