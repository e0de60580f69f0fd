import type { Route } from "../../orchestrate/choice/choose-composite-skill.ts"
import type { JobRequest } from "../../orchestrate/job-request.ts"
import type { RunGrant, RunPermissions } from "../../run/model.ts"
import { FLAG, fields, list, oneOf, optional, TEXT } from "./shape.ts"
import { BUDGET, TEXTS } from "./value-shapes.ts"

export const PERMISSIONS = fields<RunPermissions>({
  rules: TEXTS,
  grants: list(oneOf<RunGrant>({ write: true, network: true })),
})

export const JOB_REQUEST = fields<JobRequest>({
  query: TEXT,
  skill: optional(TEXT),
  route: optional(oneOf<Route>({ skill: true, dynamic: true })),
  memory: optional(TEXT),
  flags: optional(TEXTS),
  reason: optional(FLAG),
  reasoningSession: optional(TEXT),
  budget: optional(BUDGET),
  permissions: optional(PERMISSIONS),
})
