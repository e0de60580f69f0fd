import type { YamlMap } from "../skill/header/schema/fields.ts"
import type { FileProblem } from "../problem/problem.ts"

/** What a model gets of a skill. */
export interface Rendering {
  readonly name: string
  readonly text: string
  readonly blocks: readonly { readonly type: "text"; readonly text: string }[]
  readonly commands: readonly RenderedCommand[]
  /** If the skill runs in a sub-agent: its type. The text is then the sub-agent's only prompt. */
  readonly fork?: { readonly agent: string; readonly background: boolean }
  readonly model?: string
  readonly effort?: string | number
  /** Tools granted while it is in use. */
  readonly allowedTools: readonly string[]
  /**
   * Tools that are unavailable while it is in use. If one is a rule for commands, it also applies to the skill's own
   * commands.
   */
  readonly disallowedTools: readonly string[]
  /** What to run on the agent's events while it is in use, if its source is trusted to do so. */
  readonly hooks?: YamlMap
  /** What it requests but does not get, because its source is not trusted with it. */
  readonly requests: readonly string[]
  readonly problems: readonly FileProblem[]
}

export interface RenderedCommand {
  readonly command: string
  /** The text in the body that it replaces. */
  readonly source: string
  readonly line: number
  /**
   * allow: it may run. ask, deny: it may not, and nothing is rendered. request: its source may not run commands, so it
   * is only shown. off: commands are switched off.
   */
  readonly decision: "allow" | "ask" | "deny" | "request" | "off"
  readonly rule?: string | undefined
  readonly reason: string
  readonly exitCode?: number | null
  /** Whether it ran in a sandbox. */
  readonly sandboxed?: boolean
}

/** A planned rendering: the decision on each command is made, nothing has run. */
export interface RenderPlan {
  readonly pieces: readonly RenderedPiece[]
  readonly commands: readonly RenderedCommand[]
  readonly shell: "bash" | "powershell"
  readonly result: Omit<Rendering, "text" | "blocks" | "commands">
}

/** A piece of the text, or the position of a command by its number. */
export type RenderedPiece = { readonly text: string } | { readonly command: number }

/** What a command printed. */
export interface CommandOutput {
  readonly text: string
  readonly exitCode: number | null
  readonly sandboxed?: boolean
}
