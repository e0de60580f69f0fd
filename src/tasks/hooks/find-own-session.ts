type Env = Readonly<Record<string, string | undefined>>

/** Where hosts say in which session a command is run. */
const sessionVariables = ["SKILLET_SESSION", "CLAUDE_CODE_SESSION_ID", "CODEX_THREAD_ID"] as const

/** The session of a host in which this process runs, as far as the host says so. */
export function findOwnSession(env: Env): string | undefined {
  return sessionVariables.map((name) => env[name]).find((value) => value !== undefined && value !== "")
}

/** Whether an agent runs this process, and not a person. */
export function isRunByHost(env: Env): boolean {
  return findOwnSession(env) !== undefined || (env["CLAUDECODE"] ?? "") !== ""
}
