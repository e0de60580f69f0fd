import fc from "fast-check"
import { expect, test } from "vitest"
import { scanWords } from "./scan-words.ts"

test.each([
  ["Review my code, please!", ["Review", "my", "code", "please"]],
  ["don't, it’s, 'quoted'", ["don't", "it’s", "quoted"]],
  ["front-end", ["front", "end", "frontend"]],
  ["end-to-end", ["end", "to", "end"]],
  ["snake_case v1.2", ["snake", "case", "v1", "2"]],
  ["useEffect", ["useEffect", "use", "Effect"]],
  ["HTMLParserFactory", ["HTMLParserFactory", "HTML", "Parser", "Factory"]],
  ["GitHub PostgreSQL", ["GitHub", "PostgreSQL"]],
  ["C++ c# C#5 a+b", ["C++", "c#", "C", "5", "a", "b"]],
  ["node.js k8s", ["node", "js", "k8s"]],
  ["Änderungen prüfen: Café", ["Anderungen", "prufen", "Cafe"]],
  ["Проверка кода", ["Проверка", "кода"]],
  ["处理Excel表格", ["处理", "Excel", "表格"]],
  ["表格处理，图", ["表格", "格处", "处理", "图"]],
  ["テストを書く", ["テス", "スト", "トを", "を書", "書く"]],
  ["코드 리뷰", ["코드", "리뷰"]],
  ["✅ → … 👍 —", []],
  ["", []],
])("%j has the words %j", (text, words) => {
  expect(written(text)).toEqual(words)
})

test("a word has its position, and so have its parts", () => {
  const spans: unknown[] = []
  const text = "fix the front-end useEffect 表格处"
  scanWords(text, (_, from, to) => spans.push(text.slice(from, to)))
  expect(spans).toEqual(["fix", "the", "front", "end", "front-end", "useEffect", "use", "Effect", "表格", "格处"])
})

test("any text gives words without blanks, each from a place inside it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      scanWords(text, (word, from, to) => {
        expect(word).not.toMatch(/\s|^$/u)
        expect([from >= 0, from < to, to <= text.length]).toEqual([true, true, true])
      })
    }),
    { numRuns: 1000 },
  )
})

function written(text: string): readonly string[] {
  const words: string[] = []
  scanWords(text, (word) => words.push(word))
  return words
}
