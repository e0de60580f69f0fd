import type { AgentEvent, AgentRequest } from "../agent-driver.ts"
import type { KeepRaw, RawSink } from "../raw-lines.ts"
import { hideSecretsInLine } from "./hide-secrets.ts"

export interface RawOutput {
  readonly request: AgentRequest
  readonly secrets: readonly string[]
  readonly heard?: ((event: AgentEvent) => void) | undefined
}

/** The sink for what a program prints. Secrets are hidden before anything is cut or kept. */
export function openRawOutput(keepRaw: KeepRaw | undefined, { request, secrets, heard }: RawOutput): RawSink {
  if (keepRaw === undefined) return { add: () => undefined, end: () => undefined }
  const sink = keepRaw(request, (text) => heard?.({ kind: "notice", text }))
  return { add: (line) => sink.add(hideSecretsInLine(line, secrets)), end: (dropped) => sink.end(dropped) }
}
