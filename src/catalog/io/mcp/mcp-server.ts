/** One server, as the user's or the managed settings name it; a project's settings never do. */
export interface McpServer {
  readonly name: string
  readonly trust: McpTrust
  readonly transport: StdioProgram | HttpAddress
  /** Skill name → its digest when it was approved. A skill that differs from its pin is left out, with a problem. */
  readonly pinned?: Readonly<Record<string, string>>
}

/** What the server's skills may use: nothing of ours, our paths, or commands the user permits. */
export type McpTrust = "text" | "vars" | "shell-with-permission"

export interface StdioProgram {
  readonly kind: "stdio"
  readonly command: string
  readonly args?: readonly string[]
  /** Added to the few variables every server gets. */
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** The directory that is worked on: none of its programs is used. */
  readonly project?: string
}

export interface HttpAddress {
  readonly kind: "http"
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface McpLimits {
  readonly connectMs: number
  /** For one call; a whole listing is one call, and so are all files of a skill. */
  readonly callMs: number
  /** How long an unused connection is kept open. It never keeps the process alive. */
  readonly idleMs: number
  /** How long a server may take to end by itself. */
  readonly graceMs: number
  /** How long a failed server is not contacted; doubled with every failure, up to a minute. */
  readonly backoffMs: number
  /** One text or file, decoded. */
  readonly resultBytes: number
  /** One message as it is sent: a page of a listing, or a text with its escapes. */
  readonly messageBytes: number
  readonly sessionBytes: number
  readonly sessionMessages: number
  readonly depth: number
  readonly pages: number
  readonly skills: number
  readonly prompts: number
}

export const mcpLimits: McpLimits = {
  connectMs: 10_000,
  callMs: 30_000,
  idleMs: 2_000,
  graceMs: 500,
  backoffMs: 1_000,
  resultBytes: 256 * 1024,
  messageBytes: 4 * 1024 * 1024,
  sessionBytes: 64 * 1024 * 1024,
  sessionMessages: 10_000,
  depth: 64,
  pages: 50,
  skills: 500,
  prompts: 500,
}
