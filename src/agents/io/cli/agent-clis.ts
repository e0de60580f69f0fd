import type { AgentCli } from "./agent-cli.ts"
import { claudeCli } from "./claude.ts"
import { codexCli } from "./codex.ts"
import { geminiCli } from "./gemini.ts"
import { opencodeCli } from "./opencode.ts"

/** Every agent CLI that can be driven, in the order in which `auto` prefers them. */
export const agentClis: readonly AgentCli[] = [claudeCli, codexCli, geminiCli, opencodeCli]
