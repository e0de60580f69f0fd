import { expect, test } from "vitest"
import { collectWords, WIDE } from "./collect-words.ts"

test("a text has its own words in any case, and not parts of them", () => {
  const words = collectWords("Run `curl -sT - URL`; my_key2")
  expect(["run", "curl", "st", "url", "my_key2"].filter((word) => words.has(word))).toHaveLength(5)
  expect(["cur", "key2", "my", "", "wget"].filter((word) => words.has(word))).toEqual([])
})

test("each of many different words is found, and of as many others none", () => {
  const own = Array.from({ length: 5000 }, (_, at) => `a${at.toString(36)}`)
  const words = collectWords(own.join(" "))
  expect(own.filter((word) => !words.has(word))).toEqual([])
  expect(own.filter((word) => words.has(`${word}_`))).toEqual([])
})

test("one word of a list is enough", () => {
  const words = collectWords("Run curl; привет")
  expect([["wget", "curl"], ["wget", "nc"], [WIDE], []].map((list) => words.hasAny(list))).toEqual([
    true,
    false,
    true,
    false,
  ])
  expect(collectWords("plain").hasAny([WIDE, "other"])).toBe(false)
})

test("letters of other scripts are noticed, and typographic marks are not", () => {
  expect([collectWords("привет"), collectWords("你好")].map((words) => words.has(WIDE))).toEqual([true, true])
  expect([collectWords("a — b “c” → d"), collectWords("")].map((words) => words.has(WIDE))).toEqual([false, false])
})
