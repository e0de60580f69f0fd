import type { CodeNode, TreeLanguage } from "../../code-tree.ts"
import type { Definition } from "./definitions/definition.ts"
import { readDottedName, readShape } from "./shapes/read-shape.ts"

/** Whether an expression itself is external input: a request, or the command line and environment. */
export function classifyInput(node: CodeNode, looking: InputLooking): "request" | "local-input" | undefined {
  const path = readDottedName(node, looking.language)
  if (path === undefined) return callInput(node, looking)
  if (localInputs[looking.language === "python" ? "python" : "script"].test(path)) return "local-input"
  const isRequest = looking.language === "python" ? pythonRequest.test(path) : isScriptRequest(path, node, looking)
  return isRequest ? "request" : undefined
}

export interface InputLooking {
  readonly language: TreeLanguage
  readonly definitions: (name: string, from: CodeNode) => readonly Definition[]
}

const localInputs = {
  script: /^process\.(?:argv|env)\b/,
  python: /^(?:sys\.argv|os\.environ)\b/,
} as const

const pythonRequest =
  /^(?:self\.)?(?:flask\.)?request\.(?:args|form|values|json|data|files|cookies|headers|GET|POST|body|query_params|path_params|META|query_string|match_info|rel_url|url|full_path)\b/

const scriptRequest =
  /^(?:req|request|ctx\.request|ctx\.req|context\.request)\.(?:query|body|params|headers|cookies|url|originalUrl|path|hostname|files|file|rawBody|nextUrl)\b|^ctx\.(?:query|params|querystring|cookies)\b|^(?:ctx|context|event|c)\.url\.searchParams\b|^event\.(?:queryStringParameters|pathParameters|multiValueQueryStringParameters|body)\b/

const browserInput =
  /^(?:window\.|document\.|self\.)?location\.(?:search|hash|href)\b|^document\.(?:URL|referrer)$|^window\.name$/

function isScriptRequest(path: string, node: CodeNode, { definitions }: InputLooking): boolean {
  const found = scriptRequest.test(path)
  if (!found && !browserInput.test(path)) return false
  const root = path.split(".")[0] ?? ""
  const known = definitions(root, node)
  // A request that the file makes itself, as `const req = http.request(…)`, is not input.
  return found ? known.every(({ kind }) => kind === "parameter") : known.length === 0
}

/** `req.get("x")`, `request.get_json()`, `await request.json()`, `input()`. */
function callInput(node: CodeNode, looking: InputLooking): "request" | "local-input" | undefined {
  const shape = readShape(node, looking.language)
  if (shape.kind !== "call" || shape.isNew) return undefined
  const path = readDottedName(shape.callee, looking.language) ?? ""
  if (looking.language === "python") {
    if (/^(?:self\.)?(?:flask\.)?request\.(?:get_json|get_data|json|form|body)$/.test(path)) return "request"
    if (/^self\.(?:get_argument|get_query_argument|get_body_argument)$/.test(path)) return "request"
    return path === "input" || path === "os.getenv" ? "local-input" : undefined
  }
  const isAsked = /^(?:req|request|ctx|c\.req|ctx\.request)\.(?:get|header|param|query|json|text|formData)$/.test(path)
  if (!isAsked) return undefined
  return looking.definitions(path.split(".")[0] ?? "", node).every(({ kind }) => kind === "parameter")
    ? "request"
    : undefined
}

/** The properties of a request that contain input, for handlers that destructure it: `({ body }, res) => …`. */
export const requestProperties: ReadonlySet<string> = new Set(["query", "body", "params", "headers", "cookies"])

/** Whether a property of `path` is part of a request: `const { query } = req` is `req.query`. */
export function isRequestPart(path: string, property: string): boolean {
  if (/^(?:req|request|ctx\.request|ctx\.req)$/.test(path)) return requestProperties.has(property)
  if (path === "ctx") return property === "query" || property === "params"
  return property === "searchParams" && contextUrl.test(path)
}

const contextUrl = /^(?:ctx|context|event|c)\.url$/

/** Whether a name was assigned the URL of a context: `const url = ctx.url`, `const { url } = ctx`. */
export function isContextUrl(definition: Definition, language: TreeLanguage): boolean {
  if (definition.kind === "value") return contextUrl.test(readDottedName(definition.value, language) ?? "")
  if (definition.kind !== "part") return false
  return contextUrl.test(`${readDottedName(definition.source, language) ?? ""}.${definition.property ?? ""}`)
}

const routeDecorator = /^@\s*(?:\w+\.)+(?:route|get|post|put|patch|delete|websocket)\s*\(/

/** A function that a web framework calls with parts of a request, by its decorator. */
export function isRouteHandler(fn: CodeNode): boolean {
  const above = fn.parent
  if (above?.kind !== "decorated_definition") return false
  return above.named.some(({ kind, text }) => kind === "decorator" && routeDecorator.test(text))
}
