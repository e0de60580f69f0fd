import fc from "fast-check"
import { expect, test } from "vitest"
import { compilePatterns, findRequiredLiterals } from "./compile-patterns.ts"
import type { LinePattern } from "./line-pattern.ts"
import { readRegex } from "./regex/regex-tree.ts"

test.each([
  ["eval\\(", []],
  ["(?:SELECT|UPDATE)[^+]*\\+", []],
  ["foo(", ["pattern.bad-regex"]],
  ["md5\\|sha1", ["pattern.escaped-pipe"]],
  ["SELECT.*\\+|WHERE", ["pattern.loose-branch"]],
  ["eval|exec", []],
  ["a?b*", ["pattern.matches-empty"]],
  ["eval\\(\\n", ["pattern.line-break"]],
  ["(a+)+x", ["pattern.exponential"]],
  ["(?:\\w|\\d)+foo", ["pattern.exponential"]],
  ["(?:\\s*\\w+)*foo", ["pattern.exponential"]],
  ["(?:\\w+,)+foo", []],
  ["foo.*bar.*baz", ["pattern.super-linear"]],
  ["foo\\s*\\(?\\s*bar", ["pattern.super-linear"]],
  ["foo[^)]*\\)\\s*bar", []],
  ["foo.{0,80}bar.{0,80}baz", []],
  ["\\d+", ["pattern.no-literal"]],
])("the lint of %s says %j", (regex, codes) => {
  expect(compilePatterns([{ pattern: pattern(regex) }]).problems.map(({ code }) => code)).toEqual(codes)
})

test("a pattern with an error is left out, one with a warning is used, and each problem names its line", () => {
  const { patterns, problems } = compilePatterns([
    { pattern: pattern("(a+)+x", "endless"), spot: { line: 3 } },
    { pattern: pattern("foo.*bar.*baz", "slow"), spot: { line: 9 } },
    { pattern: pattern("eval", "slow"), spot: { line: 12 } },
  ])
  expect(patterns.map(({ pattern: { id, regex } }) => ({ id, regex }))).toEqual([
    { id: "slow", regex: "foo.*bar.*baz" },
  ])
  expect(problems.map(({ code, line }) => ({ code, line }))).toEqual([
    { code: "pattern.exponential", line: 3 },
    { code: "pattern.super-linear", line: 9 },
    { code: "pattern.same-id", line: 12 },
  ])
})

test("the growth of a pattern does not matter on an engine with linear time", () => {
  const engine = { name: "linear", compile: () => ({ find: () => undefined }) }
  expect(compilePatterns([{ pattern: pattern("(a+)+x") }], engine)).toMatchObject({
    patterns: [{}],
    problems: [{ code: "pattern.no-literal" }],
  })
})

test.each([
  ["\\beval\\s*\\(", ["eval"]],
  ["(?:md5|sha1)\\(", ["md5(", "sha1("]],
  ["new\\s+(?:Buffer|Function)", ["Buffer", "Function"]],
  ["colou?r", ["colo"]],
  ["a|b+c", []],
  ["(?:foo)?bar", ["foobar", "bar"]],
  ["[Ee]xec", ["xec"]],
  ["(?=foo)\\w+bar", ["bar"]],
  ["(?:abc){2,}", ["abc"]],
  ["\\x41\\u0042C", ["ABC"]],
])("every match of %s contains one of %j", (source, literals) => {
  const tree = readRegex(source, false)
  const found = tree === undefined ? [] : findRequiredLiterals(tree)
  expect(found.every((text) => literals.some((literal) => text.includes(literal) || literal.includes(text)))).toBe(true)
  expect(found.length > 0).toBe(literals.length > 0)
})

test("every match of a regular expression contains one of its literals", () => {
  const letter = fc.constantFrom("a", "b", "c", "[ab]", "\\w", "x")
  const { source } = fc.letrec<{ source: string }>((tie) => ({
    source: fc.oneof(
      { maxDepth: 4 },
      letter,
      fc.tuple(tie("source"), tie("source")).map(([one, two]) => one + two),
      fc.tuple(tie("source"), tie("source")).map(([one, two]) => `(?:${one}|${two})`),
      fc.tuple(tie("source"), fc.constantFrom("?", "+", "{2}", "{1,2}")).map(([one, times]) => `(?:${one})${times}`),
    ),
  }))
  fc.assert(
    fc.property(source, fc.string({ unit: fc.constantFrom("a", "b", "c", "x", "y"), maxLength: 12 }), (regex, text) => {
      const tree = readRegex(regex, false)
      const literals = tree === undefined ? [] : findRequiredLiterals(tree)
      const matched = new RegExp(regex).exec(text)?.[0]
      return matched === undefined || literals.length === 0 || literals.some((literal) => matched.includes(literal))
    }),
    { numRuns: 3000 },
  )
})

function pattern(regex: string, id = "one"): LinePattern {
  return {
    id,
    regex,
    languages: ["any"],
    category: "bugs",
    severity: "minor",
    confidence: "high",
    title: "t",
    description: "d",
    autoValidated: false,
    ignoreCase: false,
    where: "anywhere",
  }
}
