import { structuralRules } from "./rules/structural-rules.ts"
import type { TreeRule } from "./scan-text.ts"
import { flowRulesOf } from "./taint/flow-rules.ts"
import { tables } from "./taint/tables/tables.ts"

/** Every rule that reads code as a tree: those that follow data, then those that look at its shape. */
export const treeRules: readonly TreeRule[] = [...flowRulesOf(tables), ...structuralRules]
