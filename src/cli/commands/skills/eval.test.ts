import { expect, test } from "vitest"
import { garden, skillText } from "../../../../test/plant.ts"
import { runCli } from "../../run-cli.ts"
import { recordIo } from "../../../../test/record-io.ts"

const files = {
  "project/.agents/skills/press/SKILL.md": skillText("Presses and dries flowers for an album."),
  "project/.agents/skills/press/evals/own.json": JSON.stringify(["dry flowers", "paint a wall"]),
  "project/.agents/skills/crush/SKILL.md": skillText("Crushes ice for drinks."),
  "project/evals/both.json": '[{ "query": "crush ice", "should_trigger": "crush" },\n7,\n{ "query": "dry flowers" }]',
}

async function run(words: readonly string[]) {
  const { options, root } = garden(files)
  const shown: string[] = []
  const { io, out, err } = recordIo({
    env: { ...options.env, SKILLET_HOST: "open" },
    cwd: options.cwd,
    width: 200,
    progress: (what) => ({
      step: (done, all) => void shown.push(`${what} ${done} of ${all}`),
      say: () => undefined,
      end: () => void shown.push("end"),
    }),
  })
  const code = await runCli(["eval", ...words], io)
  const clean = (text: string) => text.replaceAll(root, "").replace(/among \d+ skills/, "among N skills")
  return { code, out: clean(out.join("\n")), err: clean(err.join("\n")), shown }
}

test("requests that say nothing about the skill are counted, and progress is shown", async () => {
  expect(await run([])).toMatchInlineSnapshot(`
    {
      "code": 1,
      "err": "",
      "out": "SKILL  AS EXPECTED  FOUND FIRST
    press       1 of 2       1 of 2

    press: not found, and nothing else is
      paint a wall
      .agents/skills/press/evals/own.json:1

    For 2 of them nothing says whether the skill should be used: they count as requests it is for.
    1 of 2 requests as expected, among N skills; 1 skill without requests",
      "shown": [
        "looking up request 1 of 2",
        "looking up request 2 of 2",
        "end",
      ],
    }
  `)
})

test("what is wrong in a file about several skills is told once", async () => {
  expect(await run(["press", "crush", "--from", "evals/both.json"])).toMatchInlineSnapshot(`
    {
      "code": 1,
      "err": "error   evals/both.json:2  this case is left out: it has no request  evals.bad-case
              → write the request as text, as in "query": "…"
    error   evals/both.json:3  this case is left out: it does not say which of the skills it is for  evals.bad-case
              → write its name, as in "expected_skill": "…"",
      "out": "SKILL  AS EXPECTED  FOUND FIRST  LEFT ALONE
    press       1 of 1                   1 of 1
    crush       1 of 1       1 of 1

    2 of 2 requests as expected, among N skills; 2 problems",
      "shown": [
        "looking up request 1 of 2",
        "looking up request 2 of 2",
        "end",
      ],
    }
  `)
})

test("a named file needs the skills that it is about", async () => {
  const { code, err } = await run(["--from", "evals/both.json"])
  expect([code, err.split("\n")[0]]).toEqual([2, "skillet: --from needs the skills that the requests are for"])
})

test.each([
  ["50", 0],
  ["51", 1],
])("with --at-least %s, one of two is %i", async (least, code) => {
  expect((await run(["press", "--at-least", least])).code).toBe(code)
})

test("it says which skill has no requests", async () => {
  const none = async (words: readonly string[]) => (await run(words)).err.split(":")[0]
  expect([await none(["crush"]), await none(["crush", "planner"])]).toEqual([
    "crush has no requests",
    "none of 2 skills has requests",
  ])
})
