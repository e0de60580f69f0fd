import { expect, test } from "vitest"
import { openShippedScanner } from "../../../../../test/review-set/measure.ts"

const scanner = await openShippedScanner()

function linesOf(text: string): readonly number[] {
  const { matches } = scanner.scan({ file: "sample.js", bytes: Buffer.from(text), decode: () => text })
  return matches
    .filter(({ rule }) => rule === "unguarded-merge")
    .map(({ start }) => text.slice(0, start).split("\n").length)
}

const extend = `lib.extend = lib.fn.extend = function () {
  var target = arguments[0], options = arguments[1], name, src, copy, clone
  for (name in options) {
    src = target[name];
    copy = options[name];
    clone = src && isObject(src) ? src : {};
    target[name] = lib.extend(true, clone, copy)
  }
}
`

test("a merge that keeps what it read in variables is found", () => {
  expect(linesOf(extend)).toEqual([7])
  expect(linesOf(extend.replace("src = target", "if (name === '__proto__') continue\nsrc = target"))).toEqual([])
})

test("a guard counts for the functions that use it, not for the whole file", () => {
  const merge = "function merge(a, b) {\n  for (const k in b) a[k] = merge(a[k], b[k])\n  return a\n}\n"
  const other = "function clean(x) {\n  delete x['__proto__']\n}\n"
  expect(linesOf(merge + other)).toEqual([2])
  const keys = 'const refused = ["__proto__"]\nconst isRefused = (k) => refused.includes(k)\n'
  expect(linesOf(keys + merge.replace("a[k] =", "if (!isRefused(k)) a[k] ="))).toEqual([])
})

test("Object.assign with a key writes as well", () => {
  const merge =
    "function mergeDeep(to, from) {\n  for (const key in from)\n    if (to[key]) mergeDeep(to[key], from[key])\n    else Object.assign(to, { [key]: from[key] })\n}\n"
  expect(linesOf(merge)).toEqual([4])
})

test("a function that converts an object in place is no merge", () => {
  const cast =
    "function cast(value, how) {\n  for (const key in value) value[key] = cast(value[key], how)\n  return value\n}\n"
  expect(linesOf(cast)).toEqual([])
})

test("a path that passes only own properties is no danger", () => {
  const set =
    "function set(o, path, value) {\n  const parts = path.split('.')\n  while (parts.length > 1) { o = o[parts.shift()] }\n  o[parts[0]] = value\n}\n"
  expect(linesOf(set)).toEqual([4])
  expect(linesOf(set.replace("{ o =", "{ if (!Object.hasOwn(o, parts[0])) return; o ="))).toEqual([])
})
