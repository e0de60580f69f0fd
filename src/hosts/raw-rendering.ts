import type { RawText, RenderingRule } from "./profile.ts"

/** The rendering of a host that gives its model the unchanged text: nothing is inserted, nothing runs. */
export function defineRawRendering(raw: RawText): RenderingRule {
  return {
    raw,
    bracedNames: false,
    fillsCode: false,
    keepsPrices: true,
    operatorsEndArguments: false,
    freeCommands: "none",
    refusesExpansions: false,
    asksForGrants: false,
    neutralises: false,
    hidesConditional: false,
  }
}
