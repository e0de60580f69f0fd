import { expect, test } from "vitest"
import { readSkill } from "../read-skill.ts"
import { readHooksMap } from "./hooks.ts"

const run = [{ hooks: [{ type: "command", command: "x" }] }]

test.each(["UserPromptExpansion", "InstructionsLoaded", "PostCompact"])("%s is an event", (event) => {
  expect(readHooksMap({ [event]: run })).toMatchObject({ hooks: { [event]: run }, faults: [] })
})

test("each unknown event is one problem and affects no other hook", () => {
  const text =
    "---\ndescription: d\nhooks:\n  Stop: [{ hooks: [{ type: command, command: x }] }]\n  Never: []\n  Else: []\n---\nBody\n"
  const reading = readSkill(text)
  expect(reading.kind === "skill" && Object.keys(reading.skill.header.hooks ?? {})).toEqual(["Stop"])
  expect(reading.problems.map(({ code, message }) => `${code} ${message}`)).toEqual([
    'header.bad-hooks hooks has an entry that will not run: there is no event "Never"',
    'header.bad-hooks hooks has an entry that will not run: there is no event "Else"',
  ])
})
