import type { CodeNode } from "../../../../../../ports/code-tree.ts"
import type { Call, CodeView } from "../../../../code-view.ts"

const logs = /^(?:log|info|warn|error|debug|trace|verbose|fatal|silly|http)$/
const loggers = /(?:^|[._])(?:console|log|\w*logger|winston|bunyan|pino)$/i
const secret =
  /^(?:password|passwd|pwd|passphrase|new_?password|old_?password|plain_?password|api_?key|api_?secret|secret_?(?:access_?)?key|private_?key|client_?secret|access_?token|refresh_?token|auth_?token|reset_?token|session_?token|id_?token|bearer_?token|credit_?card(?:_?number)?|card_?number|cvv|ssn|authorization)$/i

/** Passwords and keys in log messages. */
export function loggedSecrets(code: CodeView): readonly CodeNode[] {
  if (code.tree.text.startsWith("#!")) return []
  return code.calls
    .filter(({ method, object, args }) => {
      if (!logs.test(method) || object === undefined || !loggers.test(object.text)) return false
      return args.some((arg) => isShown(code, arg, 0))
    })
    .map(({ node }) => node)
}

const DEEPEST = 5

/** The value itself is part of the text, not its length, a hash of it or whether it is there. */
function isShown(code: CodeView, node: CodeNode, depth: number): boolean {
  if (depth > DEEPEST) return false
  const isInside = (inner: CodeNode) => isShown(code, inner, depth + 1)
  const shape = code.shape(node)
  switch (shape.kind) {
    case "name":
      return secret.test(shape.name)
    case "member":
      return secret.test(shape.property) || node.text === "process.env"
    case "index":
      return secret.test(code.flow.constantText(shape.index ?? node) ?? "")
    case "template":
      return shape.parts.some(isInside)
    case "binary":
      return shape.operator === "+" && (isInside(shape.left) || isInside(shape.right))
    case "either":
      return shape.options.some(isInside)
    case "wrap":
      return isInside(shape.inner)
    case "record":
      return shape.entries.some(({ key, value }) => key !== undefined && isInside(value))
    case "call":
      return /^(?:JSON\.stringify|String)$/.test(code.path(shape.callee)) && shape.args.some(isInside)
    default:
      return false
  }
}

const stored =
  /^(?:password|passwd|password_?hash|hashed_?password|hash|salt|private_?key|secret|ssn|card_?number|cvv)$/i

/** `res.json({ passwordHash: user.passwordHash })`. */
export function answeredSecrets(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(isAnswer)
    .flatMap(({ args }) => args)
    .flatMap((arg) => {
      const shape = code.shape(arg)
      if (shape.kind !== "record") return []
      return shape.entries.flatMap(({ key, value }) => {
        const last = /\.(\w+)$/.exec(value.text)?.[1]
        const isOwn = key !== undefined && last !== undefined && stored.test(key) && stored.test(last)
        return isOwn &&
          !/^(?:hash|salt)$/i.test(key) &&
          /\b(?:user|account|member|customer|profile|person|row)\w*\./i.test(value.text)
          ? [value]
          : []
      })
    })
}

function isAnswer({ method, object }: Call): boolean {
  return (
    /^(?:json|send|jsonp|end)$/.test(method) && /^(?:res|response|reply|c|ctx)\b|Response$/.test(object?.text ?? "")
  )
}

const named = /[?&](?:api_?key|apikey|access_?token|auth_?token|token|password|passwd|secret|client_secret)=$/i
const given = /(?:key|token|password|passwd|secret)(?:\)|!)*$/i

/** `?api_key=${apiKey}` in the URL of a request: it ends up in logs and in the history. */
export function secretsInUrls(code: CodeView): readonly CodeNode[] {
  const callee =
    /^(?:fetch|axios|got|ky|request|needle|superagent|window\.open|EventSource|WebSocket|http\.get|https\.get|(?:axios|got|ky|needle|superagent|http|this\.http|client)\.(?:get|post|put|delete|request))$/
  return code.calls
    .filter(({ path, args: [first] }) => {
      if (first?.kind !== "template_string" || !callee.test(path)) return false
      return first.named.some((part) => {
        if (part.kind !== "template_substitution") return false
        const before = code.tree.text.slice(first.start, part.start)
        return named.test(before) && given.test(part.named[0]?.text.replace(/^encodeURIComponent\(/, "") ?? "")
      })
    })
    .map(({ node }) => node)
}

const key = /token|jwt|password|secret|credential|api_?key|session/i

/** A token that every script of the page can read. */
export function storedTokens(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(({ method, object, args: [name, value] }) => {
      if (method !== "setItem" || !/^(?:window\.)?(?:localStorage|sessionStorage)$/.test(object?.text ?? ""))
        return false
      if (name === undefined || value === undefined || !/^(?:name|member|wrap)$/.test(code.shape(value).kind))
        return false
      return key.test(code.flow.constantText(name) ?? name.text) && !/csrf|xsrf|count|expir/i.test(name.text)
    })
    .map(({ node }) => node)
}
