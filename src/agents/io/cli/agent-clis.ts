import type { AgentCli } from "./agent-cli.ts"
import { claudeCli } from "./claude-cli.ts"
import { codexCli } from "./codex-cli.ts"
import { geminiCli } from "./gemini-cli.ts"
import { opencodeCli } from "./opencode-cli.ts"

/** Every agent CLI that can be driven, in the order in which `auto` prefers them. */
export const agentClis: readonly AgentCli[] = [claudeCli, codexCli, geminiCli, opencodeCli]
