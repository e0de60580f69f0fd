import { expect, test } from "vitest"
import { noAgentSettings } from "../../settings/agent-settings.ts"
import { tightenAgents } from "../../settings/decide-settings.ts"
import {
  canAskAgent,
  listAutoOrder,
  chooseDriver,
  findFirstReady,
  findNamedDriver,
  requireSwitchedOn,
  startsAgents,
} from "./choose-driver.ts"
import type { DriverState } from "./probe-driver.ts"

const settings = {
  ...noAgentSettings,
  drivers: { claude: { model: "opus", effort: "low" } },
  roles: { explore: { driver: "codex", model: "gpt" } },
  tiers: { small: { model: "tiny" }, large: { driver: "gemini", effort: "high" } },
} as const
const none = { model: undefined, effort: undefined }

test.each([
  [
    "the role's driver and model",
    { agent: "explore", tier: "mid" },
    undefined,
    { ...none, driver: "codex", model: "gpt" },
  ],
  [
    "the tier's model for the usual driver",
    { agent: "x", tier: "small" },
    undefined,
    { driver: "claude", model: "tiny", effort: "low" },
  ],
  [
    "the role before the tier",
    { agent: "explore", tier: "large" },
    undefined,
    { ...none, driver: "codex", model: "gpt" },
  ],
  [
    "the driver's own settings",
    { agent: "x", tier: "mid" },
    undefined,
    { driver: "claude", model: "opus", effort: "low" },
  ],
  [
    "a named driver, without another's model",
    { agent: "explore", tier: "mid" },
    "claude",
    { driver: "claude", model: "opus", effort: "low" },
  ],
  [
    "no property of all objects",
    { agent: "constructor", tier: "mid" },
    undefined,
    { driver: "claude", model: "opus", effort: "low" },
  ],
] as const)("a request gets %s", (_, request, named, chosen) => {
  expect(chooseDriver(settings, request, { named, usual: "claude" })).toEqual(chosen)
})

test("auto tries the default first, then the others, and none that is off", () => {
  expect(listAutoOrder({ ...noAgentSettings, default: "gemini", off: ["codex"] })).toEqual([
    "gemini",
    "claude",
    "opencode",
    "api",
  ])
})

test("the machine's settings lower limits and switch off, and cannot raise or choose", () => {
  const below = { ...noAgentSettings, drivers: { claude: { atOnce: 2, perDay: 5, program: "/mine" } } }
  const layer = { off: ["api"], drivers: { claude: { atOnce: 9, perDay: 1, program: "/theirs" } } } as const
  const { off, drivers } = tightenAgents(below, layer)
  expect({ off, drivers }).toEqual({
    off: ["api"],
    drivers: { claude: { atOnce: 2, perMinute: undefined, perDay: 1, program: "/mine" } },
  })
})

const probes: Readonly<Record<string, DriverState>> = {
  claude: { driver: "claude", kind: "missing", why: "it is not installed", fix: "install it" },
  codex: { driver: "codex", kind: "ready", version: "1.2", at: "/bin/codex" },
  gemini: { driver: "gemini", kind: "ready", version: "3", at: "/bin/gemini" },
}

test("the first driver that is ready is used; if none is, every reason is reported", async () => {
  const probe = async (driver: string) => probes[driver]
  expect(await findFirstReady(["claude", "codex", "gemini"], probe)).toEqual({ driver: "codex", version: "1.2" })
  await expect(findFirstReady(["claude"], probe)).rejects.toMatchObject({
    code: "agent.not-found",
    message: "no agent can be used here (claude: it is not installed)",
  })
})

test("a driver that the settings switch off cannot be named either", () => {
  expect(requireSwitchedOn("codex", { off: ["claude"] })).toBe("codex")
  expect(() => requireSwitchedOn("claude", { off: ["claude"] })).toThrow("claude is switched off in the settings")
})

test("the caller starts nothing, auto names no driver, and offline asks no agent", () => {
  expect([startsAgents("host"), startsAgents("auto"), startsAgents("codex")]).toEqual([false, true, true])
  expect([findNamedDriver("auto"), findNamedDriver("codex")]).toEqual([undefined, "codex"])
  expect([canAskAgent("offline"), canAskAgent("command")]).toEqual([false, true])
})
