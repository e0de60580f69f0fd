import { expect, test } from "vitest"
import { openSkillet } from "../../../skillet/open-skillet.ts"
import { garden, skillText } from "../../../../test/plant.ts"

const press = {
  "project/.agents/skills/press/SKILL.md": skillText("Presses and dries flowers for an album."),
  "project/.agents/skills/press/evals/evals.json": JSON.stringify([
    { query: "dry these flowers" },
    { query: "crush the ice", should_trigger: false },
    { query: "press the ice", should_trigger: true, top_k: 1 },
  ]),
  "project/.agents/skills/crush/SKILL.md": skillText("Crushes ice for drinks; presses lemons and limes."),
}

test("each request is looked up among all skills, and a file that cannot be read is a problem beside the others", async () => {
  const { options, at } = garden({
    ...press,
    "project/.agents/skills/press/evals/results.json": "{",
    "project/.agents/skills/press/evals/large.json": `["${"x".repeat(1024 * 1024)}"]`,
    "project/.agents/skills/press/trigger_eval.json": { link: "evals/evals.json" },
  })
  const { skills, without, among } = await openSkillet(options).evaluate()
  expect(among).toBeGreaterThan(2)
  expect([skills.map(({ ref }) => ref), without]).toEqual([["press"], ["crush"]])
  expect(skills[0]?.cases.map(({ request, rank, isAsExpected }) => [request, rank, isAsExpected])).toEqual([
    ["dry these flowers", 1, true],
    ["crush the ice", undefined, true],
    ["press the ice", 2, false],
  ])
  expect(skills[0]?.cases[2]).toMatchObject({
    before: ["crush"],
    path: at("project/.agents/skills/press/evals/evals.json"),
  })
  expect(skills[0]?.problems.map(({ code, path }) => [code, path])).toEqual([
    ["evals.unreadable", at("project/.agents/skills/press/evals/large.json")],
    ["evals.not-json", at("project/.agents/skills/press/evals/results.json")],
  ])
})

test("only named skills are evaluated, also one of Skillet; what is not there or not used is refused", async () => {
  const { options, plant } = garden(press)
  const skillet = openSkillet(options)
  const named = await skillet.evaluate(["crush", "planner"])
  expect([named.skills, named.without]).toEqual([[], ["crush", "planner"]])
  await expect(skillet.evaluate(["prss"])).rejects.toMatchObject({ code: "skill.not-found" })
  plant({ "home/.agents/skills/press/SKILL.md": skillText("Another one.") })
  await expect(openSkillet(options).evaluate(["press@user"])).rejects.toMatchObject({ code: "evals.not-used" })
})
