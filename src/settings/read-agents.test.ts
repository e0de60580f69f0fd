import { expect, test } from "vitest"
import { readAgents } from "./read-agents.ts"

test("entries that can be understood count, under our own names", () => {
  const value = {
    default: "codex",
    off: ["gemini"],
    drivers: { claude: { model: "opus", "at-once": 2, "per-day": 1.5, env: ["HTTPS_PROXY"] } },
    tiers: { small: { model: "haiku", effort: "low" } },
  }
  expect(readAgents(value, ["agents"])).toEqual({
    layer: {
      agents: {
        default: "codex",
        off: ["gemini"],
        drivers: { claude: { model: "opus", atOnce: 2, perDay: 1.5, env: ["HTTPS_PROXY"] } },
        tiers: { small: { model: "haiku", effort: "low" } },
      },
    },
    faults: [],
  })
})

test.each([
  ["a key instead of the name of its variable", { drivers: { api: { key: "sk-abc 123" } } }, "agents.drivers.api.key"],
  ["a limit that is no number", { drivers: { claude: { "per-day": "ten" } } }, "agents.drivers.claude.per-day"],
  ["a driver there is not", { drivers: { cluade: {} } }, "agents.drivers.cluade"],
  ["an address that is none", { drivers: { api: { address: "localhost" } } }, "agents.drivers.api.address"],
  ["a part there is not", { limits: 3 }, "agents.limits"],
  ["a switch for nothing known", { off: ["all"] }, "agents.off"],
])("%s is a fault that stops everything that could run, with its place", (_, value, place) => {
  const { faults } = readAgents(value, ["agents"])
  expect(faults.map(({ at, limits }) => [at.join("."), limits])).toEqual([[place, true]])
})
