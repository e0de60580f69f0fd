import type { RenderingRule } from "./profile.ts"

/** A host that gives its model the unchanged text: nothing is inserted, nothing runs. */
export const rawRendering: Omit<RenderingRule, "raw"> = {
  bracedNames: false,
  anyNames: false,
  fillsCode: false,
  keepsPrices: true,
  operatorsEndArguments: false,
  freeCommands: "none",
  refusesExpansions: false,
  asksForGrants: false,
  neutralises: false,
  hidesConditional: false,
}
