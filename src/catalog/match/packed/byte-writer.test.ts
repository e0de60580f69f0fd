import fc from "fast-check"
import { expect, test } from "vitest"
import { openByteWriter, numberLength, readNumber } from "./byte-writer.ts"

test("numbers are read back as written, each with the stated length", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 0x7fffffff })), (numbers) => {
      const out = openByteWriter(1)
      for (const number of numbers) out.number(number)
      const cursor = { at: 0 }
      expect(numbers.map(() => readNumber(out.bytes(), cursor))).toEqual(numbers)
      expect(out.length).toBe(numbers.reduce((sum, number) => sum + numberLength(number), 0))
    }),
  )
})

test("bytes, texts and other bytes follow each other, and a cleared writer starts afresh", () => {
  const out = openByteWriter(0)
  out.byte(7)
  out.shortText("é")
  out.append(Uint8Array.of(1, 2))
  expect([...out.bytes()]).toEqual([7, 2, 0xc3, 0xa9, 1, 2])
  out.clear()
  expect(out.length).toBe(0)
})
