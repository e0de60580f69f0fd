import type { AgentCli } from "./agent-cli.ts"
import { claude } from "./claude.ts"
import { codex } from "./codex.ts"
import { gemini } from "./gemini.ts"
import { opencode } from "./opencode.ts"

/** Every agent CLI that can be driven, in the order in which `auto` prefers them. */
export const agentClis: readonly AgentCli[] = [claude, codex, gemini, opencode]
