import { bugKinds } from "./bug-kinds.ts"
import type { IssueKind } from "./issue-kind.ts"
import { qualityKinds } from "./quality-kinds.ts"
import { securityKinds } from "./security-kinds.ts"

export const issueKinds: readonly IssueKind[] = [...securityKinds, ...bugKinds, ...qualityKinds]
