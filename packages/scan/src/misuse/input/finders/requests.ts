import type { CodeNode } from "../../../code-tree.ts"
import type { Call, CodeView } from "../../../rules/code-view.ts"
import { resolvePath } from "../../resolve-path.ts"
import { findAncestor, findEnclosingFunction, isRouteHandler } from "../../../rules/tree-shapes.ts"

const wholeScript =
  /^(?:\.\.\.)?(?:(?:req|request|ctx\.request|c\.req)\.(?:body|query|params)|JSON\.parse\((?:req|request|ctx\.request)\.(?:body|query)[\w.]*\))$/
const wholePython =
  /^(?:self\.)?(?:flask\.)?request\.(?:json|form|args|values|data|POST|GET|get_json\([^)]*\)|query_params)(?:\.(?:to_dict|dict|copy)\(\))?$/

/** A whole body where the fields of a record are expected. */
export function findFieldsFromInput(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(({ method, args, object, node, callee }) => {
      if (code.isPython) {
        const isMaker =
          /^(?:create|update|get_or_create|update_or_create|bulk_create)$/.test(method) ||
          /^[A-Z]\w+$/.test(callee.text)
        if (!isMaker || /(?:Form|Serializer|Schema|Response|Filter)$/.test(callee.text)) return false
        return (node.field("arguments")?.named ?? []).some(
          (arg) => arg.kind === "dictionary_splat" && isWhole(code, arg.named[0]),
        )
      }
      if (isDeepMerge(code, { callee, args })) return args.slice(1).some((arg) => isWhole(code, arg))
      if (method === "assign" && object?.text === "Object")
        return (
          args.length === 2 && /^(?:identifier|new_expression)$/.test(args[0]?.kind ?? "") && isWhole(code, args[1])
        )
      const isModel = /^[A-Z]\w*$|[mM]odel$|[rR]epository$|^(?:this\.)?(?:db|prisma|collection)\b/.test(
        object?.text ?? "",
      )
      if (
        (!isModel && !isLoadedRecord(code, object)) ||
        !/^(?:create|insertOne|insertMany|insert|build|update|updateOne|findByIdAndUpdate|findOneAndUpdate|save|upsert)$/.test(
          method,
        )
      )
        return false
      return args.some((arg) => isWhole(code, arg)) || (callee.text === "User" && isWhole(code, args[0]))
    })
    .filter(
      ({ node }) => !fieldsChecked.test(routeAround(code, node).replace(/\b(?:new\s+)?(?:mongoose\.)?Schema\b/g, "")),
    )
    .map(({ node }) => node)
}

const deepMerges =
  /^(?:(?:_|lodash)\.(?:merge|mergeWith|defaultsDeep)|lodash\.(?:merge|defaultsdeep)|deepmerge|merge-deep|mixin-deep|deep-extend|merge-options)$/

/** Functions that copy everything into an object that is kept, at every depth. */
function isDeepMerge(code: CodeView, { callee, args }: Pick<Call, "callee" | "args">): boolean {
  const path = resolvePath(code, callee)
  const kept = args[/^(?:\$|jQuery|extend)/.test(path) ? 1 : 0]
  if (kept?.kind === "object") return false
  return deepMerges.test(path) || (/^(?:(?:\$|jQuery)\.extend|extend)$/.test(path) && args[0]?.text === "true")
}

/** `const user = await User.findByPk(id)`. */
function isLoadedRecord(code: CodeView, object: CodeNode | undefined): boolean {
  const shape = object === undefined ? undefined : code.shape(object)
  if (object === undefined || shape?.kind !== "name") return false
  return code.flow.names
    .reaching(shape.name, object)
    .some(
      (found) => found.kind === "value" && /^(?:await\s+)?[A-Z]\w*\.(?:find|create|build)\w*\(/.test(found.value.text),
    )
}

/** The route that a call belongs to, with what is called before its handler; else the function around it. */
function routeAround(code: CodeView, node: CodeNode): string {
  for (let fn = findEnclosingFunction(node); fn !== undefined; fn = findEnclosingFunction(fn)) {
    const route = fn.parent?.kind === "arguments" ? fn.parent.parent : undefined
    if (/\.(?:get|post|put|patch|delete|all|use|route)$/.test(route?.field("function")?.text ?? ""))
      return route?.text ?? ""
    const name = (fn.field("name") ?? fn.parent?.field("name"))?.text
    if (name === undefined) continue
    const around = fn.parent?.kind === "decorated_definition" ? fn.parent : fn
    return [around.text, ...code.tree.text.split("\n").filter((line) => line.includes(name))].join("\n")
  }
  return code.tree.text
}

/** Something in the route decides which fields a body may have. */
const fieldsChecked =
  /valid|schema|\bjoi\b|\bzod\b|\byup\b|\bajv\b|\bpick\(|\ballowed|permit|sanitiz|celebrate|serializer|\bfields\s*[:=]/i

function isWhole(code: CodeView, node: CodeNode | undefined): boolean {
  if (node === undefined) return false
  const whole = code.isPython ? wholePython : wholeScript
  if (whole.test(node.text) || isUntypedBody(node)) return true
  const shape = code.shape(node)
  if (shape.kind === "record")
    return shape.entries.some(
      ({ key, value }) =>
        (key === undefined || (key === "data" && !code.isPython)) && (whole.test(value.text) || isUntypedBody(value)),
    )
  if (shape.kind !== "name") return false
  const found = code.flow.names.reaching(shape.name, node)
  return found.length === 1 && found[0]?.kind === "value" && whole.test(found[0].value.text)
}

/** NestJS: `@Body() body: any`, without a class that says which fields there are. */
function isUntypedBody(node: CodeNode): boolean {
  const parameters = node.kind === "identifier" ? findEnclosingFunction(node)?.field("parameters")?.text : undefined
  if (parameters === undefined || !parameters.includes("@Body()")) return false
  return new RegExp(`@Body\\(\\)\\s*${node.text}(?:: (?:any|object|unknown|Record<[^)]*>))?\\s*[,)]`).test(parameters)
}

const logs = /^(?:log|info|warn|warning|error|debug|trace|critical|fatal|exception)$/
const loggers = /(?:^|\.)(?:console|log|logger|logging|winston|_?LOGGER|LOG|_log|bunyan|pino)$/i

/** Log messages with inserted input. */
export function findLoggedInput(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(({ method, object, args, node }) => {
      if (!logs.test(method) || object === undefined || !loggers.test(object.text)) return false
      const [text, ...values] = args
      if (text === undefined || (code.isPython && breaksRemoved(node))) return false
      if (isBuilt(code, text)) return code.origin(text, "any") === "request"
      const format = code.flow.constantText(text) ?? ""
      return code.isPython && /%s/.test(format) && values.some((value) => code.origin(value, "any") === "request")
    })
    .map(({ node }) => node)
}

/** Line breaks are replaced in the message or before it. */
function breaksRemoved(node: CodeNode): boolean {
  return /replace\(\s*r?["']\\[rn]|splitlines\(\)|json\.dumps\(|\brepr\(|!r\}/.test(
    findEnclosingFunction(node)?.text ?? node.text,
  )
}

function isBuilt(code: CodeView, node: CodeNode): boolean {
  return /^(?:binary|template|call)$/.test(code.shape(node).kind)
}

/** `table[input]()`, `getattr(x, input)()`. */
export function findCallsNamedByInput(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(({ callee, args, path, node }) => {
      const target = code.shape(callee)
      if (code.isPython) {
        if (path === "importlib.import_module" || path === "__import__") return isUnchecked(code, args[0])
        const made = target.kind === "call" ? target : undefined
        if (made !== undefined && made.callee.text === "getattr") return isUnchecked(code, made.args[1])
        if (path === "getattr") return isCalledLater(node) && isUnchecked(code, args[1])
        if (/^(?:globals|locals|vars)\(\)\.get$/.test(callee.text)) return isUnchecked(code, args[0])
        const isTable = target.kind === "index" && /^(?:globals|locals|vars)\(\)|\.__dict__$/.test(target.object.text)
        return isTable && target.kind === "index" && isUnchecked(code, target.index)
      }
      return target.kind === "index" && isUnchecked(code, target.index)
    })
    .map(({ node }) => node)
}

/** `action = getattr(x, name)` and then `action()`. */
function isCalledLater(node: CodeNode): boolean {
  const name = node.parent?.kind === "assignment" ? (node.parent.field("left")?.text ?? "") : ""
  const fn = findEnclosingFunction(node)
  return /^\w+$/.test(name) && fn !== undefined && new RegExp(`\\b${name}\\(`).test(fn.text.slice(node.end - fn.start))
}

function isUnchecked(code: CodeView, name: CodeNode | undefined): boolean {
  if (name === undefined || code.origin(name, "any") !== "request") return false
  const body = findEnclosingFunction(name)?.text ?? ""
  const before = body.slice(0, Math.max(0, name.start - (findEnclosingFunction(name)?.start ?? 0)))
  return !/hasOwn|\bin\s+\w+\)|not in\b|\bif\b[^\n]*\bin\b|includes\(|\.has\(|===|switch/.test(before)
}

/** Stack traces in answers. */
export function findStackTraces(code: CodeView): readonly CodeNode[] {
  if (code.isPython)
    return code.calls
      .filter(
        ({ path, node, args: [first] }) =>
          (/^(?:traceback\.)?format_exc(?:eption)?$/.test(path) || isCaughtText(path, node, first)) && isAnswered(node),
      )
      .map(({ node }) => node)
  return code.calls
    .filter(({ method, object, args, node }) => {
      const isAnswer =
        /^(?:send|json|end|write)$/.test(method) && /^(?:res|response|reply|ctx)\b/.test(object?.text ?? "")
      return (
        isAnswer &&
        args.some(({ text }) => /\.stack\b/.test(text) && !forDevelopers.test(text)) &&
        !isForDevelopers(node)
      )
    })
    .map(({ node }) => node)
}

const forDevelopers = /NODE_ENV|isDev|\bdev\b|development|isProd|production|debug|verbose|expose|\btest\b/i

/** Only under a condition that says so. */
function isForDevelopers(node: CodeNode): boolean {
  const condition = findAncestor(node, ({ kind }) => /^(?:if_statement|ternary_expression)$/.test(kind))
  return condition !== undefined && forDevelopers.test(condition.field("condition")?.text ?? "")
}

/** `str(error)` of an error that may be any: its text was not written for users. */
function isCaughtText(path: string, node: CodeNode, error: CodeNode | undefined): boolean {
  if (!/^(?:str|repr)$/.test(path) || error?.kind !== "identifier") return false
  const clause = findAncestor(node, ({ kind }) => kind === "except_clause")
  return new RegExp(`^except (?:Exception|BaseException) as ${error.text}\\b`).test(clause?.text ?? "")
}

function isAnswered(node: CodeNode): boolean {
  const fn = findEnclosingFunction(node)
  if (fn === undefined) return false
  const call = findAncestor(node, ({ kind }) => kind === "call")
  if (
    call !== undefined &&
    /^(?:HttpResponse\w*|JsonResponse|jsonify|make_response|Response|JSONResponse|PlainTextResponse|HTMLResponse|HTTPException)\(/.test(
      call.text,
    )
  )
    return true
  const returned = findAncestor(node, ({ kind }) => kind === "return_statement")
  return (
    returned !== undefined &&
    (isRouteHandler(fn) || /@\w+\.(?:errorhandler|exception_handler)/.test(fn.parent?.text.slice(0, 200) ?? ""))
  )
}
