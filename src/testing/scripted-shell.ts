import type { Sandbox, ShellRequest, ShellResult, ShellRunner } from "../shell/shell-runner.ts"
import { SkilletError } from "../problem/failure.ts"

/** The answer to a command: its output, more of a result, or a function of the request. */
export type ScriptedAnswer =
  | string
  | (Partial<ShellResult> & { readonly output: string })
  | ((request: ShellRequest) => string | (Partial<ShellResult> & { readonly output: string }))

/** A shell that runs nothing: command → answer. It records what it was asked, and knows no other commands. */
export function scriptedShell(
  answers: Readonly<Record<string, ScriptedAnswer>>,
  options: { readonly sandbox?: Sandbox } = {},
): ShellRunner & { readonly asked: readonly ShellRequest[] } {
  const sandbox = options.sandbox ?? { kind: "bubblewrap", version: "scripted", notIsolated: [] }
  const asked: ShellRequest[] = []
  return {
    asked,
    sandbox: async () => sandbox,
    async run(request, signal) {
      signal?.throwIfAborted()
      asked.push(request)
      if (sandbox.kind === "none" && request.sandbox === "required")
        throw new SkilletError("sandbox.missing", `a sandbox is required, but none is available: ${sandbox.why}`, {
          retry: "no",
          next: "give scriptedShell another sandbox",
        })
      const entry = Object.hasOwn(answers, request.command) ? answers[request.command] : undefined
      if (entry === undefined)
        throw new Error(
          `no answer for ${JSON.stringify(request.command)}; there are ${Object.keys(answers).join(", ")}`,
        )
      const answer = typeof entry === "function" ? entry(request) : entry
      const result = typeof answer === "string" ? { output: answer } : answer
      return { exitCode: 0, timedOut: false, sandboxed: sandbox.kind !== "none", ...result }
    },
  }
}
