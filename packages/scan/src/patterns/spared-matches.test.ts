import { expect, test } from "vitest"
import { isSpared } from "./spared-matches.ts"

const key = "MIIBxwIBAAJhAKD0YSHy73nUgysO13XsJmd4fHiFyQ00R7VVu2iV9Qcohj2Nx8Tq1Lk"

test.each([
  ["-----BEGIN PRIVATE KEY-----\n<key data>\n-----END PRIVATE KEY-----", true],
  [`-----BEGIN RSA PRIVATE KEY-----\n${key}\n...\n-----END RSA PRIVATE KEY-----`, true],
  ["-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----", true],
  [`-----BEGIN RSA PRIVATE KEY-----\\n${key}\\n-----END RSA PRIVATE KEY-----`, false],
  [`-----BEGIN RSA PRIVATE KEY-----\n${key}`, false],
])("%j has no key in it: %s", (text, expected) => {
  expect(isSpared("private-key-in-code", text, 0)).toBe(expected)
})

test.each([
  ["# A wrong error of mypy: copy(None) is supported.\nports = copy(given)  # type: ignore", true],
  ["# pylint: disable=wildcard-import,unused-import,line-too-long\nfrom a import b  # noqa", false],
  ["x = 1\nvalue = load()  # type: ignore", false],
  ["# See the long address of a page\n# which is in this comment  # noqa", false],
])("%j says why a check is silenced: %s", (text, expected) => {
  expect(isSpared("check-silenced-python", text, text.lastIndexOf("#"))).toBe(expected)
})

test.each([
  ["if (notification.unsafeTls) {\n  config.agent = new Agent({\n    rejectUnauthorized: false,", true],
  ["const tls = options.allowSelfSigned ? { rejectUnauthorized: false", true],
  ["const options = { cert, requestCert: false, rejectUnauthorized: false", true],
  ["if (url.startsWith('https')) {\n  agent = new Agent({ rejectUnauthorized: false", false],
  ["if (options.insecure) warn()\nconst agent = new Agent({ rejectUnauthorized: false", false],
])("%j switches checks off because a user asked for it, or has none: %s", (text, expected) => {
  expect(isSpared("tls-check-off", text, text.lastIndexOf("rejectUnauthorized"))).toBe(expected)
})

test("other patterns are not spared", () => {
  expect(isSpared("cloud-key-in-code", "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----", 0)).toBe(false)
})
