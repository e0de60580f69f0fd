import { expect, test } from "vitest"
import { refError } from "./ref-error.ts"
import type { Resolved } from "./resolve.ts"

const said = (resolved: Resolved) => {
  const { code, message, next } = refError("pdf", resolved, { host: "claude", folders: 3 })
  return [code, message, next]
}

test("an error about an unresolved reference lists what was searched and similar names", () => {
  expect(said({ kind: "ambiguous", candidates: ["a:pdf", "b:pdf"] })).toEqual([
    "ref.ambiguous",
    '"pdf" could be a:pdf or b:pdf',
    "name one of them, such as a:pdf",
  ])
  expect(said({ kind: "missing", near: ["pdfs"], copies: [] })).toEqual([
    "skill.not-found",
    'there is no skill "pdf" for claude (looked in 3 directories)',
    "did you mean pdfs?",
  ])
  expect(said({ kind: "missing", near: [], copies: [] }).at(-1)).toBe("skillet list shows every name")
  expect(said({ kind: "missing", wrong: "it has two colons", near: [], copies: [] })).toEqual([
    "ref.bad-name",
    "it has two colons",
    "skillet list shows the names",
  ])
})
