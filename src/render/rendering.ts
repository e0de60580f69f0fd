import type { YamlMap } from "../skill/header/schema/fields.ts"
import type { FileProblem } from "../problem/problem.ts"

/** What a model gets of a skill. */
export interface Rendering {
  readonly name: string
  readonly text: string
  readonly blocks: readonly { readonly type: "text"; readonly text: string }[]
  readonly commands: readonly RenderedCommand[]
  /** Where the skill runs in a sub-agent: its type, and that the text is its only prompt. */
  readonly fork?: { readonly agent: string; readonly background: boolean }
  readonly model?: string
  readonly effort?: string | number
  /** Tools granted while it is in use. */
  readonly allowedTools: readonly string[]
  /** Tools it gives up while it is in use; where one is a rule for commands, its own commands keep to it as well. */
  readonly disallowedTools: readonly string[]
  /** What to run on the agent's events while it is in use; only where its source is trusted with that. */
  readonly hooks?: YamlMap
  /** What it asks for and does not get, because its source is not trusted with it. */
  readonly requests: readonly string[]
  readonly problems: readonly FileProblem[]
}

export interface RenderedCommand {
  readonly command: string
  /** The text in the body it stands for. */
  readonly source: string
  readonly line: number
  /**
   * allow: it may run. ask, deny: it may not, and nothing is rendered. request: its source is not trusted with
   * commands, so it is only shown. off: commands are switched off.
   */
  readonly decision: "allow" | "ask" | "deny" | "request" | "off"
  readonly rule?: string | undefined
  readonly reason: string
  readonly exitCode?: number | null
  /** Whether it ran shut in. */
  readonly sandboxed?: boolean
}

/** A skill laid out for rendering: what may run is decided, nothing has run. */
export interface RenderPlan {
  readonly pieces: readonly Piece[]
  readonly commands: readonly RenderedCommand[]
  readonly shell: "bash" | "powershell"
  readonly result: Omit<Rendering, "text" | "blocks" | "commands">
}

/** A stretch of the text, or the place of a command by its number. */
export type Piece = { readonly text: string } | { readonly command: number }

/** What a command printed. */
export interface CommandOutput {
  readonly text: string
  readonly exitCode: number | null
  readonly sandboxed?: boolean
}
