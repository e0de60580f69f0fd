import { namingKinds } from "../rules/naming-kinds.ts"
import type { CodeNode } from "../code-tree.ts"
import { type Call, type CodeView, collectNamesAround, findEnclosingStatement } from "../rules/code-view.ts"
import { resolvePath } from "./resolve-path.ts"
import { isOnlySent } from "./secrets/finders/random.ts"
import { isAlgorithmName } from "./secrets/finders/secret-texts.ts"
import { findEnclosingFunction } from "../rules/tree-shapes.ts"
import { defineStructuralRules, everywhere, type Spotted } from "../rules/structural-rule.ts"

const common = { category: "security", confidence: "high", autoValidated: true } as const
const secretName =
  /(?:passw(?:or)?d|passphrase|secret|secret_?key|api_?key|apikey|access_?key|private_?key|auth_?token|token)$/i

const weakHashes =
  /^(?:hashlib\.(?:md5|sha1)|Crypto\.Hash\.(?:MD5|SHA1?|MD4)\.new|(?:cryptography\.hazmat\.primitives\.)?hashes\.(?:MD5|SHA1)|passlib\.hash\.(?:md5_crypt|hex_md5|hex_sha1|ldap_md5|ldap_sha1)\.(?:hash|encrypt))$/

/** Keys, passwords and what protects them. */
export const secretRules = defineStructuralRules([
  {
    ...common,
    id: "hard-coded-secret",
    languages: everywhere,
    severity: "major",
    cwe: "CWE-798",
    title: "Hard-coded secret",
    description: "Anyone who can read the code has the secret, and rotating it requires a release.",
    fix: "Read it from the environment or a secret store, and rotate the exposed one.",
    words: ["assw", "ecret", "SECRET", "PASSW", "oken", "TOKEN", "api", "API", "Key", "KEY", "_key"],
    check: (code) =>
      firstOfTables(
        namedTexts(code).filter(
          ({ node, name, value }) =>
            secretName.test(name) && looksSecret(value) && !isPublicKey(node, name) && !isInTestCase(node),
        ),
      ),
  },
  {
    ...common,
    id: "weak-hash-for-secret",
    languages: everywhere,
    severity: "major",
    cwe: "CWE-328",
    title: "Weak hash: MD5 or SHA-1 used for a password or signature",
    description: "These hashes are fast to brute-force and vulnerable to collision attacks.",
    fix: "Use scrypt, bcrypt or Argon2 for passwords, and HMAC with SHA-256 for signatures.",
    words: ["md5", "sha1", "MD5", "SHA1"],
    check: (code) =>
      code.calls
        .filter((call) => {
          const named = call.args[0] === undefined ? undefined : code.flow.constantText(call.args[0])
          const isWeak = code.isPython
            ? weakHashes.test(resolvePath(code, call.callee)) ||
              (call.path === "hashlib.new" && /^(?:md5|sha1)$/i.test(named ?? ""))
            : (/^create(?:Hash|Hmac)$/.test(call.method) && /^(?:md5|sha-?1)$/i.test(named ?? "")) ||
              (/^(?:(?:CryptoJS|crypto-js)\.)?(?:md5|sha1|hex_md5)$/i.test(call.path) &&
                /^\w*(?:passw|pwd)\w*$/i.test(call.args[0]?.text ?? ""))
          if (!isWeak || /usedforsecurity\s*=\s*False/.test(call.node.text)) return false
          if (prescribed.test(findEnclosingFunction(call.node)?.text ?? "")) return false
          if (code.isPython) return isSecretHash(call, code)
          const words = [...collectNamesAround(call.node), findEnclosingStatement(call.node).text].join(" ")
          return /passw|\bpwd|secret|token|credential|signature|sign\(|hmac/i.test(
            words.replace(/["'`][^"'`]*["'`]/g, ""),
          )
        })
        .map(({ node }) => node),
  },
  {
    ...common,
    id: "guessable-random",
    languages: everywhere,
    severity: "major",
    cwe: "CWE-330",
    title: "Insecure randomness: secret generated from a predictable random number",
    description: "An attacker who sees a few values can predict the next ones.",
    fix: "Use crypto.randomBytes or crypto.randomUUID; in Python, use the secrets module.",
    words: ["Math.random", "random."],
    check: (code) =>
      code.calls
        .filter(({ path, callee }) => {
          if (!code.isPython) return path === "Math.random"
          return (
            /^random\.(?:random|randint|choice|choices|sample|getrandbits|randrange)$/.test(path) &&
            code.flow.findImport("random", callee) === "random"
          )
        })
        .filter(({ node }) => !collectNamesAround(node).some((name) => chosenForOthers.test(name)))
        .filter(({ node }) => !isOnlySent(node))
        .filter(({ node }) =>
          namesOfResult(node).some((name) =>
            /token|secret|passw|nonce|(?:^|_)otp|Otp|session_?id|api_?key|csrf|reset_?code|verification_?code|invite_?code/i.test(
              name,
            ),
          ),
        )
        .map(({ node }) => node),
  },
  {
    ...common,
    id: "secret-compared-plainly",
    languages: everywhere,
    severity: "minor",
    cwe: "CWE-208",
    title: "Timing attack: non-constant-time comparison of a secret from a request",
    description: "The comparison stops at the first difference, so its timing reveals how much of a guess is right.",
    fix: "Use crypto.timingSafeEqual; in Python, use hmac.compare_digest.",
    words: [
      "oken",
      "ecret",
      "ignature",
      "SECRET",
      "TOKEN",
      "PASSWORD",
      "digest",
      "api_key",
      "apiKey",
      "API_KEY",
      "hmac",
    ],
    check: plainComparisons,
  },
  {
    ...common,
    id: "unverified-jwt",
    languages: everywhere,
    severity: "critical",
    cwe: "CWE-347",
    title: "JWT signature is not verified",
    description: "Anyone can forge a token with arbitrary claims.",
    fix: "Verify the token with its key and the allowed algorithms: jwt.verify in Node.js, jwt.decode in Python.",
    words: ["jwt", "jsonwebtoken", "jose"],
    check: (code) =>
      code.calls
        .filter(({ path, node, args, keywords }) => {
          if (!/(?:^|\.)(?:jwt|jsonwebtoken|jose)\.(?:decode|verify)$/i.test(path)) return false
          if (code.isPython)
            return keywords.get("verify")?.text === "False" || /["']verify_signature["']\s*:\s*False/.test(node.text)
          return (
            path.endsWith(".verify") &&
            /["']none["']/i.test(
              args
                .slice(2)
                .map(({ text }) => text)
                .join(" "),
            )
          )
        })
        .map(({ node }) => node),
  },
])

/** What a random number spreads in time, or keeps apart. */
const chosenForOthers = /boundary|jitter|delay|schedul|clean_?up|purge|backoff/i

const getter = /^_*(?:get|fetch|download|request|read|load|parse|is|has|check)(?:_|[A-Z])/

/** The names that a value is assigned to. What a function gets from elsewhere is not what one of its variables holds. */
function namesOfResult(node: CodeNode): readonly string[] {
  const names = collectNamesAround(node)
  return names.length > 1 && getter.test(names.at(-1) ?? "") ? names.slice(0, -1) : names
}

const MOST_OF_A_NAME = 3

/** If many entries have a key of the same name, they are a table: after the first, only thorough readers see them. */
function firstOfTables(texts: readonly NamedText[]): readonly Spotted[] {
  const entries = texts.filter(({ node }) => node.kind === "pair")
  return texts.map((text) => {
    const { start, end, kind } = text.node
    const table = kind === "pair" ? entries.filter(({ name }) => name === text.name) : []
    return table.length <= MOST_OF_A_NAME || table[0] === text ? text.node : { start, end, persona: "pedantic" }
  })
}

/** A table of test cases in the code that it tests: `_TESTS = [{"params": {"password": "…"}}]`. */
function isInTestCase(node: CodeNode): boolean {
  for (let above = node.parent; above !== undefined; above = above.parent)
    if (above.kind === "assignment" && /^_?tests?(?:_?cases)?$/i.test(above.field("left")?.text ?? "")) return true
  return false
}

interface NamedText {
  readonly node: CodeNode
  readonly name: string
  readonly value: string
}

/** Every literal that is assigned to a name directly. */
function namedTexts(code: CodeView): readonly NamedText[] {
  return code.tree.ofKind(...namingKinds).flatMap((node) => {
    const target = node.field("name") ?? node.field("left") ?? node.field("key") ?? node.field("property")
    const given = node.field("value") ?? node.field("right")
    if (target === undefined || given === undefined) return []
    const shape = code.shape(given)
    if (shape.kind !== "constant" || shape.value === undefined) return []
    const name =
      target.text
        .replace(/^["']|["']\]?$/g, "")
        .split(/\.|\[["']/)
        .at(-1) ?? ""
    return [{ node, name, value: shape.value }]
  })
}

/**
 * Keys that are meant to be public: every page shows them (for the search of a documentation, or for a Firebase app),
 * or they are for users who have no key of their own.
 */
function isPublicKey(node: CodeNode, name: string): boolean {
  if (/docsearch|algolia_?search|publishable|public_?key|^_?default_?(?:api_?key|token)$/i.test(name)) return true
  if (!/^_?api_?key$/i.test(name) || node.kind !== "pair") return false
  return /\bindexName\b|\bdocsearch\b|\bauthDomain\b/i.test(node.parent?.text ?? "")
}

const placeholder =
  /example|change[_-]?me|xxx|your[_-]|dummy|placeholder|test|fake|sample|redacted|todo|\*\*\*|\.\.\.|^<.*>$|\$\{|\{\{|%s/i

/** A class or a group of characters, or a backslash with a letter: a regular expression for tokens is not a token. */
const isExpression = /\[[^\]]*-[^\]]*\]|\(\?[:=!<]|\\[dwsbDWSB](?![A-Za-z0-9])/

/** Letters and digits mixed as in no word or name. A short number, such as the selector of a function, is none. */
function looksSecret(value: string): boolean {
  if (value.length < 8 || /\s|^0x[0-9a-f]{1,16}$/i.test(value) || placeholder.test(value) || isExpression.test(value))
    return false
  if (!/\d/.test(value) || !/[a-z]/i.test(value) || isAlgorithmName(value)) return false
  if (/^(?:https?|file|data|urn):|^[./~]|\//.test(value) && !/^[A-Za-z0-9+/]{24,}={0,2}$/.test(value)) return false
  return !/^[A-Za-z]+\d{0,2}(?:[-_.:](?:[A-Za-z]+\d{0,2}|\d))*$/.test(value) || /[!@#$%^&*]/.test(value)
}

const secretWords =
  /(?:^|[._]|[a-z])(?:token|secret|signature|hmac|digest|api_?key)(?:\]|["'])?$|digest\(["'\w]*\)$|hexdigest\(\)$/i

function plainComparisons(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("binary_expression", "comparison_operator").filter((node) => {
    const operator = node.children.find((child) => /^[=!]==?$/.test(child.kind))
    const [left, right] = [node.named[0], node.named.at(-1)]
    if (operator === undefined || left === undefined || right === undefined) return false
    const pairs = [
      [left, right],
      [right, left],
    ] as const
    return pairs.some(
      ([sent, kept]) =>
        (isKeptSecret(code, kept) && code.origin(sent, "any") === "request") ||
        (secretSetting.test(kept.text) && isGiven(code, sent)),
    )
  })
}

const secretSetting = /^process\.env(?:\.|\[["'])\w*(?:SECRET|TOKEN|API_?KEY|PASSWORD)(?:["']\])?!?$/

/** Not a constant or another setting: what somebody sent. */
function isGiven(code: CodeView, node: CodeNode): boolean {
  if (!/^(?:name|member|index|call|wrap)$/.test(code.shape(node).kind) || /^(?:undefined|null)$/.test(node.text))
    return false
  return !/process\.env/.test(node.text) && code.origin(node, "any") !== "constant"
}

function isKeptSecret(code: CodeView, node: CodeNode): boolean {
  const shape = code.shape(node)
  const made = shape.kind === "name" ? code.flow.names.reaching(shape.name, node) : []
  const texts = [node.text, ...made.flatMap((found) => (found.kind === "value" ? [found.value.text] : []))]
  const saysSo = texts.some((text) =>
    secretWords.test(text.replace(/["')\]]+$/, (end) => (end.includes(")") ? end : ""))),
  )
  return saysSo && (/digest/.test(node.text) || !/^(?:constant|request)$/.test(code.origin(node, "any")))
}

const hashedSecret = /passw|\bpwd|passphrase|secret|credential/i

/** The hashed value is already random. */
const isRandom = /urandom|uuid|token_(?:hex|bytes|urlsafe)|randbytes/i

/** A protocol prescribes what is hashed, and how. */
const ofProtocol = /nonce|challenge|realm|username|\buser\b/i

/** Ways to sign in that use MD5 by definition. */
const prescribed = /cram[-_]?md5|\bapop\b|\bntlm|\bscram[-_]sha|\bDIGEST-MD5\b/i

/** A format of stored passwords that other programs write and read, such as htpasswd. */
const storedFormat = /\$apr1\$|["']\$1\$|\{SSHA\}|\{SHA\}|htpasswd|htdigest|md5_?crypt/i

/** Whether the hashed value is a password, or the hash becomes a signature. */
function isSecretHash(call: Call, code: CodeView): boolean {
  const home = findEnclosingFunction(call.node)
  if (storedFormat.test(home?.text ?? "")) return false
  const target = call.node.parent?.kind === "assignment" ? call.node.parent.field("left")?.text : undefined
  const fed = code.calls.filter(
    ({ object, method, node }) =>
      method === "update" && target !== undefined && object?.text === target && findEnclosingFunction(node) === home,
  )
  const written = [...call.args, ...fed.flatMap(({ args }) => args)].map(({ text }) => text).join(" ")
  const hashed = withoutTexts(`${written} ${collectValues(written, home?.text ?? "")}`)
  if (isRandom.test(hashed)) return false
  const names = collectNamesAround(call.node).join(" ")
  if (/cache|etag|checksum|fingerprint/i.test(names) && !hashedSecret.test(hashed)) return false
  if (ofProtocol.test(hashed) && !/secret/i.test(hashed)) return /token(?!i[sz])/i.test(names)
  if (hashedSecret.test(hashed) || /signature|hmac|token(?!i[sz])/i.test(names)) return true
  const before = findEnclosingStatement(call.node)
  return /\bsign\([^()]*$/.test(before.text.slice(0, Math.max(0, call.node.start - before.start)))
}

/** What the names in a text were assigned in a function. */
function collectValues(written: string, text: string): string {
  const names = [...new Set(written.match(/(?<![\w.])[a-z_]\w*/gi) ?? [])].slice(0, 4)
  return names
    .flatMap((name) => new RegExp(`(?<![\\w.])${name}\\s*=\\s*([^=\\n][^\\n]*)`).exec(text)?.[1] ?? [])
    .join(" ")
}

/** What is put into a formatted text is part of it. */
function withoutTexts(text: string): string {
  return text.replace(/(?<!\bf)(["'`])[^"'`]*\1/g, "")
}
