import type { CodeNode } from "../../../code-tree.ts"
import type { CodeView } from "../../../rules/code-view.ts"
import { isConstant, findOnlyValue, renderCodeValue } from "../../render-code-value.ts"

/** A literal in place of a secret. A mere hint where to put one does not count. */
export function isSecretText(node: CodeNode, code: CodeView): boolean {
  if (!isConstant(code, node) || isFilledLater(node, code)) return false
  const text = renderCodeValue(code, node)
  return (
    text.length > 0 &&
    !isAlgorithmName(text) &&
    // A regular expression describes what a secret looks like.
    !/^\/.*\/[dgimsuvy]*$/.test(text) &&
    !/^(?:null|none|true|false|undefined|\d+$|\[|\$\{|<|\{\{|%|-----BEGIN (?:PUBLIC|CERT)|(?:your|my)?[-_ ]?(?:password|secret|key|token)?[-_ ]?here)/i.test(
      text,
    ) &&
    !/^(?:x+|\*+|\.+|-+)$|change_?(?:me|this|it)(?:_|$)|example|placeholder|redacted/i.test(text)
  )
}

/** `Buffer.alloc(8)`, which gets its bytes from elsewhere. */
function isFilledLater(node: CodeNode, code: CodeView): boolean {
  const shape = code.shape(node)
  const value = shape.kind === "name" ? findOnlyValue(code, shape.name, node) : node
  return /^(?:new\s+)?(?:Buffer\.alloc\w*|Uint8Array|bytearray)\(\s*\w*\s*\)$/.test(value?.text ?? "")
}

const cipher =
  /^(?:aes|des|3des|tripledes|des-ede3?|blowfish|bf|camellia|chacha20|xchacha20|rc[245]|rsa|id-aes)(?:[-_ ]?(?:128|192|256|poly1305|cbc|ecb|gcm|ctr|cfb\d*|ofb|ccm|xts|wrap|oaep|pkcs1|ede3?))*$/i
const digest =
  /^(?:(?:hmac|pbkdf2|rsa|ecdsa|dsa|hkdf)[-_:]?)?(?:with[-_]?)?(?:sha[-_]?(?:1|2|3|224|256|384|512)?(?:[-_/]\d+)?|md[245]|ripemd[-_]?\d*|blake2[bs]?\d*)$/i
const otherAlgorithm =
  /^(?:[hrep]s(?:256|384|512)|eddsa|ed25519|ed448|x25519|ecdsa|pbkdf2|bcrypt|scrypt|argon2(?:id|i|d)?|hmac|secp\d+[rk]1|prime256v1|django_bcrypt)$/i

/** The name of a cipher, a hash or a signature says how something is protected, not with what. */
export function isAlgorithmName(text: string): boolean {
  return [cipher, digest, otherAlgorithm].some((name) => name.test(text))
}

/** `process.env.KEY || "written here"`, also through a name: the literal is used wherever no other value is set. */
export function isWrittenFallback(node: CodeNode, code: CodeView): boolean {
  const shape = code.shape(node)
  const value = shape.kind === "name" ? findOnlyValue(code, shape.name, node) : node
  const [left, right] = value === undefined ? [] : [value.field("left"), value.field("right")]
  if (left === undefined || right === undefined) return false
  return fromOutside.test(left.text) && isPasswordText(right, code)
}

/** Where a setting is read from. */
const fromOutside = /^(?:process\.env|Deno\.env|import\.meta\.env|env|(?:this\.)?\w*[cC]onfig\w*\.get)\b/

/** As above, and not only the name of a field or its label. */
export function isPasswordText(node: CodeNode, code: CodeView): boolean {
  const text = renderCodeValue(code, node)
  return (
    isSecretText(node, code) &&
    text.length >= 4 &&
    !/^(?:password|passwd|secret|token|key|string|text|hidden)$/i.test(text)
  )
}

/** An object with a written password, also one inside it. */
export function hasPassword(code: CodeView, node: CodeNode): boolean {
  const shape = code.shape(node)
  if (shape.kind === "name") {
    const [only, ...more] = code.flow.names.all(shape.name, node)
    return only?.kind === "value" && more.length === 0 && only.value !== node && hasPassword(code, only.value)
  }
  if (shape.kind !== "record") return false
  return shape.entries.some(
    ({ key, value }) =>
      (/^(?:password|pass|passwd)$/.test(key ?? "") && isPasswordText(value, code)) ||
      (/^(?:auth|connection)$/.test(key ?? "") && hasPassword(code, value)),
  )
}
