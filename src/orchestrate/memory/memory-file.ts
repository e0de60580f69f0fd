/** The path of a memory file from the project's top directory, with the names of the protocol. */
export function locateMemoryFile(folder: string, jobId: string, { fileKey, again = "" }: NamedFile): string {
  return `${folder}/${jobId}-${fileKey}${again}-memory.md`
}

export interface NamedFile {
  readonly fileKey: string
  /** The part for a later attempt. */
  readonly again?: string | undefined
}

export function locateContextFile(folder: string, jobId: string): string {
  return `${folder}/${jobId}-workflow-context.md`
}
