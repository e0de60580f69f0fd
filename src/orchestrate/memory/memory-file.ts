/** The path of a memory file from the project's top directory, with the names of the protocol. */
export function locateMemoryFile(folder: string, task: string, fileKey: string): string {
  return `${folder}/${task}-${fileKey}-memory.md`
}

export function locateContextFile(folder: string, task: string): string {
  return `${folder}/${task}-workflow-context.md`
}
