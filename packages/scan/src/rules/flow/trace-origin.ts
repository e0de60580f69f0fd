import type { CodeNode, CodeTree, TreeLanguage } from "../../code-tree.ts"
import { type Sink, answers, isCleaner, keepsText, passesOn } from "./cleaners.ts"
import { type Definition, type ParameterDefinition, functionKinds } from "./definitions/definition.ts"
import type { Names } from "./definitions/visible-names.ts"
import { findCallsTo, findReturnedValues, findDescendants } from "./function-calls.ts"
import { isGuarded } from "./guards.ts"
import {
  type InputLooking,
  classifyInput,
  isContextUrl,
  isRequestPart,
  isRouteHandler,
  requestProperties,
} from "./classify-input.ts"
import { readDottedName, readShape } from "./shapes/read-shape.ts"
import type { CallShape } from "./shapes/code-shape.ts"

/** Where a value comes from, most harmless first. `likely-request` is based on names only. */
const origins = ["constant", "safe", "unknown", "parameter", "local-input", "likely-request", "request"] as const
export type ValueOrigin = (typeof origins)[number]

export interface Trace {
  readonly tree: CodeTree
  readonly names: Names
  readonly findFunction: (callee: CodeNode) => CodeNode | undefined
  readonly sink: Sink
  /** How many more steps are taken before it gives up. */
  readonly fuel: { left: number }
  /** What is already being computed: a value that depends on itself adds nothing. */
  readonly underWay: Set<CodeNode>
  /** The arguments of a called function while its result is examined. */
  readonly bound: ReadonlyMap<CodeNode, readonly CodeNode[]>
}

const DEEPEST = 40

/** The worst origin of a value. */
export function traceOrigin(trace: Trace, node: CodeNode): ValueOrigin {
  if (trace.underWay.has(node) || trace.underWay.size > DEEPEST) return "constant"
  if (trace.fuel.left-- <= 0) return "unknown"
  const { language } = trace.tree
  trace.underWay.add(node)
  try {
    const found = classifyInput(node, { language, definitions: trace.names.all }) ?? byShape(trace, node)
    const isPlain = /^(?:name|member|index)$/.test(readShape(node, language).kind)
    return isDoubtful(found) && isPlain && isGuarded(node, language) ? "safe" : found
  } finally {
    trace.underWay.delete(node)
  }
}

function byShape(trace: Trace, node: CodeNode): ValueOrigin {
  const { language } = trace.tree
  const shape = readShape(node, language)
  switch (shape.kind) {
    case "constant":
    case "function":
      return "constant"
    case "comparison":
    case "unary":
      return "safe"
    case "wrap":
      return traceOrigin(trace, shape.inner)
    case "template":
      return traceWorst(trace, shape.parts)
    case "binary":
      return joins(shape.operator, language) ? traceWorst(trace, [shape.left, shape.right]) : "safe"
    case "either":
      return traceWorst(trace, shape.options)
    case "list":
      return traceWorst(trace, shape.items)
    case "record":
      return traceWorst(
        trace,
        shape.entries.map(({ value }) => value),
      )
    case "name":
      return byName(trace, shape.name, node)
    case "member":
      return shape.property === "length" ? "safe" : byMember(trace, shape.object, shape.property)
    case "index":
      return traceOrigin(trace, shape.object)
    case "call":
      return byCall(trace, shape)
    case "other":
      return "unknown"
  }
}

function byMember(trace: Trace, object: CodeNode, property: string): ValueOrigin {
  const { language } = trace.tree
  const shape = readShape(object, language)
  const values = shape.kind === "name" ? trace.names.reaching(shape.name, object) : []
  const [only] = values
  const record = values.length === 1 && only?.kind === "value" ? readShape(only.value, language) : shape
  // `const { url } = ctx; url.searchParams`
  if (property === "searchParams" && values.some((value) => isContextUrl(value, language))) return "request"
  const entry = record.kind === "record" ? record.entries.find(({ key }) => key === property) : undefined
  return traceOrigin(trace, entry === undefined ? object : entry.value)
}

const settled = /^(?:undefined|NaN|Infinity|None|__dirname|__filename|__file__)$/

function byName(trace: Trace, name: string, node: CodeNode): ValueOrigin {
  if (settled.test(name)) return "constant"
  const found = trace.names.reaching(name, node)
  return found.length === 0 ? "unknown" : worst(found.map((definition) => byDefinition(trace, definition)))
}

function byDefinition(trace: Trace, definition: Definition): ValueOrigin {
  switch (definition.kind) {
    case "value":
      return traceOrigin(trace, definition.value)
    case "part":
      return byPart(trace, definition.source, definition.property)
    case "parameter":
      return byParameter(trace, definition)
    case "function":
      return "constant"
    case "import":
    case "opaque":
      return "unknown"
  }
}

/** `const { query } = req` is `req.query`. */
function byPart(trace: Trace, source: CodeNode, property: string | undefined): ValueOrigin {
  if (property === undefined) return traceOrigin(trace, source)
  const path = readDottedName(source, trace.tree.language) ?? ""
  return isRequestPart(path, property) ? "request" : byMember(trace, source, property)
}

/** What NestJS puts into a parameter. */
const sentParameter = /^@(?:Query|Body|Param|Headers|Args|MessageBody)\(\s*["'`]/

const harmlessTypes = /^(?:number|boolean|bigint|int|float|bool|UUID|uuid\.UUID|datetime|date|Decimal)$/

function byParameter(trace: Trace, definition: ParameterDefinition): ValueOrigin {
  const { fn, place, name, property } = definition
  const given = trace.bound.get(fn)
  if (given !== undefined) {
    const arg = given[place]
    const bound = new Map([...trace.bound].filter(([other]) => other !== fn))
    return arg === undefined ? "constant" : traceOrigin({ ...trace, bound }, arg)
  }
  if (harmlessTypes.test(definition.type ?? "")) return "safe"
  if (sentParameter.test(definition.at.parent?.text ?? "")) return "request"
  if (isRouteHandler(fn) && !/^(?:self|cls|request|req|db|session)$/.test(name)) {
    return /\b(?:Depends|Security)\(/.test(definition.fallback?.text ?? "") ? "unknown" : "request"
  }
  if (property !== undefined && requestProperties.has(property) && place === 0 && hasReply(fn)) return "request"
  const args = findCallsTo(trace.tree, trace.findFunction, fn)
    .map((call) => call.args[place])
    .filter((arg) => arg !== undefined)
  return worst(["parameter", ...args.map((arg) => traceOrigin({ ...trace, bound: new Map() }, arg))])
}

function byCall(trace: Trace, call: CallShape): ValueOrigin {
  const { tree, findFunction, sink } = trace
  const path = readDottedName(call.callee, tree.language) ?? ""
  const all = [...call.args, ...call.keywords.values()]
  if (isCleaner(path, sink)) return "safe"
  if (passesOn.test(path)) return traceWorst(trace, all)
  const fn = findFunction(call.callee)
  const place = findRequestArgument(call, { language: tree.language, definitions: trace.names.all })
  if (fn !== undefined) {
    const results = findReturnedValues(fn)
    const bound = new Map([...trace.bound, [fn, call.args] as const])
    const found = results.length === 0 ? "unknown" : traceWorst({ ...trace, bound }, results)
    const isShown = place !== undefined && handsOutRequest(fn, place, tree.language)
    return isShown && (found === "unknown" || found === "parameter") ? "request" : found
  }
  if (place !== undefined) return "likely-request"
  const callee = readShape(call.callee, tree.language)
  if (callee.kind !== "member") return "unknown"
  if (answers.test(callee.property) || isCleaner(callee.property, sink)) return "safe"
  const mapper = /^(?:map|flatMap)$/.test(callee.property) ? call.args[0] : undefined
  if (mapper !== undefined && functionKinds.has(mapper.kind)) {
    const bound = new Map([...trace.bound, [mapper, [callee.object]] as const])
    return traceWorst({ ...trace, bound }, findReturnedValues(mapper))
  }
  const object = traceOrigin(trace, callee.object)
  if (object === "constant") return traceWorst(trace, all)
  if (object === "parameter") return keepsText.test(callee.property) ? object : "unknown"
  return object
}

function traceWorst(trace: Trace, nodes: readonly CodeNode[]): ValueOrigin {
  return worst(nodes.map((node) => traceOrigin(trace, node)))
}

function isDoubtful(origin: ValueOrigin): boolean {
  return origins.indexOf(origin) >= origins.indexOf("parameter")
}

function joins(operator: string, language: CodeTree["language"]): boolean {
  return language === "python" ? /^[+%/|]$/.test(operator) : operator === "+"
}

function hasReply(fn: CodeNode): boolean {
  return /^(?:res|reply|response|_res)\b/.test(fn.field("parameters")?.named[1]?.text ?? "")
}

function worst(all: readonly ValueOrigin[]): ValueOrigin {
  return origins[Math.max(0, ...all.map((one) => origins.indexOf(one)))] ?? "constant"
}

const readerName = /^(?:read|parse)\w*(?:Body|Form|FormData|Fields|Json|JSON)$/
const requestPath = /^(?:req|request|ctx|context|event|ctx\.req|ctx\.request|context\.request|event\.request|c\.req)$/
const requestType = /^(?:http2?\.)?(?:IncomingMessage|Http2ServerRequest|Request|NextRequest|FastifyRequest|H3Event)\b/
/** Functions that read a stream to its end. */
const consumers = /^(?:(?:\w+\.)?(?:json|text|buffer|arrayBuffer)|getStream)$/

/** Which argument is the request, if a call's name says that it reads a request. */
export function findRequestArgument(call: CallShape, looking: InputLooking): number | undefined {
  if (looking.language === "python" || call.isNew || call.isTagged) return undefined
  const name = (readDottedName(call.callee, looking.language) ?? "").split(".").at(-1) ?? ""
  if (!readerName.test(name)) return undefined
  const place = call.args.findIndex((arg) => isRequest(arg, looking))
  return place === -1 ? undefined : place
}

function isRequest(node: CodeNode, { language, definitions }: InputLooking): boolean {
  const path = readDottedName(node, language) ?? ""
  const known = definitions(path.split(".")[0] ?? "", node)
  if (known.length === 0) return false
  return known.every((one) => one.kind === "parameter" && (requestPath.test(path) || requestType.test(one.type ?? "")))
}

/** Whether a function of this file takes the value of its parameter, and returns it without a check. */
export function handsOutRequest(fn: CodeNode, place: number, language: TreeLanguage): boolean {
  const parameter = fn.field("parameter") ?? fn.field("parameters")?.named[place]
  const name = (parameter?.field("pattern") ?? parameter)?.text ?? ""
  const body = fn.field("body")
  if (body === undefined || !/^[\w$]+$/.test(name) || checking.test(body.text)) return false
  return findDescendants(body, ({ kind, text }) => text === name && kind === "identifier").some((use) =>
    takes(use, language),
  )
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
  const shape = above?.parent === undefined ? undefined : readShape(above.parent, language)
  if (shape?.kind !== "call" || !shape.args.includes(use)) return false
  const path = readDottedName(shape.callee, language) ?? ""
  return consumers.test(path) || readerName.test(path.split(".").at(-1) ?? "")
}
