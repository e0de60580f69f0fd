import type { CodeNode } from "../../../code-tree.ts"
import type { Call, CodeView } from "../../../rules/code-view.ts"

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

/** What differs between the languages. */
interface Signs {
  readonly logs: RegExp
  readonly loggers: RegExp
  /** What a program prints is its purpose, not its log. */
  readonly program: RegExp
  readonly isSecret: (name: string) => boolean
  readonly isKey: (code: CodeView, key: CodeNode) => boolean
  readonly operators: RegExp
  /** Functions and methods that return what they are given, methods that return their receiver, and readers of a key. */
  readonly copies: RegExp
  readonly joins: RegExp
  readonly keeps: RegExp
  readonly reads: RegExp
}

const nothing = /(?!)/

/** Names that mean a secret wherever they are used; `token` alone also means a part of a text. */
const pythonName =
  /(?:^|_)(?:password|passwd|passphrase|secret_?key|client_?secret|api_?key|(?:access|auth|refresh|bearer|session|api|id)_?token|private_?key|secret_?access_?key|credit_?card|card_?number|cvv|ssn)$/i
const scriptName =
  /^(?:password|passwd|pwd|passphrase|new_?password|old_?password|plain_?password|api_?key|api_?secret|secret_?(?:access_?)?key|private_?key|client_?secret|access_?token|refresh_?token|auth_?token|reset_?token|session_?token|id_?token|bearer_?token|credit_?card(?:_?number)?|card_?number|cvv|ssn|authorization)$/i
const secretKey =
  /["'][\w-]*(?:passw(?:or)?d|secret|api[_-]?key|(?:access|auth|refresh)[_-]?token|authorization|private[_-]?key)(?:[_-]?key)?["']\)?\]?(?:, *(?:None|["']{2}))?\)?$/i
/** Not the secret itself: where it is, how long it is, whether there is one, or a part of it. */
const hidden =
  /(?:file|path|url|name|hint|field|prompt|length|len|type|policy|label|hash|hashed|digest|id|env|var|count|expir\w*|error|errors|state|valid|ok|required|missing|present|enabled)$/i
/** A switch, such as `disable_password`. */
const aSwitch = /(?:^|_)(?:is|has|disable|enable|require|allow|need|show|save)_/i

const python: Signs = {
  logs: /^(?:debug|info|warning|warn|error|critical|exception|log|trace|fatal)$/,
  loggers: /(?:^|\.|_)(?:log|logger|logging|LOG|LOGGER)$/,
  program: nothing,
  isSecret: (name) => pythonName.test(name) && !hidden.test(name) && !aSwitch.test(name),
  isKey: (_, key) => secretKey.test(key.text),
  operators: /^[+%]$/,
  copies: /^(?:str|repr|ascii)$/,
  joins: /^(?:format|join)$/,
  keeps: /^(?:strip|decode|encode)$/,
  reads: /^(?:get|getenv)$/,
}

const script: Signs = {
  logs: /^(?:log|info|warn|error|debug|trace|verbose|fatal|silly|http)$/,
  loggers: /(?:^|[._])(?:console|log|\w*logger|winston|bunyan|pino)$/i,
  program: /^#!/,
  isSecret: (name) => scriptName.test(name),
  isKey: (code, key) => scriptName.test(code.flow.constantText(key) ?? ""),
  operators: /^\+$/,
  copies: /^(?:JSON\.stringify|String)$/,
  joins: nothing,
  keeps: nothing,
  reads: nothing,
}

/** Log messages that contain a secret. */
export function findLoggedSecrets(code: CodeView): readonly CodeNode[] {
  const { logs, loggers, program } = code.isPython ? python : script
  if (program.test(code.tree.text)) return []
  return code.calls
    .filter(
      ({ method, object, args }) =>
        logs.test(method) && loggers.test(object?.text ?? "") && args.some((arg) => showsSecret(code, arg, 0)),
    )
    .map(({ node }) => node)
}

/** Secrets that are printed. */
export function findPrintedSecrets(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(
      ({ path, args }) =>
        /^(?:print|sys\.std(?:out|err)\.write)$/.test(path) && args.some((arg) => showsSecret(code, arg, 0)),
    )
    .map(({ node }) => node)
}

/** Secrets that are written to a file. */
export function findWrittenSecrets(code: CodeView): readonly CodeNode[] {
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

const DEEPEST = 5

/** The value itself is part of the text, not its length, a hash of it or whether it is there. */
function showsSecret(code: CodeView, node: CodeNode, depth: number): boolean {
  if (depth > DEEPEST) return false
  const { isSecret, isKey, operators } = code.isPython ? python : script
  const shows = (inner: CodeNode) => showsSecret(code, inner, depth + 1)
  const shape = code.shape(node)
  switch (shape.kind) {
    case "name":
      return isSecret(shape.name)
    case "member":
      return isSecret(shape.property) || node.text === "process.env"
    case "index":
      return shape.index !== undefined && isKey(code, shape.index)
    case "template":
      return shape.parts.some(shows)
    case "wrap":
      return shows(shape.inner)
    case "binary":
      return operators.test(shape.operator) && (shows(shape.left) || shows(shape.right))
    case "list":
      return node.kind !== "generator_expression" && shape.items.some(shows)
    case "record":
      return shape.entries.some(({ key, value }) => key !== undefined && shows(value))
    case "either":
      return shape.options.some(shows)
    case "call":
      return returnsSecret(code, shape, shows)
    default:
      return false
  }
}

function returnsSecret(
  code: CodeView,
  { callee, args }: Pick<Call, "callee" | "args">,
  shows: (node: CodeNode) => boolean,
): boolean {
  const { copies, joins, keeps, reads, isKey } = code.isPython ? python : script
  const called = code.shape(callee)
  const name = called.kind === "member" ? called.property : code.path(callee)
  if (copies.test(code.path(callee)) || joins.test(name)) return args.some(shows)
  if (called.kind === "member" && keeps.test(name)) return shows(called.object)
  return reads.test(name) && args[0] !== undefined && isKey(code, args[0])
}
