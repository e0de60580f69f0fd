import type { Module } from "./ir.ts"

/** The other files of the project, as far as the analysis needs them. */
export interface Project {
  /** The file that a module name refers to, from a given file. */
  readonly resolve: (name: string, from: string) => string | undefined
  readonly load: (file: string) => Module | undefined
  readonly readText: (file: string) => string
  readonly findImports: (file: string) => readonly string[]
  /** The files of the project that a file imports, and those that these import, nearest first. */
  readonly reachedFrom: (file: string) => readonly string[]
  /** The files of the project that import a file, without tests and commands. */
  readonly findImporters: (file: string) => readonly string[]
  /** Whether a file other than a test or a command imports the file and calls something of this name. */
  readonly isCalled: (file: string, name: string) => boolean
}

/** A file without others. */
export const alone: Project = {
  resolve: () => undefined,
  load: () => undefined,
  readText: () => "",
  findImports: () => [],
  reachedFrom: () => [],
  findImporters: () => [],
  isCalled: () => false,
}
