import type { CodeNode } from "../../../code-tree.ts"
import { type Call, type CodeView, collectNamesAround } from "../../../rules/code-view.ts"
import { resolvePath } from "../../resolve-path.ts"
import { findEnclosingFunction, functionKinds, findCallsTo } from "../../../rules/tree-shapes.ts"

export const generators =
  /^(?:numpy\.)?random\.(?:Random\(\)\.|default_rng\(\)\.)?(?:bytes|rand|random|randint|randrange|choice|choices|sample|uniform|getrandbits|randbytes|normalvariate|betavariate|seed|shuffle|gauss|triangular|expovariate|gammavariate|lognormvariate|vonmisesvariate|paretovariate|weibullvariate)$/

const secretName =
  /token|secret|passw|passphrase|(?:^|_)pwd|(?:^|_)otp|nonce|session_?(?:id|key|token)|(?:^|_)sid$|api_?key|csrf|xsrf|remember_?(?:me|key)|reset_?(?:code|key|link)|verif\w*_?code|invite_?code|auth_?(?:key|code)|private_?key|activation_?(?:key|code)|oauth_?state|(?:code|^|_)_?verifier$|(?:^|_)pin(?:_?code)?$/i
const secretTakers =
  /^(?:set_cookie|setCookie|set_password|setPassword|setSecret|set_secret)$|(?:Reset|Session|Auth|Access|Csrf)(?:Token|Code|Key)$/

/** `sid` is short for the id of a session, and of much else. */
function isOtherSid(code: CodeView, name: string): boolean {
  return !code.isPython && /^sid$/i.test(name) && !/cookie|req\.session/i.test(code.tree.text)
}

/** What a site gives to one person: anyone who guesses it gets what was meant for that person. */
const handedOut = /(?:^|_)(?:code|otp|pin|ticket|invit(?:e|ation)|voucher|coupon|key)s?$/i
const site = /\b(?:flask|django|fastapi|starlette|aiohttp|bottle|tornado|sanic|start_response)\b/

function isHandedOut(code: CodeView, name: string): boolean {
  return code.isPython && handedOut.test(name) && site.test(code.tree.text)
}

const signsIn = /sess|token|auth|remember|csrf|xsrf|login|secret|jwt|sid\b|user/i

const DEEPEST = 4

/** Predictable random numbers that become a secret. */
export function findGuessableSecrets(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter((call) => {
      if (!code.isPython) return call.path === "Math.random"
      return generators.test(resolvePath(code, call.callee)) || isOwnGenerator(code, call)
    })
    .filter(
      ({ node }) => !collectNamesAround(node).some((name) => /boundary|jitter|delay/i.test(name)) && !isOnlySent(node),
    )
    .filter(
      ({ node }) =>
        becomesSecret(code, node, 0) || (code.isPython ? isInSecretMaker(code, node) : isInTokenMaker(node)),
    )
    .map(({ node }) => node)
}

const sender = /(?:^|\.)_?(?:download|request)_\w+$/

/** `self._download_json(url, query={"nonce": …})`: another server asks for it, and trusts nobody because of it. */
export function isOnlySent(node: CodeNode): boolean {
  for (
    let above = node.parent;
    above !== undefined && !/_(?:statement|definition)$/.test(above.kind);
    above = above.parent
  )
    if (above.kind === "call" && sender.test(above.field("function")?.text ?? "")) return true
  return false
}

/** A generator stored in a class: `self.rng.getrandbits(64)`. */
function isOwnGenerator(code: CodeView, { object, method }: Call): boolean {
  const name = /^self\.(\w+)$/.exec(object?.text ?? "")?.[1]
  if (name === undefined || !generators.test(`random.${method}`)) return false
  return new RegExp(`\\b${name}\\s*=\\s*(?:random\\.)?Random\\(`).test(code.tree.text)
}

/** In a function whose name says that it makes a secret. */
function isInSecretMaker(code: CodeView, node: CodeNode): boolean {
  const name = findEnclosingFunction(node)?.field("name")?.text ?? ""
  return (
    (secretName.test(name) || (isHandedOut(code, name) && collectNamesAround(node).length === 1)) &&
    !/^_*(?:get|read|load|parse|is|has|check|test)_/.test(name)
  )
}

const tokenMaker =
  /^(?:new|make|create|generate|gen|random|issue|mint)_?\w*(?:token|secret|passw\w*|otp|nonce|session_?id|api_?key|csrf)$/i

/** In a function of a script, or one within it, whose name says that it makes a secret. */
function isInTokenMaker(node: CodeNode): boolean {
  for (let fn = findEnclosingFunction(node); fn !== undefined; fn = findEnclosingFunction(fn)) {
    const name = (fn.field("name") ?? fn.parent?.field("name") ?? fn.parent?.field("key"))?.text ?? ""
    if (tokenMaker.test(name)) return true
  }
  return false
}

/** Follows a value to where it ends: an argument, a field, a name and all uses of that name, a caller. */
function becomesSecret(code: CodeView, node: CodeNode, depth: number): boolean {
  if (depth > DEEPEST) return false
  let inner = node
  for (let above = node.parent; above !== undefined; inner = above, above = above.parent) {
    if (/^(?:keyword_argument|pair)$/.test(above.kind)) {
      const name = lastName((above.field("name") ?? above.field("key"))?.text ?? "")
      if ((secretName.test(name) && !isOtherSid(code, name)) || isHandedOut(code, name)) return true
    }
    if (/^(?:call|call_expression|new_expression)$/.test(above.kind)) {
      if (isSecretCall(code, above, inner)) return true
      if (isAnswered(above, inner)) return false
    }
    const target = findAssignedTarget(above)
    if (target !== undefined) {
      if (target === inner) return false
      if (isHandedOut(code, lastName(target.text))) return true
      if (tellsApart.test(lastName(target.text))) return false
      return isSecretTarget(target) || findUses(code, target).some((use) => becomesSecret(code, use, depth + 1))
    }
    if (above.kind === "return_statement" || (above.kind === "arrow_function" && above.field("body") === inner))
      return findCallers(code, above).some((call) => becomesSecret(code, call, depth + 1) || isGivenSecretName(call))
    if (/_statement$|^statement_block$|^block$/.test(above.kind) || functionKinds.has(above.kind)) return false
    if (/^(?:comparison_operator|binary_expression|if_clause)$/.test(above.kind) && isCompared(above)) return false
  }
  return false
}

/** Names of what tells devices or messages apart: not secret, even if a server calls it a token. */
const tellsApart = /(?:device|machine|client|visitor|request|message|trace|correlation)_?id$/i

/** The number only asks for something that is created elsewhere: by a server, or by a function that makes ids. */
const asks = /^_?(?:download|fetch|request|query)(?:_|[A-Z]|$)|^generate\w*(?:Id|_id|Uuid|_uuid)$/

function isAnswered(call: CodeNode, inner: CodeNode): boolean {
  const callee = call.field("function") ?? call.field("constructor")
  return callee !== undefined && callee !== inner && asks.test(lastName(callee.text))
}

function isCompared(node: CodeNode): boolean {
  return node.kind !== "binary_expression" || node.children.some(({ kind }) => /^(?:[<>]=?|[=!]==?)$/.test(kind))
}

function lastName(text: string): string {
  return (
    text
      // The key of a record is not what is stored under it.
      .replace(/\[\w+\]$/, "")
      .replace(/["'\]]+$/, "")
      .split(/[.["']+/)
      .at(-1) ?? ""
  )
}

function findAssignedTarget(node: CodeNode): CodeNode | undefined {
  if (/^(?:variable_declarator|public_field_definition|field_definition)$/.test(node.kind))
    return node.field("name") ?? node.field("property")
  return /assignment/.test(node.kind) && node.kind !== "assignment_pattern" ? node.field("left") : undefined
}

function isSecretTarget(target: CodeNode): boolean {
  return (
    secretName.test(lastName(target.text)) ||
    /(?:^|\.)session\[[^\]]*(?:id|key|token|user|auth|remember|cookie)[^\]]*\]$/i.test(target.text)
  )
}

function isSecretCall(code: CodeView, call: CodeNode, inner: CodeNode): boolean {
  const shape = code.shape(call)
  if (shape.kind !== "call" || (inner.kind.endsWith("identifier") === false && inner === shape.callee)) return false
  const name = lastName(shape.callee.text)
  if (
    /^set_(?:secure_|signed_)?cookie$/.test(name) ||
    name === "setCookie" ||
    (name === "cookie" && /\bres(?:ponse)?\.cookie$/.test(shape.callee.text))
  )
    return signsIn.test(
      shape.args[0] === undefined ? "" : (code.flow.constantText(shape.args[0]) ?? shape.args[0].text),
    )
  return secretTakers.test(name)
}

function findUses(code: CodeView, target: CodeNode): readonly CodeNode[] {
  if (target.kind !== "identifier") return []
  const home = findEnclosingFunction(target)
  return code.tree
    .ofKind("identifier", "shorthand_property_identifier")
    .filter(
      (use) =>
        use.text === target.text &&
        use.start > target.end &&
        // A field of the chosen thing is not the guessed value.
        use.parent?.kind !== "subscript" &&
        (home === undefined || (home.start <= use.start && use.end <= home.end)),
    )
    .slice(0, 20)
}

function findCallers(code: CodeView, returning: CodeNode): readonly CodeNode[] {
  const fn = functionKinds.has(returning.kind) ? returning : findEnclosingFunction(returning)
  return fn === undefined
    ? []
    : findCallsTo(code.tree, code.flow.findFunction, fn).flatMap(({ callee }) => callee.parent ?? [])
}

function isGivenSecretName(call: CodeNode): boolean {
  const target = call.parent === undefined ? undefined : findAssignedTarget(call.parent)
  return target !== undefined && isSecretTarget(target)
}

const ofTime = /\bDate\.now\(\)|\bnew Date\(\)|\bperformance\.now\(\)/
const hashed = /\bcreateHash\(|\bmd5\(|\bsha\d+\(|\bbtoa\(|toString\(["']?(?:36|16|base64|hex)|\bBuffer\.from\(/
const notGuessable = /random|uuid|nanoid|createHmac|\bsign\(|secret|\bkey\b/i

/** A token that is made from the time alone: anyone who knows when it was made can compute it. */
export function findSecretsFromTime(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("variable_declarator", "assignment_expression", "pair").filter((node) => {
    const target = node.field("name") ?? node.field("left") ?? node.field("key")
    const value = node.field("value") ?? node.field("right")
    if (target === undefined || value === undefined || !/^(?:call|binary|template)$/.test(code.shape(value).kind))
      return false
    if (!secretName.test(lastName(target.text)) || !ofTime.test(value.text) || !hashed.test(value.text)) return false
    return !notGuessable.test(value.text.replace(/createHash\([^)]*\)/g, ""))
  })
}
