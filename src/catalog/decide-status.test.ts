import { expect, test } from "vitest"
import type { Switch } from "../settings/settings.ts"
import { readSkilletLayer } from "../settings/settings-keys.ts"
import { findStraySwitches, findSwitch } from "./decide-status.ts"

test.each([
  ["deploy", "off"],
  ["Deploy", "off"],
  ["deploys", undefined],
] as const)("with deploy switched off, %s is %s", (name, level) => {
  expect(findSwitch(new Map([["deploy", "off"]]), name)).toBe(level)
  expect(findSwitch(new Map([["DEPLOY", "off"]]), name)).toBe(level)
})

function stray(text: string, names: readonly string[]) {
  const { switches = {}, switchPlaces = {} } = readSkilletLayer("/c.yaml", text, "user").value
  return findStraySwitches(
    {
      switches: new Map<string, Switch>(Object.entries(switches)),
      switchPlaces: new Map(Object.entries(switchPlaces)),
    },
    names,
  )
}

test("a limit for a misspelled skill name is a warning with its line", () => {
  expect(stray("shell: on\nskills:\n  deplyo: off\n", ["deploy", "other"])).toEqual([
    {
      code: "settings.no-such-skill",
      level: "warning",
      path: "/c.yaml",
      line: 3,
      message: 'the settings restrict the skill "deplyo", which does not exist here',
      fix: "did you mean deploy?",
    },
  ])
})

test.each([
  ["the skill is here", "skills: {deploy: off}", ["deploy"]],
  ["it is here in other letters", "skills: {Deploy: off}", ["deploy"]],
  ["nothing is near", "skills: {release: off}", ["deploy"]],
  ["it limits nothing", "skills: {deplyo: on}", ["deploy"]],
  ["what is near has its own switch", "skills: {deploy-a: off, deploy-b: on}", ["deploy-b"]],
])("nothing is reported if %s", (_, text, names) => {
  expect(stray(text, names)).toEqual([])
})
