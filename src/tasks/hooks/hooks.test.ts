import fc from "fast-check"
import { expect, test } from "vitest"
import type { Agent, LostContext } from "../model.ts"
import { hookNames, readHookEvent } from "./hook-event.ts"
import { readHookSettings, addHooks, removeHooks } from "./hook-settings.ts"
import { isNewSession, planHook } from "./plan-hook.ts"
import { countRestoredCharacters, findUsedSkills } from "./restored-skills.ts"

const agent: Agent = {
  project: "/p",
  branch: "main",
  agent: "orchestrator",
  role: "orchestrator",
  status: "idle",
  seen: 0,
  updated: 0,
}
const start = (source: string) =>
  readHookEvent("SessionStart", JSON.stringify({ session_id: "s", cwd: "/p", hook_event_name: "SessionStart", source }))
    .event

test("a new session and a compacted one get everything, a resumed one gets what is new", () => {
  const full = (source: string) => planHook(start(source), agent, 100).wake
  expect([full("startup"), full("clear"), full("resume")]).toEqual([
    { trigger: "start:s:startup", full: true, onlyNews: false, because: "a new session" },
    { trigger: "start:s:clear", full: true, onlyNews: false, because: "a new session" },
    { trigger: "resume:s:100", full: false, onlyNews: true, because: "the session continues" },
  ])
})

test("a compaction is one trigger, whether or not it was announced, and however often the hook is called", () => {
  const trigger = (who: Partial<Agent>, at: number) =>
    planHook(start("compact"), { ...agent, ...who }, at).wake?.trigger
  expect(planHook({ name: "PreCompact", session: "s" }, agent, 50)).toEqual({ compacted: 50, note: "compaction_start" })
  expect(trigger({ compacted: 50, updated: 50 }, 60)).toBe("compact:s:50")
  expect(trigger({ compacted: 50, told: 50, updated: 61 }, 62)).toBe("compact:s:50")
  expect(trigger({ compacted: 50, told: 50, updated: 61 }, 90_000)).toBe("compact:s:90000")
  expect(trigger({}, 70)).toBe("compact:s:70")
})

test("a session resumed after an unreported compaction gets everything, once", () => {
  const plan = (source: string, who: Partial<Agent>, at: number) =>
    planHook(start(source), { ...agent, ...who }, at).wake
  const first = plan("resume", { compacted: 50, updated: 50 }, 60)
  expect(first).toEqual({ trigger: "compact:s:50", full: true, onlyNews: false, because: "after compaction" })
  expect(plan("compact", { compacted: 50, told: 50, updated: 61 }, 62)?.trigger).toBe(first?.trigger)
  expect(plan("resume", { compacted: 50, told: 50, updated: 61 }, 70)?.trigger).toBe("resume:s:70")
})

test("a sub-agent that starts has a wake-up of its own; one without a type gets nothing", () => {
  const plan = (agentType: string) =>
    planHook({ name: "SubagentStart", session: "s", agentType, agentId: "a1" }, agent, 1)
  expect(plan("shop:implementer").wake?.subAgent).toBe("a1")
  expect(plan("general-purpose").wake?.trigger).toBe("subagent:s:a1")
  expect(plan("")).toEqual({})
})

test("prompts and compactions of a sub-agent do not count for the main thread", () => {
  const sent = { session_id: "s", turn_id: "t", agent_id: "a1", agent_type: "worker", cwd: "/p" }
  const plans = (["UserPromptSubmit", "PreCompact", "PostCompact"] as const).map((name) =>
    planHook(readHookEvent(name, JSON.stringify(sent)).event, agent, 1),
  )
  expect(plans).toEqual([{}, {}, {}])
})

test("whatever a host sends, there is an event", () => {
  fc.assert(
    fc.property(fc.constantFrom(...hookNames), fc.oneof(fc.string(), fc.json()), (name, input) => {
      expect(readHookEvent(name, input).event.name).toBe(name)
      expect(() => planHook(readHookEvent(name, input).event, undefined, 1)).not.toThrow()
    }),
  )
})

const theirs = {
  model: "opus",
  hooks: { SessionStart: [{ hooks: [{ type: "command", command: "echo hi" }] }], Stop: [] },
}

const npx = { words: "npx skillet", isOnPath: true }
const plain = { words: "skillet", isOnPath: true }

test("hooks are added once next to existing ones, and removed without a trace", () => {
  const added = addHooks(theirs, npx)
  if ("wrong" in added) throw new Error(added.wrong)
  expect(added.lines).toEqual([
    "hooks.SessionStart: npx skillet hook SessionStart",
    "hooks.UserPromptSubmit: npx skillet hook UserPromptSubmit",
    "hooks.PreCompact: npx skillet hook PreCompact",
    "hooks.PostCompact: npx skillet hook PostCompact",
    "hooks.SubagentStart: npx skillet hook SubagentStart",
    "hooks.SessionEnd: npx skillet hook SessionEnd",
  ])
  expect(addHooks(added.settings, plain)).toMatchObject({ lines: [] })
  expect(removeHooks(added.settings).settings).toEqual(theirs)
  expect(removeHooks(theirs)).toEqual({ settings: theirs, lines: [] })
})

test("the hook that restricts the main thread is added only on request, and removed with the others", () => {
  const first = addHooks(theirs, npx)
  if ("wrong" in first) throw new Error(first.wrong)
  expect(JSON.stringify(first.settings)).not.toContain("PreToolUse")
  const enforced = addHooks(first.settings, npx, { which: "all" })
  if ("wrong" in enforced) throw new Error(enforced.wrong)
  expect(enforced.lines).toEqual(["hooks.PreToolUse: npx skillet hook PreToolUse --enforce"])
  expect(addHooks(enforced.settings, npx, { which: "all" })).toMatchObject({ lines: [] })
  expect(removeHooks(enforced.settings).settings).toEqual(theirs)
})

test.each([
  [
    "a command that only ends like ours",
    { hooks: [{ type: "command", command: "true skillet hook PreToolUse --enforce" }] },
  ],
  ["a program of the project", { hooks: [{ type: "command", command: "./bin/skillet hook PreToolUse --enforce" }] }],
  ["ours without its flag", { hooks: [{ type: "command", command: "skillet hook PreToolUse" }] }],
  ["ours for another event", { hooks: [{ type: "command", command: "skillet hook SessionEnd --enforce" }] }],
  [
    "ours for other tools",
    { matcher: "Nothing", hooks: [{ type: "command", command: "skillet hook PreToolUse --enforce" }] },
  ],
  ["ours as something that is not run", { hooks: [{ type: "prompt", command: "skillet hook PreToolUse --enforce" }] }],
  [
    "ours with a condition",
    { hooks: [{ type: "command", command: "skillet hook PreToolUse --enforce", if: "never" }] },
  ],
  [
    "ours in the background",
    { hooks: [{ type: "command", command: "skillet hook PreToolUse --enforce", async: true }] },
  ],
])("%s does not pass for the hook that restricts the main thread", (_, decoy) => {
  const settings = { hooks: { PreToolUse: [{ matcher: "*", ...decoy }] } }
  const added = addHooks(settings, plain, { which: "all" })
  if ("wrong" in added) throw new Error(added.wrong)
  expect(added.lines).toContain("hooks.PreToolUse: skillet hook PreToolUse --enforce")
  const ours = { matcher: "*", hooks: [{ type: "command", command: "skillet hook PreToolUse --enforce" }] }
  expect((added.settings["hooks"] as { readonly PreToolUse: unknown }).PreToolUse).toContainEqual(ours)
  expect(addHooks(added.settings, plain, { which: "all" })).toMatchObject({ lines: [] })
})

test("settings that cannot be understood are not touched", () => {
  expect(addHooks({ hooks: [] }, plain)).toEqual({ wrong: "hooks is not an object" })
  expect(addHooks({ hooks: { SessionStart: "x" } }, plain)).toEqual({ wrong: "hooks.SessionStart is not a list" })
})

test("the host restores the five skills that were used last, up to 20,000 characters each", () => {
  const used = findUsedSkills(
    ["a", "b", "c", "d", "e", "plug:f"].map((name) => `"Launching skill: ${name}"`).join("\n"),
  )
  expect(used).toEqual(["plug:f", "e", "d", "c", "b", "a"])
  expect(["plug:f", "f", "b", "a", "x"].map((name) => countRestoredCharacters(name, used))).toEqual([
    20_000, 20_000, 20_000, 0, 0,
  ])
})

test("a session is new if it is not known when it starts, or at a prompt of its own", () => {
  const prompt = { ...start("startup"), name: "UserPromptSubmit" as const }
  expect(isNewSession(start("startup"), undefined)).toBe(true)
  expect(isNewSession(prompt, undefined)).toBe(true)
  expect(isNewSession(start("resume"), { updated: 1 })).toBe(false)
  expect(isNewSession({ ...prompt, agentId: "a1" }, undefined)).toBe(false)
  expect(isNewSession({ ...start("startup"), session: "" }, undefined)).toBe(false)
})

test("a prompt makes up for what the session should have got before", () => {
  const prompt = { name: "UserPromptSubmit", session: "s", prompt: "p" } as const
  const news = { trigger: "prompt:s:p", full: false, onlyNews: true }
  expect([
    planHook(prompt, undefined, 5),
    planHook(prompt, { compacted: 1, updated: 1 }, 5),
    planHook(prompt, { compacted: 2, told: 1, updated: 2 }, 5),
    planHook(prompt, { compacted: 2, told: 2, updated: 2 }, 5),
    planHook({ ...prompt, session: "" }, undefined, 5).compacted,
  ]).toEqual([
    { compacted: 5, began: 5, wake: { ...news, because: "a new session" } },
    { wake: { ...news, because: "a new session" } },
    { wake: { ...news, because: "after compaction" } },
    { wake: { ...news, because: "new messages" } },
    undefined,
  ])
})

test("a session that is not known has received nothing, whether it starts or continues", () => {
  const plans = ["startup", "resume", "fork"].map((source) => planHook(start(source), undefined, 5))
  expect(plans.map(({ compacted, wake }) => [compacted, wake?.trigger])).toEqual([
    [5, "start:s:startup"],
    [5, "resume:s:5"],
    [5, "resume:s:5"],
  ])
})

test("a compaction soon after the beginning of a session is not its beginning", () => {
  const begun = { compacted: 50, told: 50, began: 50, updated: 51 }
  expect(planHook(start("compact"), begun, 60)).toMatchObject({ compacted: 60, wake: { trigger: "compact:s:60" } })
  expect(planHook(start("resume"), { ...begun, told: undefined }, 60)).toEqual({
    wake: { trigger: "resume:s:60", full: false, onlyNews: true, because: "the session continues" },
  })
  expect(planHook({ name: "PreCompact", session: "s" }, begun, 60).compacted).toBe(60)
})

test("a session that is met when it was compacted has no beginning: a second copy of the hook sees the same compaction", () => {
  expect(planHook(start("compact"), undefined, 60).began).toBeUndefined()
  expect(planHook(start("startup"), undefined, 60).began).toBe(60)
})

test("a second copy of the hook announces no second compaction, however late it is", () => {
  const announce = (context: LostContext, at: number) =>
    planHook({ name: "PreCompact", session: "s" }, context, at).compacted
  const told = { compacted: 50, told: 50, began: 1, updated: 90_000 }
  expect([announce(told, 51), announce(told, 90_000)]).toEqual([undefined, undefined])
  const untold = { compacted: 50, began: 1, updated: 50 }
  expect([announce(untold, 51), announce(untold, 10_049), announce(untold, 10_050)]).toEqual([
    undefined,
    undefined,
    10_050,
  ])
})

test("a compaction that is announced after the session was told everything is another one, however soon", () => {
  const told = { compacted: 50, told: 50, began: 1, updated: 60 }
  expect(planHook({ name: "PreCompact", session: "s" }, told, 61)).toEqual({ compacted: 61, note: "compaction_start" })
})

test("a missing or empty settings file has no settings; anything but an object is refused", () => {
  expect(readHookSettings('{\n\t"a": 1\n}')).toEqual({ settings: { a: 1 } })
  expect(readHookSettings(undefined)).toEqual({ settings: {} })
  expect(readHookSettings(" \n")).toEqual({ settings: {} })
  expect(readHookSettings("[]")).toEqual({ wrong: "it is not a JSON object" })
  expect(readHookSettings("{")).toHaveProperty("wrong")
})
