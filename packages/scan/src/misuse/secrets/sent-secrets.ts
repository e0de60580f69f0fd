import type { MisuseRow } from "../define-misuse-rule.ts"
import { renderCodeValue } from "../render-code-value.ts"
import { isPasswordText, isSecretText } from "./finders/secret-texts.ts"

/** A text with digits and letters that nobody would remember. */
const opaque = /^(?=.*\d)(?=.*[a-z])[\w.~+/=-]{12,}$/i

/** Keys that are written into requests and tokens. */
export const sentSecretRows: readonly MisuseRow[] = [
  {
    language: "script",
    names: /^(?:authorization|proxy-authorization)$/i,
    is: (node, code) => {
      const [, key = ""] = /^(?:Bearer|Basic|Token|token|ApiKey) (\S+)$/.exec(renderCodeValue(code, node)) ?? []
      return isSecretText(node, code) && opaque.test(key)
    },
    example: 'fetch(url, { headers: { Authorization: "Bearer 8f14e45fceea167a5a36dedd" } })\n',
    lookAlike: 'fetch(url, { headers: { Authorization: "Bearer <token>" } })\n',
  },
  {
    language: "script",
    names: /^x-(?:api-key|auth-token|access-token|apikey)$/i,
    is: (node, code) => isSecretText(node, code) && opaque.test(renderCodeValue(code, node)),
    example: 'fetch(url, { headers: { "X-Api-Key": "8f14e45fceea167a" } })\n',
    lookAlike: 'fetch(url, { headers: { "X-Api-Key": "demo" } })\n',
  },
  {
    language: "script",
    names: /(?:key|secret)$/i,
    is: (node, code) =>
      /^new TextEncoder\(\)\.encode\(\s*["'`]/.test(node.text) && /\(.{8,}\)$/.test(renderCodeValue(code, node)),
    inFile: /\bjose\b|\bSignJWT\b|\bjwtVerify\b/,
    example: 'import { SignJWT } from "jose"\nconst key = new TextEncoder().encode("pelican-orbit-7741")\n',
    lookAlike: 'import { SignJWT } from "jose"\nconst key = new TextEncoder().encode(process.env.KEY)\n',
  },
  {
    language: "script",
    calls: ["jose.JWT.sign", "jose.JWT.verify", "jose.JWS.sign", "jose.JWS.verify"],
    where: { "1": isPasswordText },
    example: 'const { JWT } = require("jose")\nJWT.sign({ id }, "pelican-orbit")\n',
    lookAlike: 'const { JWT } = require("jose")\nJWT.sign({ id }, key)\n',
  },
]
