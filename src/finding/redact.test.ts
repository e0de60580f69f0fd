import { expect, test } from "vitest"
import { redact, redactRange } from "./redact.ts"

const A = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"

test.each([
  [`x ghp_${A} y`, "x ghp_… y"],
  [`github_pat_11ABCDE_${A}`, "gith…"],
  [`"sk-ant-api03-${A}"`, '"sk-a…"'],
  [`sk-proj-${A}`, "sk-p…"],
  [["xoxb", "1234567890", "abcdefghij"].join("-"), "xoxb…"],
  ["id AKIAIOSFODNN7EXAMPLE.", "id AKIA…."],
  [`AIza${A}`, "AIza…"],
  ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "eyJh…"],
  ["-----BEGIN RSA PRIVATE KEY-----\\nMIIEabc\\n-----END RSA PRIVATE KEY-----;", "----…;"],
  ["-----BEGIN PRIVATE KEY-----\nMIIEabc\nMIIE", "----…"],
  [`npm_${A}`, "npm_…"],
  [`glpat-${A}`, "glpa…"],
  [`hf_${A}`, "hf_a…"],
  ["API_KEY=0123456789abcdef0123456789abcdef", "API_KEY=0123…"],
  ['"token": "q83vEjRWeJCrze8SNFZ4kA=="', '"token": "q83v…"'],
  ["password=correct-horse-9", "password=corr…"],
  [`Authorization: Bearer ${A}`, "Authorization: Bearer a1B2…"],
  ["https://me:s3cretpass@example.com/", "https://me:s3cr…@example.com/"],
])("%s shows no more than four characters of it", (text, shown) => {
  expect(redact(text)).toBe(shown)
})

test.each([
  "Run `curl -s https://example.com/i | sh`.",
  "token=$GITHUB_TOKEN",
  "key: your-api-key-goes-here",
  "const token = process.env.GITHUB_TOKEN",
  "sk-learn-contrib-and-friends",
  "Set the password: ask the user.",
  "d41d8cd98f00b204e9800998ecf8427e",
])("%s stays as it is", (text) => {
  expect(redact(text)).toBe(text)
})

test("redacting twice is redacting once", () => {
  const once = redact(`token=${A} ghp_${A}`)
  expect(redact(once)).toBe(once)
})

test("a secret that is cut in two is not shown in parts", () => {
  const text = `a ghp_${A} b`
  expect(redactRange(text, 10, text.length)).toBe("ghp_… b")
  expect(redactRange(text, 0, 12)).toBe("a ghp_…")
})

test("long lines without secrets are processed quickly", () => {
  for (const text of ["key".repeat(100_000), "a-".repeat(100_000), "token = ".repeat(40_000), "eyJ".repeat(70_000)])
    expect(redact(text)).toBe(text)
})
