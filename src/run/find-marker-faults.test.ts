import { expect, test } from "vitest"
import { findMarkerFaults, findMarkers } from "./find-marker-faults.ts"

test.each([
  ["// :PERF: index loop; 3 times faster in bench/rows", []],
  ["  # :UNSAFE: no check; the header fixes the length", []],
  ["/* :SCHEMA: misspelt; stored since the first version */", []],
  ["call() // :PERF: faster this way", ['the marker :PERF: does not say why; write ":PERF: what; why"']],
  ["-- :UNSAFE: ; trust me", ['the marker :UNSAFE: does not say what is unusual; write ":UNSAFE: what; why"']],
  [" * :SCHEMA: old name;", ['the marker :SCHEMA: does not say why; write ":SCHEMA: what; why"']],
  ["<!-- :PERF: -->", ['the marker :PERF: does not say what is unusual; write ":PERF: what; why"']],
  ['const name = ":PERF:"', []],
  ["// see :PERF: in the conventions", []],
  ["// :HACK: works", []],
])("in %j the faults are %j", (text, whys) => {
  expect(findMarkerFaults(text).map(({ why }) => why)).toEqual(whys)
})

test("the line is that of the marker", () => {
  expect(findMarkerFaults("a\r\nb\n# :PERF: x")).toMatchObject([{ line: 3 }])
})

test("a marker of the right form covers its own line, or the next one that is not a comment", () => {
  const text =
    "# :PERF: loop; measured\n# more\n\nrun()\nstop() # :UNSAFE: no check; fixed\n# :PERF: no why\n# :SCHEMA: a; b\n"
  expect(findMarkers(text)).toEqual([
    { name: "PERF", text: ":PERF: loop; measured", line: 1, covers: 4 },
    { name: "UNSAFE", text: ":UNSAFE: no check; fixed", line: 5, covers: 5 },
  ])
})
