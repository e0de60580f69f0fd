import fs from "node:fs"
import path from "node:path"
import fc from "fast-check"
import { expect, test } from "vitest"
import { openCodeReader } from "../io/open-code-reader.ts"
import type { CodeNode } from "../code-tree.ts"
import { detectSyntax, detectTreeLanguage } from "./detect-code-language.ts"
import { type ZoneSyntax, findZones } from "./find-zones.ts"

/**
 * The text with each character of a string as `s` and of a comment as `c`; code, spaces and line ends stay as they are.
 */
function masked(text: string, syntax: ZoneSyntax): string {
  const zones = findZones(text, syntax)
  return [...text.matchAll(/[^]/g)]
    .map(({ 0: char, index }) => {
      const kind = zones.at(index)
      return kind === "code" || /\s/.test(char) ? char : kind[0]
    })
    .join("")
}

test.each([
  ["f(`a${b}c`); g(`d`)", "f(`sssbsss); g(`ss)"],
  ["`${a}` + b + `${c}`", "`ssass + b + `sscss"],
  ["`${`${a}`}` + b", "`ss`ssassss + b"],
  ["`${{ a: { b: 1 } }.a}` + b", "`ss{ a: { b: 1 } }.ass + b"],
  ["`${f('}', \"`\", /[`}]/)}` + b", "`ssf('ss, \"ss, /sssss)ss + b"],
  ["`${a /* } ` */ + b // ` }\n}` + c", "`ssa cc c c cc + b cc c c\nss + c"],
  ["`\\${a}\\`$b` + c", "`ssssssssss + c"],
  ["`a\n${b}\n` + c", "`s\nssbs\ns + c"],
  ["`${(a}` + b", "`ss(ass + b"],
  ["`${a", "`ssa"],
  ["`a + b", "`s s s"],
  ["tag`${a}` / `${b}` / 2", "tag`ssass / `ssbss / 2"],
  ["'a\nb", "'s\nb"],
  ["'a\\\nb' + c", "'ss\nss + c"],
  ["'a\\\r\nb' + c", "'ss\r\nss + c"],
  ["'' + \"\"", "'s + \"s"],
  ["a / b / c", "a / b / c"],
  ["a\n  / b / c", "a\n  / b / c"],
  ["a[0] / b(1) / c++ / d! / e", "a[0] / b(1) / c++ / d! / e"],
  ["a /* b */ / c / d", "a cc c cc / c / d"],
  ["a = /b'c/g.test(d)", "a = /sssss.test(d)"],
  ["a = /[/'\\]]\\//.test(b)", "a = /sssssssss.test(b)"],
  ["return /'/.test(a)", "return /ss.test(a)"],
  ["a.return / b / c", "a.return / b / c"],
  ["if (a) /'/.test(b)", "if (a) /ss.test(b)"],
  ["f(a) / b / c", "f(a) / b / c"],
  ["{ a }\n/'/.test(b)", "{ a }\n/ss.test(b)"],
  ["x = { a } / b / c", "x = { a } / b / c"],
  ["[.../'/.exec(a)]", "[.../ss.exec(a)]"],
  ["a = b => /'/.test(b)", "a = b => /ss.test(b)"],
  ["a = / b", "a = / b"],
  ["<b>a</b>; '</b>'", "<b>a</b>; 'sssss"],
  ["#!/usr/bin/env node\na", "cccccccccccccc cccc\na"],
  ["a /* b", "a cc c"],
])("in JavaScript, %j is divided into %j", (text, expected) => {
  expect(masked(text, "script")).toBe(expected)
})

test.each([
  ["a = '#' # b", "a = 'ss c c"],
  ["'''a\n'' # b\n''' # c", "'sss\nss s s\nsss c c"],
  ['"""a\\"""b""" + c', '"sssssssssss + c'],
  ["'''a", "'sss"],
  ["'a\nb", "'s\nb"],
  ["'' + \"\" + f'' + a", "'s + \"s + f's + a"],
  ["f'{a}' + b", "f'sass + b"],
  ["f'{{a}}' + b", "f'ssssss + b"],
  ["f'{{{a}}}' + b", "f'sssassss + b"],
  ["f'{a[\"b\"]}' + c", "f'sa[\"ss]ss + c"],
  ["f'{a['b']}' + c", "f'sa['ss]ss + c"],
  ["f'{f'{a}'}' + b", "f'sf'sassss + b"],
  ["f'{a:>{b}}' + c", "f'sasssbsss + c"],
  ["f'{a!r:%H:%M}' + c", "f'sa!rssssssss + c"],
  ["f'{a[1:2]}{(lambda: b)()}' + c", "f'sa[1:2]ss(lambda: b)()ss + c"],
  ["f'{ {1: 2}[1] }' + c", "f's {1: 2}[1] ss + c"],
  ["f'''{a}\n'{b}' {c # d }\n}''' + e", "f'sssas\nssbss sc c c c\nssss + e"],
  ["rf'\\{a}' + Rb'\\'b' + c", "rf'ssass + Rb'ssss + c"],
  ["f'\\N{DASH}{a}\\'' + b", "f'sssssssssassss + b"],
  ["f'{a\n}' + b", "f'sa\nss + b"],
  ["f'{(a}' + b", "f's(ass + b"],
  ["f'a\nb", "f's\nb"],
  ["f'{a:\nb", "f'sas\nb"],
  ["f'{a:\n}: b", "f'sas\n}: b"],
  ["half'a'", "half'ss"],
  ["if'{a}':b", "if'ssss:b"],
])("in Python, %j is divided into %j", (text, expected) => {
  expect(masked(text, "python")).toBe(expected)
})

const noise = fc
  .array(
    fc.constantFrom(
      ..."`'\"/\\${}()[]#*:!<>=fr a\n\r".split(""),
      "${",
      "//",
      "/*",
      "*/",
      "'''",
      '"""',
      'f"',
      "{{",
      "return ",
      "é",
      "😀",
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""))

test("for any text, zones are ordered, disjoint, not empty and within the text", () => {
  fc.assert(
    fc.property(noise, fc.constantFrom<ZoneSyntax>("script", "python"), (text, syntax) => {
      const { ranges } = findZones(text, syntax)
      const bounds = ranges.flatMap(({ start, end }) => [start, end])
      expect(bounds).toEqual([...bounds].sort((a, b) => a - b))
      expect(ranges.filter(({ start, end }) => start >= end || start < 0 || end > text.length)).toEqual([])
    }),
    { numRuns: 2000 },
  )
})

/** A piece of valid code, and how it is divided. */
interface Piece {
  readonly text: string
  readonly cut: string
}

const joined = (pieces: readonly Piece[]): Piece => ({
  text: pieces.map(({ text }) => text).join(""),
  cut: pieces.map(({ cut }) => cut).join(""),
})
const plain = (text: string): Piece => ({ text, cut: text })
const inString = (text: string): Piece => ({ text, cut: text.replace(/\S/g, "s") })
const quoted = (quote: string, inside: string): Piece => joined([plain(quote), inString(inside + quote)])

const { value: scriptValue } = fc.letrec<{ value: Piece; template: Piece }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom("a", "(b / 2 / c)", "d[0] / e", "f++ / g", "{ h: 1 }.h").map(plain),
    fc.constantFrom("", "`", "${", "}", "\\'", "//", "/*").map((inside) => quoted("'", inside)),
    fc.constantFrom("`", "[/`]", "\\/", "'", "${").map((inside) => joined([plain("/"), inString(`${inside}/g`)])),
    fc.constant(joined([plain("(a "), { text: "/*`${*/", cut: "ccccccc" }, plain(" )")])),
    fc.constant(joined([plain("[a "), { text: "//`}'", cut: "ccccc" }, plain("\n]")])),
    tie("template"),
  ),
  template: fc
    .array(fc.tuple(fc.constantFrom("", "x", "\\`", "$", "}", "'", "//", "\\${"), tie("value")), { maxLength: 3 })
    .map((parts) => {
      const inside = parts.flatMap(([text, value]) => [inString(`${text}\${`), value, inString("}")])
      return joined([plain("`"), ...inside, inString("`")])
    }),
}))

const { value: pythonValue } = fc.letrec<{ value: Piece; formatted: Piece }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom("a", "b[1:2]", "c(d)", " {1: 2}[1]", "(lambda: 1)()").map(plain),
    fc.constantFrom("", '"', "{", "}", "\\'", "#").map((inside) => quoted("'", inside)),
    fc.constantFrom("", "'", "\n#", "{").map((inside) => joined([plain('"'), inString(`""${inside}"""`)])),
    tie("formatted"),
  ),
  formatted: fc
    .tuple(
      fc.constantFrom("'", '"', '"""'),
      fc.array(fc.tuple(fc.constantFrom("", "x", "{{", "}}", "#"), tie("value"), fc.constantFrom("}", ":>4}", ":}")), {
        maxLength: 3,
      }),
    )
    .map(([quote, parts]) => {
      const inside = parts.flatMap(([text, value, end]) => [inString(`${text}{`), value, inString(end)])
      return joined([plain(`f${quote[0]}`), inString(quote.slice(1)), ...inside, inString(quote)])
    }),
}))

test.each([
  ["script", scriptValue, " + "],
  ["python", pythonValue, " , "],
] as const)("sound %s is cut as it was put together", (syntax, value, sign) => {
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), (values) => {
      const whole = joined(values.flatMap((one) => [plain(`x =${sign}`), one, plain("\n;")]))
      expect(masked(whole.text, syntax)).toBe(whole.cut)
    }),
    { numRuns: 1000 },
  )
})

const root = path.resolve(import.meta.dirname, "../../../..")

test("our own sources and the Python examples are divided as their syntax trees require", async () => {
  const reader = await openCodeReader()
  const files = ["packages/scan/src", "src/review", "src/skill", "src/shell", "examples/shop"].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => path.join(folder, name))
      .filter((name) => detectTreeLanguage(name) !== undefined && !name.includes("node_modules")),
  )
  expect(files.length).toBeGreaterThan(200)
  const different = files.filter((file) => {
    const text = fs.readFileSync(path.join(root, file), "utf8")
    const language = detectTreeLanguage(file) ?? "javascript"
    const nodes = reader.parse(text, language).ofKind(...treeKinds)
    return masked(text, detectSyntax(file) ?? "script") !== maskedByTree(text, nodes)
  })
  expect(different).toEqual([])
})

const treeKinds = [
  "comment",
  "hash_bang_line",
  "string",
  "template_string",
  "template_literal_type",
  "regex",
  "template_substitution",
  "template_type",
  "interpolation",
  "format_specifier",
]

/** Outer nodes are painted before the nodes inside them. */
function maskedByTree(text: string, nodes: readonly CodeNode[]): string {
  const chars = text.split("")
  for (const { kind, start, end } of nodes) {
    const isComment = kind === "comment" || kind === "hash_bang_line"
    const isInserted = /^(?:template_substitution|template_type|interpolation)$/.test(kind)
    const lead = isInserted ? text.indexOf("{", start) + 1 - start : isComment || kind === "format_specifier" ? 0 : 1
    const from = kind === "string" ? start + text.slice(start, end).search(/["']/) + 1 : start + lead
    for (let at = from; at < (isInserted ? end - 1 : end); at++) {
      const char = text[at] ?? ""
      chars[at] = isInserted || /\s/.test(char) ? char : isComment ? "c" : "s"
    }
  }
  return chars.join("")
}

test.each([
  ["script", "`${"],
  ["script", "=/["],
  ["script", "/*`"],
  ["script", "(`${{"],
  ["python", "f'{a:{"],
  ["python", "f'\\N{"],
  ["python", "{(f'''{"],
] as const)("a long %s of %j takes no longer than its length allows", (syntax, part) => {
  const time = (times: number): number => {
    const started = process.cpuUsage()
    findZones(part.repeat(times), syntax)
    const { user, system } = process.cpuUsage(started)
    return (user + system) / 1000
  }
  time(20_000)
  expect(time(200_000)).toBeLessThan(2000)
})
