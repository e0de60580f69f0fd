import type { CodeNode } from "../../../../../../ports/code-tree.ts"
import type { Call, CodeView } from "../../../../code-view.ts"

/** Parts of the names of secrets. */
export const secretWords = [
  "assw",
  "assphrase",
  "ecret",
  "_key",
  "apikey",
  "oken",
  "uthorization",
  "_card",
  "card_number",
  "cvv",
  "ssn",
]

/** Names that mean a secret wherever they are used; `token` alone also means a part of a text. */
const secretName =
  /(?:^|_)(?:password|passwd|passphrase|secret_?key|client_?secret|api_?key|(?:access|auth|refresh|bearer|session|api|id)_?token|private_?key|secret_?access_?key|credit_?card|card_?number|cvv|ssn)$/i
const secretKey =
  /["'][\w-]*(?:passw(?:or)?d|secret|api[_-]?key|(?:access|auth|refresh)[_-]?token|authorization|private[_-]?key)(?:[_-]?key)?["']\)?\]?(?:, *(?:None|["']{2}))?\)?$/i
/** Not the secret itself: where it is, how long it is, whether there is one, or a part of it. */
const hidden =
  /(?:file|path|url|name|hint|field|prompt|length|len|type|policy|label|hash|hashed|digest|id|env|var|count|expir\w*|error|errors|state|valid|ok|required|missing|present|enabled)$/i
const logs = /^(?:debug|info|warning|warn|error|critical|exception|log|trace|fatal)$/
const loggers = /(?:^|\.|_)(?:log|logger|logging|LOG|LOGGER)$/

/** Log messages that contain a secret. */
export function loggedSecrets(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(
      ({ method, object, args }) =>
        logs.test(method) && loggers.test(object?.text ?? "") && args.some((arg) => showsSecret(code, arg, 0)),
    )
    .map(({ node }) => node)
}

/** Secrets that are printed. */
export function printedSecrets(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(
      ({ path, args }) =>
        /^(?:print|sys\.std(?:out|err)\.write)$/.test(path) && args.some((arg) => showsSecret(code, arg, 0)),
    )
    .map(({ node }) => node)
}

/** Secrets that are written to a file. */
export function writtenSecrets(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(
      ({ method, object, args: [first] }) =>
        /^(?:write|writelines|write_text)$/.test(method) &&
        !/std(?:out|err)|resp|sock|wfile|conn|stdin|handle|pipe|proc|^fd/i.test(object?.text ?? "") &&
        first !== undefined &&
        showsSecret(code, first, 0),
    )
    .map(({ node }) => node)
}

function showsSecret(code: CodeView, node: CodeNode, depth: number): boolean {
  if (depth > 5) return false
  const shape = code.shape(node)
  const shows = (inner: CodeNode) => showsSecret(code, inner, depth + 1)
  switch (shape.kind) {
    case "name":
      return isSecret(shape.name)
    case "member":
      return isSecret(shape.property)
    case "index":
      return shape.index !== undefined && secretKey.test(shape.index.text)
    case "template":
      return shape.parts.some(shows)
    case "wrap":
      return shows(shape.inner)
    case "binary":
      return shows(shape.left) || (shape.operator !== "*" && shows(shape.right))
    case "list":
      return node.kind !== "generator_expression" && shape.items.some(shows)
    case "either":
      return shape.options.some(shows)
    case "call":
      return isShowing(code, shape, shows)
    default:
      return false
  }
}

function isSecret(name: string): boolean {
  return secretName.test(name) && !hidden.test(name)
}

/** Functions that return what they are given, and readers of one secret. */
function isShowing(
  code: CodeView,
  { callee, args }: Pick<Call, "callee" | "args">,
  shows: (node: CodeNode) => boolean,
): boolean {
  const path = code.path(callee)
  if (/^(?:str|repr|ascii)$/.test(path)) return args.some(shows)
  const called = code.shape(callee)
  if (called.kind !== "member") return path === "os.getenv" && args[0] !== undefined && secretKey.test(args[0].text)
  if (/^(?:format|join)$/.test(called.property)) return args.some(shows)
  if (/^(?:strip|decode|encode)$/.test(called.property)) return shows(called.object)
  return called.property === "get" && args[0] !== undefined && secretKey.test(args[0].text)
}

const inQuery =
  /[?&](?:api_?key|apikey|access_?token|auth_?token|token|passw(?:or)?d|secret|client_secret)=(?:%s|\{[^}]*\}|["']\s*\+)/i

/** Addresses with a secret in their query. */
export function secretsInAddresses(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("string").filter((node) => {
    const { parent } = node
    const isBuilt =
      /^[bru]*f/i.test(node.text) || /^(?:binary_operator|attribute|concatenated_string)$/.test(parent?.kind ?? "")
    const text = wholeSum(node).text
    return isBuilt && inQuery.test(text) && /https?:|\burl|\burlopen|requests\.|httpx\./i.test(around(node))
  })
}

/** `"a" + b + "c"` for any part of it. */
function wholeSum(node: CodeNode): CodeNode {
  let above = node
  while (above.parent?.kind === "binary_operator") above = above.parent
  return above
}

function around(node: CodeNode): string {
  let above = node
  for (let up = 0; up < 4 && above.parent !== undefined; up++) above = above.parent
  return above.text.slice(0, 600)
}
