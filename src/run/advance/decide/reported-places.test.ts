import { describe, expect, test } from "vitest"
import { runBench } from "../../../../test/run-bench.ts"
import { scriptedAgents } from "../../../testing/scripted-agents.ts"
import { defineWorkflow, dispatch, doStep } from "../../../workflow/define-workflow.ts"
import { findMissingPlaces, findPlaces, type LineCount, listNamedDirectories } from "./reported-places.ts"

const shown = (text: string) => findPlaces(text).map(({ path, line }) => `${path}:${line}`)

test.each([
  ["- [dead-code] src/a.ts:12: nobody calls it", ["src/a.ts:12"]],
  ["`src/a.ts:12-40`, b.py:3, and (src/c d.ts)", ["src/a.ts:40", "b.py:3"]],
  ["at foo (src/a.ts:12:5)", ["src/a.ts:12"]],
  ["./src/a.ts:1 ../other/b.ts:2", ["./src/a.ts:1", "../other/b.ts:2"]],
  ["app/(shop)/[id]/page.tsx:7", ["app/(shop)/[id]/page.tsx:7"]],
  ["src/a.ts:12\nsrc/a.ts:12", ["src/a.ts:12"]],
  ["doc/überblick.md:4", ["doc/überblick.md:4"]],
  ["https://example.com/a.js:12 file:///x/b.ts:3", []],
  ["example.com:443, db.internal:5432, 10.0.0.1:80, 12:30, note:3", []],
  ['the README says "see src/old.ts:12"', []],
  ["“src/old.ts:12”", []],
  ["```\nsrc/old.ts:12\n```\n~~~\nb.ts:1\n~~~", []],
  ["/usr/lib/a.py:3 C:\\a.ts:3 node:fs.ts:2", []],
  ["src/a.ts:12x src/a.ts: 12", []],
  ['{"places": ["src/a.ts:12", {"at": "b.ts:3"}], "n": 1, "text": "said \\"c.ts:9\\""}', ["src/a.ts:12", "b.ts:3"]],
])("in %j the places are %j", (text, places) => {
  expect(shown(text)).toEqual(places)
})

test("no more than two hundred places are looked at", () => {
  expect(findPlaces(Array.from({ length: 300 }, (_, at) => `src/a.ts:${at + 1}`).join("\n"))).toHaveLength(200)
})

const files: Readonly<Record<string, LineCount>> = {
  "src/a.ts": 20,
  "web/b.ts": 1,
  "../x.ts": "unknown",
  "src/e.ts": 0,
}
const count = async (file: string) => files[file] ?? "missing"

test("a place is missing if its file or its line does not exist", async () => {
  const text = "src/a.ts:20 src/a.ts:21 src/a.ts:0 src/n.ts:1 ../x.ts:4 src/e.ts:1"
  expect(await findMissingPlaces(findPlaces(text), [], count)).toEqual([
    { place: "src/a.ts:21", why: "the file has 20 lines" },
    { place: "src/a.ts:0", why: "the file has 20 lines" },
    { place: "src/n.ts:1", why: "there is no such file" },
    { place: "src/e.ts:1", why: "the file has 0 lines" },
  ])
})

test("a path may begin at a directory that the run is about", async () => {
  const directories = listNamedDirectories({ path: "web", question: "why is it slow?", n: 3, dot: "." })
  expect(directories).toEqual(["web"])
  expect(await findMissingPlaces(findPlaces("b.ts:1 b.ts:2"), directories, count)).toEqual([
    { place: "b.ts:2", why: "the file has 1 line" },
  ])
})

describe("a report", () => {
  const small = (places?: "unchecked") =>
    defineWorkflow({
      name: "small",
      params: [],
      start: "look",
      steps: [
        doStep({ id: "look", title: "Look", writes: ["it"], places, next: { ok: "ask", fail: "ask" } }),
        dispatch({
          id: "ask",
          title: "Ask",
          agent: "explore",
          prompt: "Where?",
          places,
          next: { ok: "end", fail: "end" },
        }),
      ],
    })

  async function at(places?: "unchecked") {
    const bench = runBench([small(places)], { countLines: async (_directory, file) => count(file) })
    await bench.start({ directory: "/project" })
    return bench
  }

  test("that names a place that does not exist is refused with the reason, and changes nothing", async () => {
    const bench = await at()
    const refused = await bench.report("look", { outcome: "ok", text: "src/a.ts:99 and src/n.ts:1 are wrong" })
    expect(refused).toEqual({
      kind: "refused",
      refusal: {
        code: "run.place-missing",
        message:
          "the output of look names places that do not exist: src/a.ts:99 (the file has 20 lines); src/n.ts:1 (there is no such file)",
        next: "open each place again, correct path and line, and report it again; paths begin at the project's top directory; name a file that is gone or not yet written without a line",
      },
    })
    expect(await bench.place()).toBe("look/1")
    expect((await bench.report("look", { outcome: "ok", text: "src/a.ts:9 is wrong, src/n.ts is gone" })).kind).toBe(
      "applied",
    )
  })

  test("of a failed step, and of a step whose places are not checked, is taken as it is", async () => {
    const bench = await at()
    expect((await bench.report("look", { outcome: "fail", text: "src/n.ts:1 is gone" })).kind).toBe("applied")
    const other = await at("unchecked")
    expect((await other.report("look", { outcome: "ok", text: "src/n.ts:1 was removed" })).kind).toBe("applied")
  })

  test("of an agent that a driver asks goes back to the agent", async () => {
    const bench = await at()
    await bench.report("look", { outcome: "ok", text: "fine" })
    const agents = scriptedAgents({ ask: ["src/n.ts:1 is it", "src/a.ts:1 is it"] })
    await bench.drive(agents)
    expect(await bench.place()).toBe("done")
    expect(agents.asked).toEqual(["ask", "ask"])
  })
})
