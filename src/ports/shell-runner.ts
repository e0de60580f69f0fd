/** Runs a command that the policy allowed. It decides nothing about whether it may run. */
export interface ShellRunner {
  /** What commands are shut into, found out once. */
  sandbox(): Promise<Sandbox>
  /**
   * Never throws for what the command does; throws a SkilletError when it cannot be run at all, and the signal's reason
   * when it was aborted. Nothing the command started runs on afterwards.
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
  /** Every variable the command gets, and no other; those that make a shell run a file first are left out. */
  readonly env: Readonly<Record<string, string>>
  readonly grants: ShellGrants
  /** required: refuse to run without a sandbox. preferred: use one where there is one. */
  readonly sandbox: "required" | "preferred"
  readonly limits: ShellLimits
}

/** What a person granted by name, per skill. */
export interface ShellGrants {
  readonly network: boolean
  /** Folders that may be written to. */
  readonly write: readonly string[]
  /** Folders outside the project that may be read. */
  readonly read: readonly string[]
}

export interface ShellLimits {
  readonly milliseconds: number
  /** Output beyond this goes into a file. */
  readonly characters: number
}

export interface ShellResult {
  /** 128 and the signal's number where a signal ended it; null when it was stopped for taking too long or too much. */
  readonly exitCode: number | null
  /** What was printed, errors after results; the beginning of it when there was too much. */
  readonly output: string
  /** The file with all of it, when it was too much. */
  readonly overflow?: { readonly path: string; readonly characters: number } | undefined
  readonly timedOut: boolean
  /** It printed more than is ever collected, and was stopped for it. */
  readonly outputCapped?: true
  readonly sandboxed: boolean
}
