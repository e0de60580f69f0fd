import { expect, test } from "vitest"
import { hookFiles } from "./hook-files.ts"
import { addHooks } from "./hook-settings.ts"
import { type HookFilesFacts, type HookPlace, planHookFiles } from "./plan-hook-files.ts"

type Json = Readonly<Record<string, unknown>>

const ABSOLUTE = "node '/home/ann/skillet/dist/cli.cjs'"

function plan(files: Partial<Record<HookPlace, Json>>, facts: Partial<HookFilesFacts> = {}) {
  const planned = planHookFiles({
    host: hookFiles.claude,
    isUser: false,
    isUndo: false,
    program: ABSOLUTE,
    isOnPath: true,
    read: (place) => files[place] ?? {},
    ...facts,
  })
  if (planned.kind !== "changes") return planned
  return planned.changes.map(({ place, settings }) => [place, listCommands(settings)])
}

function listCommands(settings: Json): readonly string[] {
  return [...JSON.stringify(settings).matchAll(/"command":"([^"]*)"/g)].map(([, command = ""]) => command)
}

function install(words: string): Json {
  const added = addHooks({}, { words, isOnPath: words === "skillet" }, { which: "all" })
  if ("wrong" in added) throw new Error(added.wrong)
  return added.settings
}

const events = ["SessionStart", "UserPromptSubmit", "PreCompact", "PostCompact", "SubagentStart", "SessionEnd"]
const list = (words: string, isEnforced = false) => [
  ...events.map((event) => `${words} hook ${event}`),
  ...(isEnforced ? [`${words} hook PreToolUse --enforce`] : []),
]

test("a shared file gets skillet, and never a path of one machine", () => {
  expect(plan({})).toEqual([["shared", list("skillet")]])
  expect(plan({}, { isUser: true })).toEqual([["user", list("skillet")]])
})

test("if skillet is not on the search path, the local file gets the path; a host without one gets nothing", () => {
  expect(plan({}, { isOnPath: false })).toEqual([["local", list(ABSOLUTE)]])
  expect(plan({}, { isOnPath: false, isUser: true })).toEqual([["user", list(ABSOLUTE)]])
  expect(plan({}, { isOnPath: false, host: hookFiles.codex })).toEqual({ kind: "no-place" })
  expect(plan({}, { host: hookFiles.codex })).toEqual([["shared", list("skillet")]])
  expect(plan({}, { isOnPath: false, host: hookFiles.gemini })).toEqual({ kind: "no-place" })
})

test("entries with a path that an earlier version wrote are replaced where they are, or moved, and never doubled", () => {
  const old = install("node /opt/old/dist/cli.cjs")
  expect(plan({ shared: old })).toEqual([["shared", list("skillet", true)]])
  expect(plan({ shared: old }, { isOnPath: false })).toEqual([
    ["local", list(ABSOLUTE)],
    ["shared", []],
  ])
  expect(plan({ local: old }, { isOnPath: false })).toEqual([["local", list(ABSOLUTE, true)]])
  expect(plan({ local: old })).toEqual([
    ["shared", list("skillet")],
    ["local", []],
  ])
  const twice = {
    hooks: { PreCompact: ["/a", "/b"].map((at) => ({ hooks: [{ command: `${at}/cli.cjs hook PreCompact` }] })) },
  }
  expect(plan({ shared: twice })).toEqual([["shared", expect.arrayContaining(list("skillet"))]])
  expect(JSON.stringify(plan({ shared: twice })).split("hook PreCompact")).toHaveLength(2)
})

test("entries that start Skillet in a way of their own stay; a second time there is nothing to change", () => {
  expect(plan({ shared: install("docker run skillet") })).toEqual([])
  expect(plan({ shared: install("skillet") })).toEqual([])
  expect(plan({ local: install(ABSOLUTE) }, { isOnPath: false })).toEqual([])
})

test("--undo removes the hooks from the shared and from the local file", () => {
  const files = { shared: install("skillet"), local: install(ABSOLUTE), user: install("skillet") }
  expect(plan(files, { isUndo: true })).toEqual([
    ["shared", []],
    ["local", []],
  ])
  expect(plan(files, { isUndo: true, isUser: true })).toEqual([["user", []]])
})

test("it says why the local file is used, and that shared hooks fail here", () => {
  const notes = (shared: Json) => {
    const planned = planHookFiles({
      host: hookFiles.claude,
      isUser: false,
      isUndo: false,
      program: ABSOLUTE,
      isOnPath: false,
      read: (place) => (place === "shared" ? shared : {}),
    })
    return planned.kind === "changes" ? planned.notes : planned
  }
  expect(notes({})).toEqual([
    expect.stringMatching(/^skillet is not on the search path/),
    "Do not commit .claude/settings.local.json.",
  ])
  expect(notes(install("skillet"))).toHaveLength(3)
})
