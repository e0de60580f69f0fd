import type { SkillSource } from "@modelcontextprotocol/server/ext/skills"
import type { CallToolResult, InputRequest, InputRequiredResult, ToolAnnotations } from "@modelcontextprotocol/server"

/** Everything a server offers its clients, as data: how it is served is not its concern. */
export interface ServedOffer {
  readonly name: string
  readonly version: string
  /** What a client's model is told about the server. */
  readonly instructions?: string | undefined
  readonly tools: readonly OfferedTool[]
  readonly skills?: ServedSkills | undefined
  readonly prompts?: OfferedPrompts | undefined
  readonly resources?: OfferedResources | undefined
  /** Tasks that outlive the server. Without them, every call is answered at once. */
  readonly tasks?: TaskPort | undefined
}

/** How a call was made. */
export interface CallContext {
  readonly signal: AbortSignal
  /** The client can follow tasks. */
  readonly hasTasks: boolean
  /** What a client answered to the input that an earlier result of this call asked for. */
  readonly answers: Readonly<Record<string, unknown>>
  /** What an earlier result gave the client to bring back. It may have been changed. */
  readonly state?: string | undefined
  /** Tells the client how far it is. */
  progress(done: number, all?: number): Promise<void>
}

export interface OfferedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: ToolSchema
  readonly output?: ToolSchema | undefined
  readonly hints: ToolAnnotations
  /** It cannot be called without tasks. */
  readonly needsTasks?: boolean | undefined
  call(args: unknown, context: CallContext): Promise<ToolAnswer>
}

/** A schema that checks a value, and is told to clients. */
export interface ToolSchema {
  readonly json: { readonly type: "object"; readonly [keyword: string]: unknown }
  /** The value, or what is wrong with it. */
  check(value: unknown): { readonly value: unknown } | { readonly fault: string }
}

/** A result, a question to the client first, or a task that goes on. */
export type ToolAnswer =
  | { readonly kind: "result"; readonly result: CallToolResult }
  | { readonly kind: "input"; readonly input: InputRequiredResult }
  | { readonly kind: "task"; readonly task: TaskState; readonly told?: string | undefined }

/** A task as its row says. Its id is known to the server that starts next. */
export interface TaskState {
  readonly id: string
  readonly status: "working" | "input_required" | "completed" | "failed" | "cancelled"
  /** What it does or waits for, in a sentence. */
  readonly message?: string | undefined
  /** When it was created and last changed, in milliseconds. */
  readonly created: number
  readonly updated: number
  /** After how many milliseconds to ask again. */
  readonly poll: number
  readonly inputs?: Readonly<Record<string, InputRequest>> | undefined
  readonly result?: CallToolResult | undefined
  readonly error?: { readonly code: number; readonly message: string } | undefined
}

/** Durable tasks: nothing about them is kept by the server. */
export interface TaskPort {
  /** Undefined if there is no such task. */
  get(id: string): Promise<TaskState | undefined>
  /** Gives what a task waits for. Keys that it does not wait for are ignored. */
  update(id: string, responses: Readonly<Record<string, unknown>>): Promise<"unknown" | "taken">
  cancel(id: string): Promise<"unknown" | "taken">
}

export interface ServedSkills {
  readonly source: SkillSource
  onWarning(warning: { readonly path: string; readonly message: string }): void
}

export interface OfferedPrompt {
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly arguments: readonly { readonly name: string; readonly description?: string; readonly required: boolean }[]
}

export interface OfferedPrompts {
  list(): Promise<readonly OfferedPrompt[]>
  /** Undefined if there is no such prompt. */
  get(name: string, args: Readonly<Record<string, string>>): Promise<PromptText | undefined>
}

export interface PromptText {
  readonly description?: string | undefined
  readonly text: string
}

export interface OfferedResources {
  /** Every URI begins with it and `://`. */
  readonly scheme: string
  list(): Promise<readonly OfferedResource[]>
  readonly templates: readonly (Omit<OfferedResource, "uri"> & { readonly uriTemplate: string })[]
  /** Undefined if there is no such resource. */
  read(uri: string): Promise<ResourceText | undefined>
}

export interface OfferedResource {
  readonly uri: string
  readonly name: string
  readonly description?: string | undefined
  readonly mimeType: string
}

export type ResourceText =
  | { readonly mimeType: string; readonly text: string }
  /** Base64. */
  | { readonly mimeType: string; readonly blob: string }
