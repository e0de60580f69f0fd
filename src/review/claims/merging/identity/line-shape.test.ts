import { expect, test } from "vitest"
import { toLineCode, toLineShape } from "./line-shape.ts"

test.each([
  ["const a = load(b)", "  const  row = load( id ) // why", "const $0 = load ( $1 )"],
  ["total += price * count", "sum += price * n", "$0 + = $1 * $2"],
  ["x = x + 1", "n = n + 25", "$0 = $0 + 0"],
  ['conn.execute("DELETE")', "db.execute('DROP')  # gone", '$0 . execute ( "" )'],
  ["return self.items[i]", "return self.items[at]", "return self . items [ $0 ]"],
])("%s and %s have one shape", (one, other, shape) => {
  expect([toLineShape(one), toLineShape(other)]).toEqual([shape, shape])
})

test.each([
  ["load(a)", "save(a)"],
  ["a.b", "a.c"],
  ["a + b", "a - b"],
  ["a + a", "a + b"],
  ["new Reader(a)", "new Writer(a)"],
])("%s and %s have two", (one, other) => {
  expect(toLineShape(one)).not.toBe(toLineShape(other))
})

test("the shape of code keeps literals but not names", () => {
  expect(toLineCode('put(key, "a", 1)')).toBe('put ( $0 , "a" , 1 )')
})

test("a comment alone is compared by its words", () => {
  expect(toLineShape("  // TODO: remove this")).toBe("todo remove this")
})
