import { openSession } from "../catalog/io/session/open-session.ts"
import type { SkilletOptions } from "../catalog/io/session/options.ts"
import type { CompositeLoader, WorkflowSession } from "../workflow/io/load-workflows.ts"

/** A session that can also read composite skills. */
export function openWorkflowSession(options: SkilletOptions): WorkflowSession {
  return { ...openSession(options), composites: loadComposites }
}

async function loadComposites(): Promise<CompositeLoader> {
  return (await import("../orchestrate/io/load-composite.ts")).loadComposite
}
