import { expect, test } from "vitest"
import { describeWith } from "../needs.ts"
import { needGit, repository } from "./review-project.ts"

interface Told {
  readonly file: string
  readonly line: number
  readonly rule: string
  readonly steps?: readonly { readonly file: string; readonly line: number }[]
}

const ROUTE = 'import { show } from "./lib/show.js"\napp.get("/x", (req, res) => {\n  show(req.query.name, res)\n})\n'
const SHOW = 'import { run } from "./run.js"\nexport function show(name, res) {\n  run(name)\n}\n'
const RUN = 'import cp from "node:child_process"\nexport function run(name) {\n  cp.exec("ls " + name)\n}\n'
const HARMLESS = {
  "route.js": ROUTE.replace("req.query.name", '"all"'),
  "lib/show.js": SHOW.replace("run(name)", 'run("all")'),
  "lib/run.js": RUN.replace('"ls " + name', '"ls"'),
}

describeWith(needGit, "a flow of which only a part changed", () => {
  test.each([
    ["the input", "route.js", ROUTE, 3],
    ["the way", "lib/show.js", SHOW, 3],
    ["the harm", "lib/run.js", RUN, 3],
  ])(
    "a change that adds %s is reported at its line, although the rest is in unchanged files",
    (_, file, text, line) => {
      const at = repository({
        "route.js": ROUTE,
        "lib/show.js": SHOW,
        "lib/run.js": RUN,
        [file]: HARMLESS[file as "route.js"],
      })
      expect(told(at.run(["review", "--diff", "main", "--json"]))).toEqual([])
      at.write(file, text)
      const found = told(at.run(["review", "--diff", "main", "--json"]))
      expect(found.map((one) => `${one.file}:${one.line} ${one.rule}`)).toEqual([`${file}:${line} command-from-input`])
      const way = found[0]?.steps?.map((step) => `${step.file}:${step.line}`)
      expect(way?.[0]).toBe("route.js:3")
      expect(way?.at(-1)).toBe("lib/run.js:3")
    },
  )

  test("unchanged files are read in the version that is under review", () => {
    const at = repository({ "route.js": HARMLESS["route.js"], "lib/show.js": SHOW, "lib/run.js": RUN })
    at.write("route.js", ROUTE)
    at.commit()
    // Then the harm is removed from the working tree, which neither a range nor a staged change reads.
    at.write("lib/run.js", HARMLESS["lib/run.js"])
    expect(places(at.run(["review", "--diff", "main..topic", "--json"]))).toEqual(["route.js:3"])
    expect(places(at.run(["review", "--diff", "main", "--json"]))).toEqual([])
    at.git(["checkout", "-q", "lib/run.js"])
    at.git(["reset", "-q", "--soft", "main"])
    at.write("lib/run.js", HARMLESS["lib/run.js"])
    expect(places(at.run(["review", "--staged", "--json"]))).toEqual(["route.js:3"])
  })

  test("what is wrong in unchanged files alone is not told", () => {
    const at = repository({ "route.js": ROUTE, "lib/show.js": SHOW, "lib/run.js": RUN })
    at.write("lib/show.js", `${SHOW}export const version = 2\n`)
    expect(places(at.run(["review", "--diff", "main", "--json"]))).toEqual([])
  })
})

function told({ out }: { readonly out: string }): readonly Told[] {
  return (JSON.parse(out).findings as readonly Told[]).filter(({ rule }) => rule.startsWith("command"))
}

function places(ran: { readonly out: string }): readonly string[] {
  return told(ran).map(({ file, line }) => `${file}:${line}`)
}
