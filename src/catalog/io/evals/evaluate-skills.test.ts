import { expect, test } from "vitest"
import { openSkillet } from "../../../skillet/open-skillet.ts"
import { garden, skillText } from "../../../../test/plant.ts"

const press = {
  "project/.agents/skills/press/SKILL.md": skillText("Presses and dries flowers for an album."),
  "project/.agents/skills/press/evals/evals.json": JSON.stringify([
    { query: "dry these flowers" },
    { query: "crush the ice", should_trigger: false },
    { query: "crush ice over dried flowers", should_trigger: true, top_k: 1 },
  ]),
  "project/.agents/skills/crush/SKILL.md": skillText("Crushes ice for drinks; presses lemons and limes."),
}

test("each request is looked up among all skills, and a file that cannot be read is a problem beside the others", async () => {
  const { options, at } = garden({
    ...press,
    "project/.agents/skills/press/evals/results.json": "{",
    "project/.agents/skills/press/evals/large.json": `["${"x".repeat(1024 * 1024)}"]`,
  })
  const { skills, without, among } = await openSkillet(options).evaluate()
  expect(among).toBeGreaterThan(2)
  expect([skills.map(({ ref }) => ref), without]).toEqual([["press"], ["crush"]])
  expect(skills[0]?.cases.map(({ request, rank, isAsExpected }) => [request, rank, isAsExpected])).toEqual([
    ["dry these flowers", 1, true],
    ["crush the ice", undefined, true],
    ["crush ice over dried flowers", 2, false],
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

test("requests beside many other files are found; links, UTF-16 and a directory with the name of a file are not read", async () => {
  const skill = "project/.agents/skills/press"
  const many = Object.fromEntries(Array.from({ length: 600 }, (_, nth) => [`${skill}/assets/${nth}.txt`, ""]))
  const { options, at } = garden({
    ...press,
    ...many,
    [`${skill}/triggers.json`]: { link: "/etc/passwd" },
    [`${skill}/evals/wide.json`]: Buffer.from('\ufeff["dry flowers"]', "utf16le"),
    [`${skill}/evals/old.json/a.json`]: '["dry flowers"]',
    [`${skill}/evals/lines.jsonl`]: '{"prompt": "dry roses"}\n',
    "project/.agents/skills/crush/evals": { link: "../press/evals" },
  })
  const { skills } = await openSkillet(options).evaluate()
  expect(skills.map(({ ref, cases }) => [ref, cases.map(({ request }) => request)])).toEqual([
    ["crush", []],
    ["press", ["dry these flowers", "crush the ice", "crush ice over dried flowers", "dry roses"]],
  ])
  expect(skills.flatMap(({ problems }) => problems.map(({ code, path }) => [code, path]))).toEqual([
    ["evals.link", at("project/.agents/skills/crush/evals")],
    ["evals.link", at(`${skill}/triggers.json`)],
    ["evals.unreadable", at(`${skill}/evals/wide.json`)],
  ])
})

test("it tells how many requests were looked up, and looks at a skill that is named twice once", async () => {
  const told: string[] = []
  const skillet = openSkillet(garden(press).options)
  const { skills } = await skillet.evaluate(["press", "press"], {
    onProgress: (done, all) => void told.push(`${done}/${all}`),
  })
  expect([skills.length, told]).toEqual([1, ["1/3", "2/3", "3/3"]])
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

test("a named file about several skills is looked up for each of them", async () => {
  const { options } = garden({
    ...press,
    "project/evals/both.json": JSON.stringify([
      { query: "crush ice", should_trigger: "crush" },
      { query: "dry flowers", should_trigger: "press" },
      { query: "paint a wall", should_trigger: "press" },
    ]),
  })
  const { skills } = await openSkillet(options).evaluate(["press", "crush"], { from: ["evals/both.json"] })
  expect(skills.map(({ ref, cases }) => [ref, ...cases.map((one) => `${one.expects} ${one.isAsExpected}`)])).toEqual([
    ["press", "leave true", "use true", "use false"],
    ["crush", "use true", "leave true", "leave true"],
  ])
})

test("requests of a named file are for a named skill, and those in its directory are left out", async () => {
  const { options, at } = garden({
    ...press,
    "project/evals/crush.jsonl":
      '{"skill": "crush", "query": "crush ice"}\n{"skill": "press", "query": "dry flowers"}\n',
    "project/evals/link.json": { link: "named.json" },
    "project/evals/named.json": '["lemons for drinks"]',
  })
  const skillet = openSkillet(options)
  const from = ["evals/crush.jsonl", at("project/evals/link.json"), "evals/none.json"]
  const [found, ...others] = (await skillet.evaluate(["crush"], { from })).skills
  expect(found?.cases.map(({ request, path, line, rank }) => [request, path, line, rank])).toEqual([
    ["crush ice", at("project/evals/crush.jsonl"), 1, 1],
    ["lemons for drinks", at("project/evals/link.json"), 1, 1],
  ])
  expect(found?.problems.map(({ code, path, line }) => [code, path, line])).toEqual([
    ["evals.other-case", at("project/evals/crush.jsonl"), 2],
    ["evals.unreadable", at("project/evals/none.json"), undefined],
  ])
  expect(others).toEqual([])
  await expect(skillet.evaluate([], { from })).rejects.toMatchObject({ code: "evals.which-skill" })
})
