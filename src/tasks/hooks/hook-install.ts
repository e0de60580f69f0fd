import type { HookHost } from "./hook-files.ts"

export interface HookInstall {
  /** Empty if there is nothing to change. */
  readonly files: readonly HookFileChange[]
  /** The file of a plugin that has the hooks, so that nothing has to be changed. */
  readonly plugin?: string | undefined
  readonly notes: readonly string[]
}

export interface HookFileChange {
  readonly file: string
  /** The new content of the file; undefined if it must be removed. */
  readonly text: string | undefined
  readonly lines: readonly string[]
}

export interface HookWanted {
  readonly host: HookHost | "opencode"
  readonly isUser: boolean
  readonly isUndo: boolean
  /** With the hook that restricts the main thread while a job is running. */
  readonly isEnforced?: boolean | undefined
}
