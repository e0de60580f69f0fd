import { isMap } from "../../text/is-map.ts"
import type { SubAgentRequest } from "../roles/recognise-role.ts"

/** What a host sends when it calls a hook, as far as we use it. Everything else is ignored. */
export interface HookEvent {
  readonly name: HookName
  readonly session: string
  readonly cwd?: string | undefined
  /** Why a session starts. */
  readonly source?: string | undefined
  readonly transcript?: string | undefined
  /** Which prompt, if the host numbers them. */
  readonly prompt?: string | undefined
  /** What the person wrote. */
  readonly asked?: string | undefined
  /** The skills that the session has loaded, if the host says it. */
  readonly loaded?: readonly string[] | undefined
  /** The kind of sub-agent that starts. */
  readonly agentType?: string | undefined
  readonly agentId?: string | undefined
  /** What the sub-agent is asked to do, if the host says it. */
  readonly request?: SubAgentRequest | undefined
  /** The tool that is about to be used. */
  readonly tool?: string | undefined
  /** The command it would run or the file it would touch, never shortened, because a decision depends on it. */
  readonly about?: string | undefined
}

export const hookNames = [
  "SessionStart",
  "UserPromptSubmit",
  "BeforeAgent",
  "PreCompact",
  "PreCompress",
  "PostCompact",
  "SubagentStart",
  "PreToolUse",
  "SessionEnd",
] as const
export type HookName = (typeof hookNames)[number]

/** Events of hosts that need no answer: a hook installed for one of them is not an error. */
export const idleHookNames: readonly string[] = ["PostToolUse", "Stop", "SubagentStop", "Notification"]

/** Whether a person sent a prompt. `BeforeAgent` is Gemini CLI's name for it, as `PreCompress` is for `PreCompact`. */
export function isPrompt(name: HookName): boolean {
  return name === "UserPromptSubmit" || name === "BeforeAgent"
}

export function isHookName(text: string): text is HookName {
  return (hookNames as readonly string[]).includes(text)
}

/** Reads what a host sent. Unreadable input is an event without details: a hook never makes a host fail. */
export function readHookEvent(name: HookName, input: string): { readonly event: HookEvent; readonly wrong?: string } {
  const sent = parsed(input)
  if (sent === undefined) {
    const wrong = input.trim() === "" ? "the host sent no input" : "the host's input is not a JSON object"
    return { event: { name, session: "" }, wrong }
  }
  const text = (key: string) => {
    const value = sent[key]
    return typeof value === "string" && value !== "" ? value.slice(0, 4096) : undefined
  }
  return {
    event: {
      name,
      session: text("session_id") ?? "",
      cwd: text("cwd"),
      source: text("source"),
      transcript: text("transcript_path"),
      prompt: text("prompt_id") ?? text("turn_id"),
      asked: isPrompt(name) ? readPrompt(sent["prompt"]) : undefined,
      loaded: isPrompt(name) ? readNames(sent["loaded_skills"]) : undefined,
      agentType: text("agent_type"),
      agentId: text("agent_id"),
      tool: text("tool_name"),
      about: aboutTool(sent["tool_input"]),
      request: name === "SubagentStart" ? readRequest(sent) : undefined,
    },
  }
}

/** A longer prompt has something pasted in; its beginning says what is wanted. */
const LONGEST_PROMPT = 20_000

function readPrompt(prompt: unknown): string | undefined {
  return typeof prompt === "string" ? prompt.slice(0, LONGEST_PROMPT) : undefined
}

function readNames(names: unknown): readonly string[] | undefined {
  return Array.isArray(names) ? names.filter((name): name is string => typeof name === "string") : undefined
}

function readRequest({ description, prompt }: Readonly<Record<string, unknown>>): SubAgentRequest | undefined {
  const [short, long] = [description, prompt].map((text) => (typeof text === "string" ? text : ""))
  return short || long ? { description: short ?? "", prompt: long ?? "" } : undefined
}

function aboutTool(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null) return undefined
  const { command, file_path, notebook_path } = input as Readonly<Record<string, unknown>>
  return [command, file_path, notebook_path].find((one) => typeof one === "string")
}

function parsed(input: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(input)
    return isMap(value) ? (value as Readonly<Record<string, unknown>>) : undefined
  } catch {
    // A host that sends something else still gets an answer.
    return undefined
  }
}
