import fc from "fast-check"
import { expect, test } from "vitest"
import { buildPacked, type DocumentSource } from "./build-packed.ts"
import { mergePacked, type DocumentOrigin } from "./merge-packed.ts"
import { keepInMemory, openPacked, type PackedIndex } from "./packed-index.ts"
import { readByPrefix, readPostings } from "./read-postings.ts"

const words = ["alpha", "beta", "gamma", "delta", "表格", "проверка", "über", "x1"]
const source = fc
  .record({
    name: fc.constantFrom("a-b", "plugin:a-c", "d", "ümlaut"),
    path: fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }).map((text) => `/${text.replaceAll("\0", "")}`),
    size: fc.nat(),
    changed: fc.double({ min: 0, noNaN: true }),
    said: fc.array(fc.constantFrom(...words), { maxLength: 12 }),
  })
  .map(({ name, path, size, changed, said }) => sourceOf({ name, path, size, changed }, said.join(" ")))

test("a packed index returns its documents and their words", () => {
  const index = opened(
    buildPacked([document("one", "alpha beta"), document("two", "beta beta"), document("x", "")], "s"),
  )
  expect(holding(index, "alpha")).toEqual([0])
  expect(holding(index, "beta")).toEqual([0, 1])
  expect(holding(index, "gamma")).toEqual([])
  expect(index.keys).toBe("/one\0one\0/two\0two\0/x\0x\0")
  expect([...index.sizes]).toEqual([1, 1, 1])
})

test("names are found by their beginning", () => {
  const names = ["review", "review-code", "reviews", "rev", "plugin:review"]
  const index = opened(
    buildPacked(
      names.map((name) => document(name, "")),
      "s",
    ),
  )
  expect(readByPrefix(index, "\u0001review")).toEqual(new Set([0, 1, 2, 4]))
  expect(readByPrefix(index, "\u0001z")).toEqual(new Set())
})

test("postings that fill many blocks are all found", () => {
  const texts = Array.from({ length: 300 }, (_, at) =>
    Array.from({ length: 40 }, (_, word) => `w${(at * 7 + word) % 900}`),
  )
  const index = opened(
    buildPacked(
      texts.map((said, at) => document(`d${at}`, said.join(" "))),
      "s",
    ),
  )
  expect(index.blockSums.length).toBeGreaterThan(5)
  for (const word of ["w0", "w450", "w899"])
    expect(holding(index, word)).toEqual(texts.flatMap((said, at) => (said.includes(word) ? [at] : [])))
})

test("an index of no skills is empty", () => {
  const index = opened(buildPacked([], "s"))
  expect([holding(index, "alpha"), readByPrefix(index, "a")]).toEqual([[], new Set()])
})

test("a merged index is byte for byte the one that would be built from the same skills", () => {
  fc.assert(
    fc.property(
      fc.array(source, { minLength: 1, maxLength: 8 }),
      fc.array(fc.nat({ max: 2 }), { minLength: 8, maxLength: 8 }),
      fc.nat(),
      (all, parts, turn) => {
        const kept = all.filter((_, at) => parts[at] !== 2)
        const fresh = all.filter((_, at) => parts[at] === 2)
        const stay = all.map((one, at) => ({ one, at })).filter(({ at }) => parts[at] !== 1)
        const order = stay.slice(turn % (stay.length + 1)).concat(stay.slice(0, turn % (stay.length + 1)))
        const origins = order.map(({ one }): DocumentOrigin => {
          const document = kept.indexOf(one)
          return document === -1 ? { from: "fresh", document: fresh.indexOf(one) } : { from: "kept", document }
        })
        const indexes = { kept: opened(buildPacked(kept, "s")), fresh: opened(buildPacked(fresh, "s")) }
        expect(mergePacked({ ...indexes, order: origins }, "s")).toEqual(
          buildPacked(
            order.map(({ one }) => one),
            "s",
          ),
        )
      },
    ),
  )
})

test("whatever byte is changed or cut off, no answer changes", () => {
  const sources = [document("one", "alpha beta"), document("plugin:two", "beta gamma"), document("three", "alpha")]
  const sound = buildPacked(sources, "s")
  const answers = answersOf(opened(sound))
  fc.assert(
    fc.property(fc.nat({ max: sound.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const bytes = sound.slice()
      bytes[at] = (bytes[at] ?? 0) ^ change
      const index = openPacked(keepInMemory(bytes), "s")
      if (index !== undefined)
        expect(answersOf(index).filter((answer, at) => answer !== "damaged" && answer !== answers[at])).toEqual([])
      expect(openPacked(keepInMemory(sound.slice(0, at)), "s")).toBeUndefined()
    }),
    { numRuns: 1000 },
  )
})

test("an index with another stamp is not opened, and a known one is not read again", () => {
  const bytes = buildPacked([document("one", "alpha")], "s")
  expect(openPacked(keepInMemory(bytes), "t")).toBeUndefined()
  const known = opened(bytes)
  expect(openPacked(keepInMemory(bytes.slice()), "s", known)?.firsts).toBe(known.firsts)
  expect(openPacked(keepInMemory(buildPacked([document("one", "beta")], "s")), "s", known)?.firsts).not.toBe(
    known.firsts,
  )
})

function document(name: string, description: string): DocumentSource {
  return sourceOf({ name, path: `/${name}`, size: 1, changed: 1 }, description)
}

function sourceOf(key: DocumentSource["key"], description: string): DocumentSource {
  return { key, name: key.name, description, body: () => "" }
}

function opened(bytes: Uint8Array): PackedIndex {
  return openPacked(keepInMemory(bytes), "s")!
}

function holding(index: PackedIndex, term: string): readonly number[] | "damaged" {
  const postings = readPostings(index, term)
  return postings === "damaged" ? postings : [...postings.documents]
}

/** As texts; the names of documents are checked elsewhere, against the skills. */
function answersOf(index: PackedIndex): readonly string[] {
  const terms = ["alpha", "beta", "gamma", "delta"].map((term) => {
    const postings = readPostings(index, term)
    return postings === "damaged" ? postings : JSON.stringify([[...postings.documents], [...postings.strengths]])
  })
  const names = readByPrefix(index, "\u0001t")
  return [...terms, names === "damaged" ? names : JSON.stringify([...names])]
}
