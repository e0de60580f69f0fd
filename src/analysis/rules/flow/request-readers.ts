import type { CodeNode, TreeLanguage } from "../../../ports/code-tree.ts"
import { within } from "./functions.ts"
import type { InputLooking } from "./inputs.ts"
import type { CallShape } from "./shapes/shape.ts"
import { dotted, shapeOf } from "./shapes/shape-of.ts"

const readerName = /^(?:read|parse)\w*(?:Body|Form|FormData|Fields|Json|JSON)$/
const requestPath = /^(?:req|request|ctx|context|event|ctx\.req|ctx\.request|context\.request|event\.request|c\.req)$/
const requestType = /^(?:http2?\.)?(?:IncomingMessage|Http2ServerRequest|Request|NextRequest|FastifyRequest|H3Event)\b/
/** Functions that read a stream to its end. */
const consumers = /^(?:(?:\w+\.)?(?:json|text|buffer|arrayBuffer)|getStream)$/

/** Which argument is the request, where a call's name says that it reads what a request holds. */
export function requestPlace(call: CallShape, looking: InputLooking): number | undefined {
  if (looking.language === "python" || call.isNew || call.isTagged) return undefined
  const name = (dotted(call.callee, looking.language) ?? "").split(".").at(-1) ?? ""
  if (!readerName.test(name)) return undefined
  const place = call.args.findIndex((arg) => isRequest(arg, looking))
  return place === -1 ? undefined : place
}

function isRequest(node: CodeNode, { language, definitions }: InputLooking): boolean {
  const path = dotted(node, language) ?? ""
  const known = definitions(path.split(".")[0] ?? "", node)
  if (known.length === 0) return false
  return known.every((one) => one.kind === "parameter" && (requestPath.test(path) || requestType.test(one.type ?? "")))
}

/** Whether a function of this file takes what its parameter holds, and gives it back without a look at it. */
export function handsOutRequest(fn: CodeNode, place: number, language: TreeLanguage): boolean {
  const parameter = fn.field("parameter") ?? fn.field("parameters")?.named[place]
  const name = (parameter?.field("pattern") ?? parameter)?.text ?? ""
  const body = fn.field("body")
  if (body === undefined || !/^[\w$]+$/.test(name) || checking.test(body.text)) return false
  return within(body, ({ kind, text }) => text === name && kind === "identifier").some((use) => takes(use, language))
}

const checking = /schema|valid|sanit|assert|allow|\.safeParse\(|(?<!\b(?:JSON|querystring|qs|URL))\.parse\(/i

/** `for await (… of req)`, `req.on("data", …)`, `req.body`, `req.json()`, `text(req)`. */
function takes(use: CodeNode, language: TreeLanguage): boolean {
  const above = use.parent
  if (above?.kind === "for_in_statement") return above.field("right") === use && above.text.startsWith("for await")
  if (above?.kind === "member_expression" && above.field("object") === use) {
    const property = above.field("property")?.text ?? ""
    if (property === "on") return /^\(\s*["']data["']/.test(above.parent?.field("arguments")?.text ?? "")
    return /^(?:body|rawBody|json|text|formData|arrayBuffer)$/.test(property)
  }
  const shape = above?.parent === undefined ? undefined : shapeOf(above.parent, language)
  if (shape?.kind !== "call" || !shape.args.includes(use)) return false
  const path = dotted(shape.callee, language) ?? ""
  return consumers.test(path) || readerName.test(path.split(".").at(-1) ?? "")
}
