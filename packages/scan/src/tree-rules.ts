import { type FlowRule, makeFlowRules } from "./taint/make-flow-rules.ts"
import { taintTables } from "./taint/tables/taint-tables.ts"
import { reactRules } from "./rules/components/react-rules.ts"
import { leftoverRules } from "./rules/leftovers.ts"
import { mistakeRules } from "./rules/mistakes/mistakes.ts"
import { misuseRules } from "./misuse/misuse-rules.ts"
import { outputRules } from "./rules/output.ts"
import { promiseRules } from "./rules/promises.ts"
import { secretRules } from "./misuse/secret-rules.ts"
import { speedRules } from "./rules/speed.ts"
import type { StructuralRule } from "./rules/structural-rule.ts"

/** A rule that parses code as a tree. */
export type TreeRule = StructuralRule | FlowRule

const structuralRules: readonly StructuralRule[] = [
  ...outputRules,
  ...secretRules,
  ...misuseRules,
  ...mistakeRules,
  ...promiseRules,
  ...speedRules,
  ...leftoverRules,
  ...reactRules,
]

/** Every rule that reads code as a tree: first those that follow data, then those that look at its shape. */
export const treeRules: readonly TreeRule[] = [...makeFlowRules(taintTables), ...structuralRules]
