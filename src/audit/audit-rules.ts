import { chainRule } from "./find-chains.ts"
import { ignoreWithoutReason } from "./read-ignores.ts"
import type { AuditRule } from "./audit-rule.ts"
import { destructionRules } from "./rules/destruction.ts"
import { hiddenRules } from "./rules/hidden.ts"
import { identityRules } from "./rules/identity.ts"
import { nameRules } from "./rules/names.ts"
import { networkRules } from "./rules/network.ts"
import { orderRules } from "./rules/orders.ts"
import { parserRules } from "./rules/parser.ts"
import { persistenceRules } from "./rules/persistence.ts"
import { pipelineRules } from "./rules/pipelines.ts"
import { prerequisiteRules } from "./rules/prerequisites.ts"
import { privilegeRules } from "./rules/privilege.ts"
import { proseRules } from "./rules/prose.ts"
import { repositoryRules } from "./rules/repositories.ts"
import { protectionRules } from "./rules/protections.ts"
import { remoteControlRules } from "./rules/remote-control.ts"
import { runningRules } from "./rules/running.ts"
import { secretRules } from "./rules/secrets.ts"
import { serverRules } from "./rules/servers.ts"
import { sourceRules } from "./rules/sources.ts"
import { shellRules } from "./rules/shell.ts"

/** All rules about one skill. Rules about several skills are in `find-chains.ts`. */
export const auditRules: readonly AuditRule[] = [
  ...proseRules,
  ...orderRules,
  ...hiddenRules,
  ...networkRules,
  ...secretRules,
  ...repositoryRules,
  ...pipelineRules,
  ...runningRules,
  ...remoteControlRules,
  ...sourceRules,
  ...prerequisiteRules,
  ...persistenceRules,
  ...privilegeRules,
  ...protectionRules,
  ...shellRules,
  ...identityRules,
  ...nameRules,
  ...serverRules,
  ...destructionRules,
  ...parserRules,
]

/** Every rule that a finding can name. */
export const auditRuleList: readonly AuditRule[] = [...auditRules, chainRule, ignoreWithoutReason]
