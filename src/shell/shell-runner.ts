/** Runs a command that the policy allowed. It does not decide whether the command may run. */
export interface ShellRunner {
  /** The sandbox for commands, detected once. */
  sandbox(): Promise<Sandbox>
  /**
   * Never throws because of what the command does. Throws a SkilletError if the command cannot be run at all, and the
   * signal's reason if it was aborted. Nothing that the command started keeps running afterwards.
   */
  run(request: ShellRequest, signal?: AbortSignal): Promise<ShellResult>
}

export type Sandbox =
  | { readonly kind: "bubblewrap"; readonly version: string; readonly notIsolated: readonly string[] }
  | { readonly kind: "none"; readonly why: string }

export interface ShellRequest {
  readonly command: string
  readonly shell: "bash" | "powershell"
  /** The project: the working directory, read-only unless `write` grants it. */
  readonly cwd: string
  /** Every variable the command gets, and no others. Variables that make a shell run a file first are left out. */
  readonly env: Readonly<Record<string, string>>
  readonly grants: ShellGrants
  /** required: refuse to run without a sandbox. preferred: use one if it is available. */
  readonly sandbox: "required" | "preferred"
  readonly limits: ShellLimits
}

/** What a person granted by name, for each skill. */
export interface ShellGrants {
  readonly network: boolean
  /** Directories that may be written to. */
  readonly write: readonly string[]
  /** Directories outside the project that may be read. */
  readonly read: readonly string[]
}

export interface ShellLimits {
  readonly milliseconds: number
  /** Output beyond this goes into a file. */
  readonly characters: number
}

export interface ShellResult {
  /**
   * 128 plus the signal's number if a signal ended it; null if it was stopped for running too long or printing too
   * much.
   */
  readonly exitCode: number | null
  /** The output, stderr after stdout; only its beginning if there was too much. */
  readonly output: string
  /** The file with the whole output, if there was too much. */
  readonly overflow?: { readonly path: string; readonly characters: number } | undefined
  readonly timedOut: boolean
  /** It printed more than is ever collected, and was stopped because of that. */
  readonly outputCapped?: true
  readonly sandboxed: boolean
}
