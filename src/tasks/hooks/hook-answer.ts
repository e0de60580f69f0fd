import type { HookName } from "./hook-event.ts"

/** What a host adds to its model's context, in the form that Claude Code and Codex accept. */
export function writeHookAnswer(name: HookName, context: string): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: name, additionalContext: context } })
}

/** With this answer a host does not use the tool, and shows its model the reason. */
export function denyAnswer(reason: string): string {
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: reason,
    },
  })
}

/** A host shows no more than this inline; longer text goes into a file with a preview. */
export const HOST_CHARACTERS = 10_000
