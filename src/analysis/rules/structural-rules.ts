import { leftoverRules } from "./leftovers.ts"
import { misuseRules } from "./misuse/misuse-rules.ts"
import { mistakeRules } from "./mistakes.ts"
import { outputRules } from "./output.ts"
import { promiseRules } from "./promises.ts"
import { secretRules } from "./secrets.ts"
import { speedRules } from "./speed.ts"
import type { StructuralRule } from "./structural-rule.ts"

/** Every rule that reads code as a tree. */
export const structuralRules: readonly StructuralRule[] = [
  ...outputRules,
  ...secretRules,
  ...misuseRules,
  ...mistakeRules,
  ...promiseRules,
  ...speedRules,
  ...leftoverRules,
]
