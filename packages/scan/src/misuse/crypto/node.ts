import { defineMisuseRule } from "../define-misuse-rule.ts"
import { findEnclosingFunction } from "../../rules/tree-shapes.ts"

const authenticated = /^(?:aes-?\d+-(?:gcm|ccm|ocb)|chacha20-poly1305)$/i

/** Node's own functions for ciphers, random bytes and buffers. */
export const nodeRules = [
  defineMisuseRule(
    {
      id: "unchecked-tag",
      severity: "minor",
      persona: "pedantic",
      cwe: "CWE-354",
      title: "Authentication tag (AES-GCM) is not fully verified",
      description: "Node accepts shorter tags, which are easier to guess; without final() no tag is checked at all.",
      fix: "Pass authTagLength: 16 to createDecipheriv, call setAuthTag, and call final() before using the text.",
      words: ["createDecipheriv"],
    },
    [
      {
        language: "script",
        calls: ["crypto.createDecipheriv", "createDecipheriv", ".createDecipheriv"],
        where: { "0": authenticated, authTagLength: "missing" },
        example: 'const d = crypto.createDecipheriv("aes-256-gcm", key, iv)\n',
        lookAlike: 'const d = crypto.createDecipheriv("aes-256-gcm", key, iv, { authTagLength: 16 })\n',
      },
      {
        language: "script",
        calls: ["crypto.createDecipheriv", "createDecipheriv", ".createDecipheriv"],
        where: { "0": authenticated, authTagLength: "given" },
        and: ({ node }) => {
          const fn = findEnclosingFunction(node)
          return fn !== undefined && /\.update\(/.test(fn.text) && !/\.final\(|\.pipe\(|pipeline\(/.test(fn.text)
        },
        example:
          'function open(key, iv, text) {\n  const d = crypto.createDecipheriv("aes-256-gcm", key, iv, { authTagLength: 16 })\n  return d.update(text)\n}\n',
        lookAlike:
          'function open(key, iv, text) {\n  const d = crypto.createDecipheriv("aes-256-gcm", key, iv, { authTagLength: 16 })\n  return d.update(text) + d.final()\n}\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "obsolete-node-call",
      severity: "suggestion",
      persona: "pedantic",
      cwe: "CWE-477",
      title: "Deprecated Node.js API with weaker guarantees",
      description: "Old versions may return predictable bytes, or read and write beyond the end of the buffer.",
      fix: "Use crypto.randomBytes instead of pseudoRandomBytes, and leave the argument noAssert out.",
      words: ["pseudoRandomBytes", "UInt", "Int8", "Int16", "Int32", "Float", "Double"],
    },
    [
      {
        language: "script",
        calls: ["crypto.pseudoRandomBytes", "pseudoRandomBytes", ".pseudoRandomBytes"],
        example: "const id = crypto.pseudoRandomBytes(16)\n",
        lookAlike: "const id = crypto.randomBytes(16)\n",
      },
      {
        language: "script",
        calls: ["UInt8", "Int8", "UInt16LE", "UInt16BE", "Int16LE", "Int16BE", "UInt32LE", "UInt32BE", "Int32LE"]
          .concat("Int32BE", "FloatLE", "FloatBE", "DoubleLE", "DoubleBE")
          .flatMap((kind) => [`.read${kind}`, `.write${kind}`]),
        and: ({ args }) => args.length > 1 && args.at(-1)?.text === "true",
        example: "const n = buffer.readUInt8(at, true)\n",
        lookAlike: "const n = buffer.readUInt8(at)\n",
      },
    ],
  ),
]
