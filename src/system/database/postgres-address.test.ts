import { expect, test } from "vitest"
import { isPostgresAddress, readPostgresAddress } from "./postgres-address.ts"

test("an address is shown without its password, and the driver gets no parameter of ours", () => {
  const read = readPostgresAddress("postgres://me:secret@db:5433/x?schema=shop&sslmode=verify-full&pooler=transaction")
  expect(read).toEqual({
    connection: "postgres://me:secret@db:5433/x?sslmode=verify-full",
    shown: "postgres://me@db:5433/x?sslmode=verify-full&schema=shop",
    schema: "shop",
    pooler: "transaction",
  })
  expect(readPostgresAddress("postgresql://db/x")).toMatchObject({ schema: "skillet", pooler: undefined })
  expect(readPostgresAddress("postgres://db/x?password=secret").shown).not.toContain("secret")
})

test.each(["Shop", "a b", 'a"; DROP', "", "a".repeat(41)])(
  "a schema %j is refused: it becomes part of statements",
  (name) => {
    const read = () => readPostgresAddress(`postgres://db/x?schema=${encodeURIComponent(name)}`)
    expect(read).toThrow(expect.objectContaining({ code: "store.address" }))
  },
)

test("what an address says about a pooler is one of two words", () => {
  expect(readPostgresAddress("postgres://db/x?pooler=session").pooler).toBe("session")
  expect(() => readPostgresAddress("postgres://db/x?pooler=statement")).toThrow(
    expect.objectContaining({
      code: "store.address",
      next: "write pooler=transaction or pooler=session, or nothing about it",
    }),
  )
})

test.each([
  ["/data/skillet.db", false],
  ["mysql://db/x", false],
  ["postgres://db/x", true],
  ["postgresql://db/x", true],
])("%s is the address of a server: %s", (named, is) => {
  expect(isPostgresAddress(named)).toBe(is)
})
