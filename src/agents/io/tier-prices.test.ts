import { expect, test } from "vitest"
import { noAgentSettings } from "../../settings/agent-settings.ts"
import { defaultPrices } from "../../workflow/quote/prices.ts"
import { chooseTierModels, findTierPrices } from "./tier-prices.ts"

const settings = {
  ...noAgentSettings,
  default: "codex",
  drivers: { codex: { model: "plain" } },
  tiers: { large: { model: "big" }, mid: { driver: "claude", model: "middle" } },
  prices: { big: { input: 50, output: 250 }, middle: { input: 30, output: 150 }, plain: { input: 1, output: 2 } },
} as const

test.each([
  ["auto", { large: settings.prices.big, mid: settings.prices.middle, small: settings.prices.plain }],
  ["codex", { large: settings.prices.big, mid: settings.prices.plain, small: settings.prices.plain }],
  ["gemini", { large: settings.prices.big, mid: defaultPrices.mid, small: defaultPrices.small }],
])("with --agent %s a tier costs what the model costs that the settings choose for it", (agent, expected) => {
  expect(findTierPrices(settings, { agent, role: "quality-reviewer" })).toEqual(expected)
})

test("without prices in the settings, the assumed ones count", () => {
  expect(findTierPrices(noAgentSettings, { agent: "auto", role: "quality-reviewer" })).toEqual(defaultPrices)
})

test("a tier has the model that the settings choose for it, or none if the driver chooses", () => {
  const models = { large: "big", mid: "middle", small: "plain" }
  expect(chooseTierModels(settings, { agent: "auto", role: "quality-reviewer" })).toEqual(models)
  expect(chooseTierModels(settings, { agent: "host", role: "quality-reviewer" }).large).toBeUndefined()
  expect(chooseTierModels(noAgentSettings, { agent: "auto", role: "quality-reviewer" }).large).toBeUndefined()
})
