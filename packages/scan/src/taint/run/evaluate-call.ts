import { ALL, type Harm, toMask } from "../harm.ts"
import type { CallExpr, Slot, SourceSpan } from "../ir.ts"
import {
  collectTaints,
  BARE,
  changeValue,
  changeTaint,
  clearHarms,
  makeConstant,
  isFixed,
  joinValues,
  mergeTaints,
  NO_TAINTS,
  pathValue,
  type Taint,
  unknown,
  type Value,
  makeValue,
} from "../value.ts"
import { formatBraces } from "./values/format-text.ts"
import { runCallbacks } from "./values/run-callbacks.ts"
import type { Called } from "./values/called.ts"
import { markAsRead, isBetterKnown } from "./mark-as-read.ts"
import { renderName, noteHandlers, describeReceiver } from "./values/note-handlers.ts"
import { callSchema } from "./values/call-schema.ts"
import { noteSaved, withContents } from "./values/saved-upload.ts"
import { collectionMethods } from "./values/collections.ts"
import { toRegexValue, callBuiltIn, TUPLE_MAKER } from "./values/call-built-in.ts"
import { foldMethod, isTruthy } from "./values/fold.ts"
import { listExcludedHarms } from "./guards/disproven-harms.ts"
import type { Pass } from "./knowledge.ts"
import type { Machine } from "./machine.ts"
import { markDecoded, isSigned, markPart, markSigned } from "./mark-origins.ts"
import { toPieces, readAny, readCallResult, readHeader, readMember } from "./values/read-value.ts"
import { checkCall } from "./check-sinks.ts"
import { keepGuards, type State, withOuter } from "./state.ts"

/** The result of a call. The call is also checked as a sink, and functions that are passed to it are recorded. */
export function evaluateCall(machine: Machine, expr: CallExpr, state: State): Value {
  const loaded = loadedModule(machine, expr, state)
  if (loaded !== undefined) return loaded
  const called = evaluateParts(machine, expr, state)
  const { callee, object, method, args, named } = called
  const rows = machine.known.sinksOfCall(callee.path, method)
  if (rows.length > 0) {
    const receiver = describeReceiver(expr.callee, object)
    checkCall(machine, { rows, spot: locateCall(expr), receiver, object, args, named }, state)
  }
  noteHandlers(machine, called)
  if (machine.isPython && (method === "save" || method === "write")) noteSaved(machine, called, state)
  const own = (machine.isPython ? undefined : callSchema(called)) ?? ownResult(machine, called, state)
  return own ?? headerResult(machine, called, state) ?? outsideResult(machine, called, state)
}

/** `headers.get("Content-Disposition")`. */
function headerResult(machine: Machine, { object, method, args, expr }: Called, state: State): Value | undefined {
  if (object?.taints.every(({ trust }) => trust === "parameter") !== true) return undefined
  if (!/^get(?:header|_all)?$/.test(method)) return undefined
  return readHeader(machine, args[0]?.constant, { spot: expr, state })
}

/** The position of a call: in a chain that spans several lines, that of its last link. */
function locateCall({ callee, start, end }: CallExpr): SourceSpan {
  const isChained = callee.kind === "member" && callee.object.kind === "call"
  return { start: isChained ? callee.end - callee.property.length : start, end }
}

function evaluateParts(machine: Machine, expr: CallExpr, state: State): Called {
  const object = expr.callee.kind === "member" ? machine.evaluate(expr.callee.object, state) : undefined
  const callee =
    expr.callee.kind === "member" && object !== undefined
      ? readMember(machine, { object, name: expr.callee.property }, { spot: expr.callee, state })
      : machine.follow(machine.evaluate(expr.callee, state))
  const args: Value[] = []
  const named = new Map<string, Value>()
  for (const arg of expr.args) {
    const value = keepGuards(machine.evaluate(arg.value, state), state)
    if (arg.name === "**") {
      for (const [key, field] of value.fields ?? []) named.set(key, field)
      if (value.taints.length > 0 || value.rest !== undefined)
        named.set("**", readAny(changeValue(value, { fields: undefined })))
    } else if (arg.name !== undefined) named.set(arg.name, value)
    else if (arg.isSpread && value.length !== undefined)
      args.push(...Array.from({ length: value.length }, (_, at) => value.fields?.get(String(at)) ?? unknown))
    else args.push(arg.isSpread ? readAny(value) : value)
  }
  const method =
    expr.callee.kind === "member"
      ? expr.callee.property
      : expr.callee.kind === "name"
        ? expr.callee.name
        : (callee.path?.split(".").at(-1) ?? "")
  return { expr, callee, object, method, args: machine.isPython ? withContents(args, state) : args, named }
}

function loadedModule(machine: Machine, { callee, args }: CallExpr, state: State): Value | undefined {
  if (callee.kind !== "name" || !/^(?:require|import)$/.test(callee.name) || machine.isPython) return undefined
  const [first] = args
  const name = first?.value.kind === "const" ? first.value.value : undefined
  return typeof name === "string" ? machine.importModule(name, state.frame.file) : undefined
}

/** Calls of the project's functions and classes, and of methods of known values. */
function ownResult(machine: Machine, called: Called, state: State): Value | undefined {
  const { expr, callee, object, method, args, named } = called
  const cleaning = callee.closures === undefined ? undefined : machine.known.passOfCall(method)
  // A function with the name of an escaper is treated as one; a function named `all` is not necessarily Python's.
  if (cleaning !== undefined && cleaning.mask !== 0 && cleaning.mask !== ALL) return passed(cleaning, args, method)
  if (callee.closures !== undefined) {
    const after = object?.made !== undefined && expr.callee.kind === "member" ? expr.callee.object : undefined
    const results = callee.closures.map((closure) =>
      machine.invoke(closure, {
        args,
        named,
        self: closure.self,
        from: expr,
        state,
        after: after && ((self) => machine.assign(after, self, state)),
      }),
    )
    return results.reduce((a, b) => joinValues(a, b))
  }
  if (callee.cls !== undefined) return instantiate(machine, called, state)
  callee.settle?.(args[0] ?? unknown)
  const back = runCallbacks(machine, called, state)
  if (back !== undefined || object === undefined) return back
  if (typeof object.constant === "string") {
    const folded = foldMethod(
      object.constant,
      method,
      args.map(({ constant }) => constant),
    )
    if (folded !== undefined) return makeConstant(folded)
  }
  if (method === "setFeature" && opensEntities(args) && expr.callee.kind === "member") {
    machine.assign(expr.callee.object, changeValue(object, { path: OPEN_PARSER }), state)
    return unknown
  }
  if (callee.path !== undefined && machine.known.passOfCall(callee.path) !== undefined) return undefined
  return collectionResult(machine, called, state)
}

/** The path of an XML parser that is configured to follow external entities. */
const OPEN_PARSER = "(open parser)"

/** `parser.setFeature(feature_external_ges, True)`. */
function opensEntities([feature, value]: readonly Value[]): boolean {
  return /feature_external_[gp]es$/.test(feature?.path ?? "") && isTruthy(value?.constant) === true
}

function collectionResult(
  machine: Machine,
  { expr, object = unknown, method, args, named }: Called,
  state: State,
): Value | undefined {
  const run = Object.hasOwn(collectionMethods, method) ? collectionMethods[method] : undefined
  const isCollection = object.fields !== undefined || object.rest !== undefined || object.length !== undefined
  const isText = method === "join" || method === "format" || /^config.*ConfigParser\(\)$/.test(object.path ?? "")
  const isNew =
    (/^(?:append|push|add|set|extend|update|setdefault|read_dict)$/.test(method) &&
      object.path?.endsWith("()") === true) ||
    (method === "write" && /\b(?:String|Bytes)IO\(\)$/.test(object.path ?? ""))
  if (method === "format" && machine.isPython && typeof object.constant === "string")
    return formatBraces(object.constant, args, named)
  if (run === undefined || !(isCollection || isText || isNew)) return undefined
  const done = run(object, named.size === 0 ? args : withNamed(method, args, named))
  if (done === undefined) return undefined
  if (done.object !== undefined && expr.callee.kind === "member") machine.assign(expr.callee.object, done.object, state)
  return done.result
}

/** Python's named arguments of `format` are values like any other; those of `update` are entries. */
function withNamed(method: string, args: readonly Value[], named: ReadonlyMap<string, Value>): readonly Value[] {
  if (method === "format") return [...args, ...named.values()]
  return method === "update" && args.length === 0 ? [makeValue({ fields: named })] : args
}

function instantiate(machine: Machine, { expr, callee, args, named }: Called, state: State): Value {
  const { cls } = callee
  let self: Value = makeValue({
    fields: new Map(),
    made: cls,
    path: callee.path === undefined ? undefined : `${callee.path}()`,
  })
  for (const { name, value } of cls?.cls.fields ?? []) {
    const field = machine.evaluate(value, withOuter(state, cls?.state))
    self = changeValue(self, { fields: new Map([...(self.fields ?? []), [name, field]]) })
  }
  const made = readMember(
    machine,
    { object: self, name: machine.isPython ? "__init__" : "constructor" },
    { spot: expr, state },
  )
  for (const closure of made.closures ?? [])
    machine.invoke(closure, { args, named, self, from: expr, state, after: (done) => (self = done) })
  if (made.closures !== undefined || cls?.cls.slots === undefined) return self
  return changeValue(self, {
    fields: new Map([...(self.fields ?? []), ...slotted(listNames(cls.cls.slots), args, named)]),
  })
}

function listNames(slots: readonly Slot[]): readonly string[] {
  return slots.map(({ name }) => name)
}

/** The fields of a class that only declares them, in the order in which arguments are passed. */
function slotted(
  slots: readonly string[],
  args: readonly Value[],
  named: ReadonlyMap<string, Value>,
): [string, Value][] {
  return slots.flatMap((slot, at): [string, Value][] => {
    const value = named.get(slot) ?? args[at] ?? named.get("**")
    return value === undefined ? [] : [[slot, value]]
  })
}

/** Calls of third-party functions: by the tables, and by a guess if the tables do not cover them. */
function outsideResult(machine: Machine, called: Called, state: State): Value {
  const { expr, callee, object, method, args, named } = called
  const path = callee.path
  if (path === TUPLE_MAKER)
    return makeValue({
      fields: new Map(slotted(callee.sketch?.split(" ") ?? [], args, named)),
      path: `${TUPLE_MAKER}()`,
    })
  if (machine.isPython && path === "getattr" && typeof args[1]?.constant === "string")
    return readMember(machine, { object: args[0] ?? unknown, name: args[1].constant }, { spot: expr, state })
  if (machine.isPython && path !== undefined) {
    const known = callBuiltIn(path, args, named)
    if (known !== undefined) return known
  }
  if (path === "Object.create" && args[0]?.constant === null) return makeValue({ fields: new Map(), path: BARE })
  // A URL whose path is known: the rest is the address of this program itself.
  if (path === "URL" && args.length === 2 && typeof args[0]?.constant === "string") return pathValue("URL()")
  const listed = /^Object\.(keys|values|entries)$/.exec(path ?? "")?.[1]
  if (listed !== undefined && args[0]?.fields !== undefined && args[0].length === undefined)
    return collectionMethods[listed]?.(args[0], [])?.result ?? unknown
  if (path !== undefined) {
    const input = readCallResult(machine, `${path}()`, { args, expr, state })
    if (input.taints.length > 0 && !isBetterKnown(input, args)) return keyed(input, args[0])
    const pass = machine.known.passOfCall(path, (name) => named.get(name) ?? args[Number(name)])
    if (pass !== undefined) {
      const all = path === "URL" && args[1] !== undefined ? [args[0] ?? unknown, asBase(args[1])] : args
      const from = pass.row.ofObject === true && object !== undefined ? [object] : [...all, ...named.values()]
      const given = markAsRead(passed(pass, from, path), { pass, from, spot: expr, file: state.frame.file })
      if (isRooted(path, args[0])) return clearHarms(given, toMask(["path", "archive"]))
      return path === "re.sub" ? clearHarms(given, replacedBy("replace", toRegexValue(args[0]))) : given
    }
  }
  if (/^(?:parse|safeParse|parseAsync|validate|load)/.test(method) && /schema\b/i.test(renderName(expr.callee)))
    return unknown
  const written =
    path === undefined ? readCallResult(machine, `${renderName(expr.callee)}()`, { args, expr, state }) : unknown
  if (written.taints.length > 0) return written
  if (object?.path === "(regex)" && machine.isPython && method === "sub") {
    const text = args[1] ?? unknown
    return clearHarms(makeValue({ taints: toPieces(collectTaints(text)) }), replacedBy("replace", object))
  }
  if (/^get(?:list)?$/.test(method) && /^(?:int|float|bool|uuid\.UUID)$/.test(named.get("type")?.path ?? ""))
    return unknown
  if (object !== undefined) {
    const pass = machine.known.passOfMethod(method)
    if (pass !== undefined) {
      const own = pass.row.isPart === true ? keepGuards(object, state) : object
      // `repository.get(key)`: what is found is not the key.
      const given = machine.isPython && method === "get" ? args.slice(1) : args
      const from = pass.row.ofObject === true || pass.row.isPart === true ? [own] : [own, ...given]
      return clearHarms(passed(pass, from, path ?? ""), replacedBy(method, args[0]))
    }
    const own = toPieces(collectTaints(object))
    if (own.length > 0)
      return makeValue({
        taints: method === "get" || method === "getlist" ? keyedTaints(object, args[0]) : own,
        path: path && `${path}()`,
      })
  }
  const isDone = path !== undefined && machine.known.sinksOfCall(path, "").some(({ harm }) => takesAway.has(harm))
  return isDone ? pathValue(`${path}()`) : guessed(called)
}

/** If another URL is resolved against it, only its host matters. */
function asBase(address: Value): Value {
  return clearHarms(address, ALL & ~toMask(["url", "redirect"]))
}

/** `normalize("/" + input)`: the result cannot go above the root. */
function isRooted(path: string, first: Value | undefined): boolean {
  return /(?:^|\.)(?:normalize|join|resolve|normpath|abspath)$/.test(path) && first?.head === "/"
}

/** Functions that do one of these things return an answer, not their input. */
const takesAway: ReadonlySet<Harm> = new Set(["url", "shell", "sql", "ldap", "xpath"])

/** The harms that are prevented if these characters are replaced in a text. */
function replacedBy(method: string, pattern: Value | undefined): number {
  if (!method.startsWith("replace") || pattern === undefined) return 0
  const text = typeof pattern.constant === "string" ? pattern.constant : (pattern.sketch ?? "").replace(/\\(.)/g, "$1")
  const isClass = pattern.path === "(regex)" && text.startsWith("[")
  if (isClass && text.startsWith("[^")) return ALL
  // Removing `../` from `....//` leaves `../`.
  if (/^\.\.[\\/]$/.test(text)) return 0
  if (pattern.path === "(regex)" && /^\\[WD][+*]?$/.test(pattern.sketch ?? "")) return ALL
  if (isClass && /[*]/.test(text) && /[+]/.test(text)) return toMask(["regex"])
  if (isClass && /[(]/.test(text) && /[)]/.test(text) && /[*]/.test(text)) return toMask(["ldap"])
  const parts = isClass ? [...text] : [text]
  return parts.reduce((mask, part) => mask | toMask(listExcludedHarms(part)), 0)
}

/** The result of an unknown function: its input may be part of it. */
function guessed({ callee, args, named, expr, method }: Called): Value {
  const known = callee.path ?? (handles.test(method) ? method : undefined)
  const result = known === undefined ? unknown : pathValue(`${known}()`)
  if (cleaners.test(method) || ofRows.test(renderName(expr.callee))) return result
  const all = [...args, ...named.values()]
  const isMaker = expr.isNew || /^[A-Z]\w+$/.test(method)
  if (isMaker) {
    const taints = all.reduce<Value["taints"]>((sum, arg) => mergeTaints(sum, collectTaints(arg)), NO_TAINTS)
    return changeValue(result, { taints: toPieces(taints, false) })
  }
  if (lookups.test(method)) return result
  const taints = all.reduce<Value["taints"]>((sum, arg) => mergeTaints(sum, collectTaints(arg)), NO_TAINTS)
  const isResolved = separators.test(method) && args[0]?.isResolved === true
  return changeValue(result, { taints: toPieces(taints, false), isResolved })
}

/** Functions that only write the separators of a path in another way. */
const separators = /^(?:normali[sz]e_?path|to_?posix\w*|slash|unixify|normali[sz]e_?slashes)$/i

/** Methods that are identified by their name alone; other code asks for their result. */
const handles = /^(?:collection|createQueryBuilder|getRepository)$/

/** Functions whose names say that they clean or check. */
const cleaners =
  /saniti[sz]|purif|escape|validat|whitelist|allowlist|^is[A-Z_]|^has[A-Z_]|encrypt|^hash|digest|^verify|^check/i
/** Functions whose result is something other than their input. */
const lookups =
  /^(?:find|query|select|count|insert|save|delete|remove|exists|lookup|fetch|load|send|log|warn|error|debug|info|print|write|close|open|exec|execute|run|next|emit|publish|set|add|push|register|listen|connect|create|update|isinstance|type|super|range)/i

/** What Django's managers return are rows of a table, chosen by the input. */
const ofRows = /\.objects\.(?:\w+\(\)\.)*\w+$/

function keyed(input: Value, key: Value | undefined): Value {
  return changeValue(input, { taints: keyedTaints(input, key) })
}

function keyedTaints({ taints }: Value, key: Value | undefined): Value["taints"] {
  const name = key?.constant
  if (name === undefined || name === null) return taints
  return taints.map((taint) => (taint.isWhole ? changeTaint(taint, { origin: `${taint.origin}.${name}` }) : taint))
}

const identity =
  /^(?:URL|Request|str|String|toString|strip|trim|lower|upper|toLowerCase|toUpperCase|decode|encode|get|getlist|first|last)$/

/** The input in a form that has not been checked yet. */
function opened(taint: Taint, mask: number): Taint {
  return isSigned(taint)
    ? taint
    : changeTaint(taint, { cleaned: taint.cleaned & ~mask, origin: markDecoded(taint.origin) })
}

function passed({ row, mask, opens }: Pass, values: readonly Value[], path: string): Value {
  const gives = row.gives ?? (path === "" ? undefined : `${path}()`)
  if (mask === ALL) return makeValue({ path: gives, isFixed: true })
  const [only] = values
  const name = path.split(".").at(-1) ?? ""
  const isSame = identity.test(name) || (row.methods ?? []).some((method) => identity.test(method))
  const cleaned = values.map((value) => clearHarms(value, mask))
  const given = cleaned.reduce<Value["taints"]>((all, value) => mergeTaints(all, collectTaints(value)), NO_TAINTS)
  const whole = opens === 0 ? given : given.map((taint) => opened(taint, opens))
  const taints = row.isPart === true ? whole.map(markPart) : row.isSigned === true ? whole.map(markSigned) : whole
  const isText = values.length === 1 && isSame
  const allFixed = values.length > 0 && values.every(isFixed)
  const resolved = row.resolves === true || (isSame && values.some(({ isResolved }) => isResolved === true))
  if (row.gives === "(same)" && only !== undefined) {
    const { path: own = gives, isFixed: ownFixed = allFixed, isResolved = resolved } = only
    return changeValue(only, { taints, path: own, isFixed: ownFixed, isResolved })
  }
  return makeValue({
    constant: isText && typeof only?.constant === "string" ? only.constant : undefined,
    taints: isSame ? taints : toPieces(taints),
    path: gives,
    isFixed: allFixed,
    head: row.resolves === true || !isSame ? undefined : only?.head,
    sketch: only?.sketch,
    isResolved: resolved,
  })
}
