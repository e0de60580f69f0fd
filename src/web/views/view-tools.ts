import type { LiveSkillet } from "../open-live-skillet.ts"

/** What a view is answered with. */
export interface ViewTools {
  readonly live: LiveSkillet
  readonly env: Readonly<Record<string, string | undefined>>
  readonly by: string
  readonly mayWrite: boolean
  readonly script: string
}
