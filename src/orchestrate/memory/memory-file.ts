/** The path of a memory file from the project's top directory, with the names of the protocol. */
export function memoryFile(folder: string, task: string, fileKey: string): string {
  return `${folder}/${task}-${fileKey}-memory.md`
}

export function contextFile(folder: string, task: string): string {
  return `${folder}/${task}-workflow-context.md`
}
