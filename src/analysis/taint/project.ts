import type { Module } from "./ir.ts"

/** The other files of the project, as far as the analysis asks for them. */
export interface Project {
  /** The file that a module's name means, seen from a file. */
  readonly resolve: (name: string, from: string) => string | undefined
  readonly load: (file: string) => Module | undefined
}

/** A file that knows no others. */
export const alone: Project = { resolve: () => undefined, load: () => undefined }
