import { expect, test } from "vitest"
import { garden } from "../../../../test/plant.ts"
import { inspectMarkers } from "./inspect-markers.ts"

test("malformed markers are found in code, and not in documents, links or other people's code", () => {
  const { project } = garden({
    "project/src/a.ts": "x()\n// :PERF: faster\n",
    "project/src/b.ts": "// :PERF: loop; 3 times faster in bench/rows\n",
    "project/README.md": "// :PERF: faster\n",
    "project/node_modules/x/index.js": "// :PERF: faster\n",
  })
  const found = 'src/a.ts:2 [marker-malformed] the marker :PERF: does not say why; write ":PERF: what; why"'
  expect(inspectMarkers(project).found).toEqual([found])
  expect(inspectMarkers(`${project}/src`).files).toBe(2)
  expect(inspectMarkers(`${project}/src/a.ts`)).toEqual({ files: 1, found: [found.slice(4)] })
})
