import type { CodeNode } from "../../../code-tree.ts"
import type { CodeView } from "../../../rules/code-view.ts"
import { findOnlyValue } from "../../render-code-value.ts"
import { isPasswordText } from "./secret-texts.ts"

const keyed = /\bcreateHmac\(|\bhmac\.(?:new|digest)\(|\bHmacSHA\d+\(|\bHMAC\(/
const hashedPassword = /(?:^|[._[\]"'])(?:password_?hash|hashed_?password|passwd_?hash|pw_?hash)["'\]]*$/i
const hashing = /\b(?:hash|digest|hexdigest|sha\d+|md5|createHash|encrypt|pbkdf2\w*)\b\w*\(/i

/** `==` where one side is a keyed hash, or a password's hash and the other was just hashed. */
export function findSecretComparisons(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("binary_expression", "comparison_operator").filter((node) => {
    if (!node.children.some(({ kind }) => /^[=!]==?$/.test(kind))) return false
    const [left, right] = [node.named[0], node.named.at(-1)]
    if (left === undefined || right === undefined) return false
    const sides = [left, right] as const
    if (sides.some((side) => code.shape(side).kind === "constant")) return false
    const [one, other] = sides.map((side) => readMaker(code, side))
    if (keyed.test(one ?? "") || keyed.test(other ?? "")) return true
    return (
      (hashedPassword.test(left.text) && hashing.test(other ?? "")) ||
      (hashedPassword.test(right.text) && hashing.test(one ?? ""))
    )
  })
}

/** A function that only makes the hash, and does not compare it as well. */
const LONGEST_MAKER = 300

function readMaker(code: CodeView, node: CodeNode): string {
  const shape = code.shape(node)
  const value = shape.kind === "name" ? findOnlyValue(code, shape.name, node) : undefined
  const made = code.shape(value ?? node)
  const fn = made.kind === "call" ? (code.flow.findFunction(made.callee) ?? findMethod(code, made.callee)) : undefined
  if (fn !== undefined && fn.text.length < LONGEST_MAKER) return fn.text
  if (value === undefined) return node.text
  const inner = /^(\w+)\.(?:hexdigest|digest)\(/.exec(value.text)?.[1]
  const before = inner === undefined ? undefined : findOnlyValue(code, inner, value)
  return `${value.text} ${before?.text ?? ""}`
}

/** The method of this file that `self.name` or `this.name` refers to. */
function findMethod(code: CodeView, callee: CodeNode): CodeNode | undefined {
  const name = /^(?:self|this)\.(\w+)$/.exec(callee.text)?.[1]
  if (name === undefined) return undefined
  return code.tree
    .ofKind("function_definition", "method_definition")
    .find((method) => method.field("name")?.text === name)
}

const password = /(?:^|[._])(?:password|passwd|pwd|passphrase|pass)$/i
/** What a form, a parser or a library calls its fields and states. */
const wordOnly = /^(?:[a-z]+|[A-Z]+|[A-Z_]+)$/

/** `user.password === "…"`: the password is in the code. */
export function findComparedPasswords(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("binary_expression").filter((node) => {
    const [left, right] = [node.named[0], node.named[1]]
    if (left === undefined || right === undefined || !/^[=!]==?$/.test(node.children[1]?.kind ?? "")) return false
    const [given, kept] = right.kind === "string" ? [left, right] : [right, left]
    if (kept.kind !== "string" || !password.test(given.text)) return false
    return isPasswordText(kept, code) && !wordOnly.test(kept.text.slice(1, -1))
  })
}

const ofUser = /(?:user|name|login|email)\w*["'\])]*$/i
const repeated = /confirm|repeat|again|retype|old|previous|\b(?:undefined|null)$/i

/** `user == own.user && pass == own.pass`: the time it takes tells how much of the password is right. */
export function findComparedSignIns(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("binary_expression").flatMap((node) => {
    const last = node.named.at(-1)
    if (last === undefined || !node.children.some(({ kind }) => /^(?:&&|\|\|)$/.test(kind))) return []
    const [one, other] = [node.named[0], last].map((side) => comparedSides(code, side))
    const isOfUser = one?.every((side) => ofUser.test(side)) === true
    const isPassword = other?.some((side) => password.test(side)) === true && !other.some((side) => repeated.test(side))
    return isOfUser && isPassword ? [last] : []
  })
}

/** What `==` compares, if neither side is written there. */
function comparedSides(code: CodeView, node: CodeNode | undefined): readonly string[] | undefined {
  if (node?.kind !== "binary_expression" || !node.children.some(({ kind }) => /^[=!]==?$/.test(kind))) return undefined
  return node.named.some((side) => code.shape(side).kind === "constant")
    ? undefined
    : node.named.map(({ text }) => text)
}

const secretName =
  /(?:^|[._])(?:password|passwd|pwd|secret|apiKey|api_key|token|authToken|accessToken|hash|digest|signature|hmac)$/i
const notSecret = /^(?:undefined|null|true|false|["'`].*["'`]|\d+|typeof\b.*)$|\.length$|\.type$|\.kind$/

/** `token === expected`, whatever is in them. */
export function findComparedNames(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("binary_expression").filter((node) => {
    if (!node.children.some(({ kind }) => /^[=!]==?$/.test(kind))) return false
    const [left, right] = [node.named[0]?.text ?? "", node.named.at(-1)?.text ?? ""]
    if (notSecret.test(left) || notSecret.test(right) || repeated.test(`${left} ${right}`)) return false
    if (/^[A-Z_]+$/.test(left) || /^[A-Z_]+$/.test(right)) return false
    return secretName.test(left) || secretName.test(right)
  })
}
