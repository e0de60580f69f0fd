import { openSession } from "../catalog/io/session/open-session.ts"
import type { SkilletOptions } from "../catalog/io/session/options.ts"
import type { WorkflowSession } from "../workflow/io/load-workflows.ts"
import { loadComposites } from "./own-parts.ts"

/** Everything that can be done with the skills of one directory. */
export interface Skillet extends WorkflowSession {}

export function openSkillet(options: SkilletOptions = {}): Skillet {
  return { ...openSession(options), composites: loadComposites }
}
