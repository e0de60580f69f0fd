import type { HookName } from "./hook-event.ts"

/** What a host adds to its model's context, in the form that Claude Code and Codex take. */
export function hookAnswer(name: HookName, context: string): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: name, additionalContext: context } })
}

/** A host shows no more than this inline; what is longer goes into a file with a preview. */
export const HOST_CHARACTERS = 10_000
