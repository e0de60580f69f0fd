import { expect, test } from "vitest"
import type { Agent, LostContext } from "../model.ts"
import type { HookEvent, HookName } from "./hook-event.ts"
import { isNewSession, isOtherSession, isOwnContext, planHook } from "./plan-hook.ts"

const event = (name: HookName, more: Partial<HookEvent> = {}): HookEvent => ({ name, session: "s", ...more })
const agent = { agent: "ann", updated: 0 } as Agent
const spawned = { ...agent, work: {} } as Agent

test.each<[HookName, object]>([
  ["PostCompact", { note: "compacted" }],
  ["PreToolUse", {}],
  ["SessionEnd", { note: "process_exit" }],
])("%s is noted at most, and wakes nobody", (name, plan) => {
  expect(planHook(event(name), undefined, 5)).toEqual(plan)
})

test("a host that gives no reason for a start, or no session, starts a new one", () => {
  const trigger = (more: Partial<HookEvent>) => planHook(event("SessionStart", more), undefined, 5).wake?.trigger
  expect([trigger({}), trigger({ session: "" })]).toEqual(["start:s:startup", "start:5:startup"])
})

test("a session that starts anew is not taken for one that continues after a compaction", () => {
  const lost = { compacted: 50, updated: 50 }
  const trigger = (source: string) => planHook(event("SessionStart", { source }), lost, 60).wake?.trigger
  expect(["startup", "clear", "fork", "resume"].map(trigger)).toEqual([
    "start:s:startup",
    "start:s:clear",
    "resume:s:60",
    "compact:s:50",
  ])
})

test.each<[string, LostContext, number | undefined]>([
  ["it was announced just before", { compacted: 100_000, updated: 100_000 }, undefined],
  ["the last one is ten seconds ago", { compacted: 95_000, updated: 95_000 }, 105_000],
  ["the last one is almost ten seconds ago", { compacted: 95_001, updated: 95_001 }, undefined],
  ["the session has just begun", { compacted: 100_000, began: 100_000, updated: 100_000 }, 105_000],
  ["there was none before", { updated: 100_000 }, 105_000],
])("an announced compaction is recorded once: %s", (_, context, compacted) => {
  expect(planHook(event("PreCompact"), context, 105_000)).toEqual({ compacted, note: "compaction_start" })
})

test.each<[string, LostContext, number]>([
  ["it was announced and nothing was delivered since", { compacted: 50_000, updated: 50_000 }, 50_000],
  ["everything was delivered just now", { compacted: 50_000, told: 50_000, updated: 95_001 }, 50_000],
  ["everything was delivered ten seconds ago", { compacted: 50_000, told: 50_000, updated: 95_000 }, 105_000],
  ["the session has just begun", { compacted: 95_001, told: 95_001, began: 95_001, updated: 95_001 }, 105_000],
  ["only its beginning is known", { began: 95_001, updated: 95_001 }, 105_000],
])("a compacted session gets everything once for each compaction: %s", (_, context, when) => {
  const wake = { trigger: `compact:s:${when}`, full: true, onlyNews: false, because: "after compaction" }
  expect(planHook(event("SessionStart", { source: "compact" }), context, 105_000)).toEqual(
    when === 105_000 ? { compacted: when, wake } : { wake },
  )
})

test("a sub-agent that starts gets everything under its own name; which role it has is found out later", () => {
  const wake = { full: true, onlyNews: false, because: "a sub-agent starts" }
  const plan = (agentType?: string, agentId?: string) =>
    planHook(event("SubagentStart", { agentType, agentId }), undefined, 5)
  expect(plan("x:implementer", "a1")).toEqual({ wake: { ...wake, trigger: "subagent:s:a1", subAgent: "a1" } })
  expect(plan("other")).toEqual({ wake: { ...wake, trigger: "subagent:s:at-5", subAgent: "at-5" } })
})

test("a sub-agent without a type is the host's own helper, and gets nothing", () => {
  expect(planHook(event("SubagentStart", { agentType: undefined, agentId: "a1" }), undefined, 5)).toEqual({})
})

test("only a start or a prompt meets a session for the first time", () => {
  const met = (["SessionStart", "UserPromptSubmit", "PreCompact", "SessionEnd"] as const).map((name) =>
    isNewSession(event(name), undefined),
  )
  expect(met).toEqual([true, true, false, false])
})

test("an event is about the agent itself if it was spawned, or if the host names no session", () => {
  expect(isOwnContext(event("SessionStart"), agent)).toBe(false)
  expect(isOwnContext(event("SessionStart"), undefined)).toBe(false)
  expect(isOwnContext(event("SessionStart"), spawned)).toBe(true)
  expect(isOwnContext(event("SessionStart", { session: "" }), agent)).toBe(true)
})

test("a spawned agent begins another session only with a start that names one", () => {
  const inSession = { ...spawned, session: "s" }
  expect(isOtherSession(event("SessionStart"), undefined)).toBe(true)
  expect(isOtherSession(event("SessionStart"), spawned)).toBe(true)
  expect(isOtherSession(event("SessionStart"), inSession)).toBe(false)
  expect(isOtherSession(event("SessionStart", { session: "" }), inSession)).toBe(false)
  expect(isOtherSession(event("UserPromptSubmit", { session: "t" }), inSession)).toBe(false)
})
