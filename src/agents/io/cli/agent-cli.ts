import type { AgentEvent, AgentRequest, Usage } from "../../agent-driver.ts"
import type { AgentFailureCode } from "../../agent-failure.ts"
import type { JsonObject } from "../json-fields.ts"

/** How one agent CLI is driven, as data: how it is started, and what its output lines mean. */
export interface AgentCli {
  readonly name: string
  /** Its name on PATH. */
  readonly program: string
  /** Variables it may see besides the usual ones: its own login, address and directories. */
  readonly variables: readonly string[]
  start(request: AgentRequest, folder: string): CliStart
  reader(): CliReader
}

export interface CliStart {
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Written to the private directory of this start before the program runs. */
  readonly files?: Readonly<Record<string, string>> | undefined
  /** Where it runs: in the request's directory, or in an empty one that is the same for every start. */
  readonly place?: "directory" | "empty" | undefined
  /** What it gets on standard input, if not just the prompt. */
  readonly input?: string | undefined
}

/** Reads the lines of one start. */
export interface CliReader {
  read(line: JsonObject): readonly AgentEvent[]
  /** The result of all lines. Undefined if the output never ended. */
  end(): CliEnd | undefined
}

export interface CliEnd {
  readonly text?: string | undefined
  readonly usage?: CliUsage | undefined
  readonly session?: string | undefined
  /** Why there is no answer. */
  readonly failed?: { readonly code: AgentFailureCode; readonly message: string; readonly retry: "no" | "later" }
}

/** Without money if the CLI does not report its cost. */
export type CliUsage = Omit<Usage, "money" | "milliseconds"> & { readonly money?: number | undefined }
