import type { InstallAsked } from "../../../skillet/open-skillet-authoring.ts"

export type InstallHost = InstallAsked["host"]

/** One part of what init changes: hooks, or skills. */
export interface InitChange {
  /** False if everything is already as it should be. */
  readonly isChange: boolean
  /** Something that was asked for is not done. */
  readonly isRefused: boolean
  /** What it would do, what it did, and what it found if there is nothing to do. */
  readonly preview: readonly string[]
  readonly done: readonly string[]
  readonly none: readonly string[]
  readonly json: InitJson
  apply(): Promise<void>
}

export interface InitJson {
  readonly files: readonly { readonly file: string; readonly changes: readonly string[] }[]
  readonly notes: readonly string[]
}

export interface InitWanted {
  readonly host: InstallHost
  readonly isUser: boolean
  readonly isUndo: boolean
  readonly isEnforced: boolean
  readonly isForced: boolean
  /** This is about our MCP server, and nothing else. */
  readonly isClient: boolean
  /** The skills that were named; undefined if this is about hooks only, or with `isUndo` about everything. */
  readonly skills: readonly string[] | undefined
}
