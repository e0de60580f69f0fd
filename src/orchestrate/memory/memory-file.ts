/** The path of a memory file from the project's top directory, with the names of the protocol. */
export function locateMemoryFile(folder: string, jobId: string, fileKey: string): string {
  return `${folder}/${jobId}-${fileKey}-memory.md`
}

export function locateContextFile(folder: string, jobId: string): string {
  return `${folder}/${jobId}-workflow-context.md`
}
