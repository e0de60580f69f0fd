import fc from "fast-check"
import { expect, test } from "vitest"
import { shapeFile } from "./file-shape.ts"

const pieces = ["load", "Row", "x", "y", "(", ")", ".", "=", '"a"', "7", " ", "# Why", "// why", "\t", "İ", "Σ", "if"]
const lines = fc.array(
  fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join("")),
  { maxLength: 12 },
)

test.each(["src/a.py", "docs/a.md"])("the places of a shape are all lines of that shape, in %s", (name) => {
  fc.assert(
    fc.property(lines, (text) => {
      const file = shapeFile(name, text.join("\n"))
      for (const line of file.lines) {
        const shape = file.shapeOf(line)
        const alike = file.lines.flatMap((other, at) => (file.shapeOf(other) === shape ? [at] : []))
        expect(file.placesOf(shape)).toEqual(alike)
      }
    }),
  )
})

test("what encloses a line is found by indentation, with tabs as four blanks", () => {
  const file = shapeFile("a.py", "class Reports:\n\tdef build(self):\n\n\t\treturn 1\n\ndef clean():\n    pass\n")
  expect([0, 1, 3, 6].map(file.pathAt)).toEqual(["", "Reports", "Reports/build", "clean"])
})
