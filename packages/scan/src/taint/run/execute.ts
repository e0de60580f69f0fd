import type { Expr, LoopStmt, Stmt, SwitchCase, SwitchStmt, TryStmt } from "../ir.ts"
import type { SinkRow } from "../table.ts"
import { changeValue, changeTaint, type Closure, joinValues, unknown, type Value, makeValue } from "../value.ts"
import { combineValues } from "./values/combine-values.ts"
import { renderName } from "./values/note-handlers.ts"
import { isTruthy } from "./values/fold.ts"
import { refine } from "./guards/refine.ts"
import { hasNews } from "./loops/has-news.ts"
import type { Machine } from "./machine.ts"
import { readAny, takeItem, readMember, readPath, extendWay, writeMember } from "./values/read-value.ts"
import { checkAnswer, checkValue } from "./check-sinks.ts"
import { copyState, keepGuards, joinStates, lookUp, type State, assignName } from "./state.ts"
import { listTargetNames } from "./loops/list-target-names.ts"

/** Runs statements; returns nothing if no path continues after them. */
export function execute(machine: Machine, body: readonly Stmt[], state: State): State | undefined {
  let at: State | undefined = state
  for (const statement of body) if (statement.kind === "function") declare(machine, statement.fn, state)
  for (const statement of body) {
    if (at === undefined || !machine.spend()) return at
    at = step(machine, statement, at)
  }
  return at
}

function step(machine: Machine, statement: Stmt, state: State): State | undefined {
  switch (statement.kind) {
    case "expr":
      machine.evaluate(statement.value, state)
      return isLast(statement.value) ? undefined : state
    case "assign": {
      const value = machine.evaluate(statement.value, state)
      const { target, op } = statement
      const whole = op === undefined ? value : combineValues(op, machine.evaluate(target, state), value)
      if (statement.declares === true || machine.isPython) declareNames(target, state)
      assign(machine, { target, value: stepped(whole, statement, state) }, state)
      if (target.kind === "name") keepAnswer(target.name, op === undefined ? statement.value : undefined, state)
      return state
    }
    case "if":
      return branch(machine, statement, state)
    case "loop":
      return loop(machine, statement, state)
    case "switch":
      return choose(machine, statement, state)
    case "try":
      return attempt(machine, statement, state)
    case "block":
      return execute(machine, statement.body, state)
    case "return":
      return leave(machine, statement.value, state)
    case "leave": {
      if (statement.value !== undefined) machine.evaluate(statement.value, state)
      if (statement.by !== "throw") state.frame.loops.at(-1)?.push(state)
      return undefined
    }
    case "assert":
      machine.evaluate(statement.test, state)
      refine(machine, { test: statement.test, outcome: true }, state)
      return state
    case "function":
      return state
    case "class": {
      const { cls } = statement
      const bases = cls.bases.map((base) => machine.evaluate(base, state))
      const made = { cls, state, file: state.frame.file, bases }
      if (state.outer !== undefined && !machine.isPython) machine.classes.set(cls, made)
      state.vars.set(cls.name, makeValue({ cls: made }))
      return state
    }
    case "import":
      bindImports(machine, statement, state)
      return state
  }
}

/** Names of functions that return yes or no. */
const asking =
  /^(?:is|has|can|are|allow|valid|check|match|fullmatch|search|includes|contains|test|some|every|starts|ends|safe|within)/i

/** A name that stores the result of a check can be used in later conditions in place of the check. */
function keepAnswer(name: string, asked: Expr | undefined, state: State): void {
  const isQuestion =
    asked !== undefined &&
    (/^(?:logic|not|binary)$/.test(asked.kind) || (asked.kind === "call" && asking.test(readCalleeName(asked.callee))))
  if (!isQuestion && state.answers?.has(name) !== true) return
  // `if (isInside(other)) isFound = true`: it still says that a check succeeded.
  if (asked?.kind === "const" && asked.value === true && state.guarded.size > 0) return
  const answers = new Map(state.answers)
  if (isQuestion) answers.set(name, asked)
  else answers.delete(name)
  state.answers = answers
}

function readCalleeName(callee: Expr): string {
  return callee.kind === "name" ? callee.name : callee.kind === "member" ? callee.property : ""
}

const lasts = /^(?:abort|exit|_exit|notFound|fail|exit_with_error|throw)$/

/** A call after which nothing else runs. */
function isLast(expr: Expr): boolean {
  if (expr.kind !== "call") return false
  return lasts.test(readCalleeName(expr.callee))
}

function declare(machine: Machine, fn: Closure["fn"], state: State): void {
  const closure: Closure = { fn, state, file: state.frame.file, self: undefined, home: undefined }
  machine.made.set(closure, undefined)
  state.vars.set(fn.name, makeValue({ closures: [closure] }))
}

/** Names that are assigned here belong to this function. */
function declareNames(target: Expr, state: State): void {
  for (const name of listTargetNames(target)) if (!state.vars.has(name)) state.vars.set(name, unknown)
}

/** The value, with one more step on its path. */
function stepped(value: Value, spot: Stmt, { frame }: State): Value {
  if (value.taints.length === 0) return value
  return changeValue(value, {
    taints: value.taints.map((taint) => changeTaint(taint, { way: extendWay(frame.file, spot, taint.way) })),
  })
}

interface Assigned {
  readonly target: Expr
  readonly value: Value
  /** `a[b]` in `a[b].c = …`: it is changed, not replaced. */
  readonly isInner?: boolean | undefined
}

/** Assigns a value to a name, a member, or the parts of a pattern. */
export function assign(machine: Machine, { target, value, isInner }: Assigned, state: State): void {
  switch (target.kind) {
    case "name":
      return assignName(target.name, value, { state, wrote: machine.wrote })
    case "member":
      checkWrite(machine, { target, value, isInner }, state)
      return assignInto(machine, { object: target.object, key: target.property, value }, state)
    case "index": {
      checkWrite(machine, { target, value, isInner }, state)
      const { constant } = machine.evaluate(target.key, state)
      const key = constant === undefined || constant === null ? undefined : String(constant)
      return assignInto(machine, { object: target.object, key, value }, state)
    }
    case "list":
      return target.items.forEach((item, at) => {
        const known = value.fields?.get(String(at))
        const part = item.isSpread ? value : (known ?? readAny(value))
        assign(machine, { target: item.value, value: part }, state)
      })
    case "record":
      for (const { key, value: into } of target.entries) {
        const name = key === undefined ? undefined : machine.evaluate(key, state).constant
        const part =
          typeof name === "string" ? readMember(machine, { object: value, name }, { spot: target, state }) : value
        assign(machine, { target: into, value: part }, state)
      }
      return
    case "assign": {
      const fallback =
        value.taints.length > 0 || value.constant !== undefined ? unknown : machine.evaluate(target.value, state)
      return assign(
        machine,
        { target: target.target, value: fallback === unknown ? value : joinValues(value, fallback) },
        state,
      )
    }
    default:
      return
  }
}

interface Written {
  readonly object: Expr
  readonly key: string | undefined
  readonly value: Value
}

function assignInto(machine: Machine, { object, key, value }: Written, state: State): void {
  if (object.kind !== "name" && object.kind !== "member" && object.kind !== "index") return
  // Assigning it loads another page; the next reader still reads this page's address.
  if (key === "location" && !machine.isPython) return
  const before = object.kind === "name" ? (lookUp(object.name, state) ?? unknown) : machine.evaluate(object, state)
  if (before.module !== undefined || isForeign(before, object)) return
  const after = writeMember(before, key, keepGuards(value, state))
  assign(machine, { target: object, value: after, isInner: true }, state)
}

/** A member of a third-party object: what is stored there is not followed. */
function isForeign({ path, made }: Value, object: Expr): boolean {
  return (
    object.kind === "member" &&
    path !== undefined &&
    made === undefined &&
    !/^(?:module|exports|self|this)\b|\)$/.test(path)
  )
}

/** `element.innerHTML = input`, `session[input] = …`. */
function checkWrite(machine: Machine, { target, value, isInner }: Assigned, state: State): void {
  const isMember = target.kind === "member"
  const object = target.kind === "member" || target.kind === "index" ? machine.evaluate(target.object, state) : unknown
  const key = target.kind === "index" ? machine.evaluate(target.key, state) : undefined
  const property =
    isMember && target.kind === "member" ? target.property : typeof key?.constant === "string" ? key.constant : "[]"
  const path = object.path === undefined ? undefined : isMember ? `${object.path}.${property}` : `${object.path}[]`
  const check = (row: SinkRow, one: Value) => checkValue(machine, { row, value: one, spot: target }, state)
  const written = target.kind === "member" || target.kind === "index" ? renderName(target.object) : ""
  for (const row of machine.known.sinksOfWrite(path, property)) {
    if (row.on !== undefined && !row.on.test(`${written} ${object.path ?? ""}`)) continue
    check(row, value)
    if (key !== undefined && row.harm === "trust") check(row, key)
  }
  if (key === undefined || machine.isPython || isInner === true) return
  // Two external keys in a row can reach what every object inherits from.
  if (object.viaKey !== undefined && key.constant === undefined)
    check(
      { harm: "key", forCallers: "always", example: "" },
      makeValue({ taints: object.viaKey.filter(({ origin }) => (state.guarded.get(origin) ?? 0) === 0) }),
    )
}

function branch(machine: Machine, statement: Stmt & { readonly kind: "if" }, state: State): State | undefined {
  const truth = isTruthy(machine.evaluate(statement.test, state).constant)
  if (truth !== undefined) return execute(machine, truth ? statement.yes : statement.otherwise, state)
  const no = copyState(state)
  refine(machine, { test: statement.test, outcome: true }, state)
  refine(machine, { test: statement.test, outcome: false }, no)
  const yes = execute(machine, statement.yes, state)
  return joinStates(settled(yes), settled(execute(machine, statement.otherwise, no)))
}

/** Before two paths are joined, what a check showed about an input is stored in the values that contain it. */
function settled(state: State | undefined): State | undefined {
  if (state === undefined || state.guarded.size === 0) return state
  for (const [name, value] of state.vars) if (value.taints.length > 0) state.vars.set(name, keepGuards(value, state))
  return state
}

function loop(machine: Machine, statement: LoopStmt, state: State): State | undefined {
  const left: State[] = []
  state.frame.loops.push(left)
  const items = statement.iterable === undefined ? unknown : machine.evaluate(statement.iterable, state)
  const read = items.path === undefined ? unknown : readPath(machine, `${items.path}[]`, { spot: statement, state })
  const item =
    read.taints.length > 0 ? read : statement.isKeys ? makeValue({ taints: items.taints }) : takeItem(machine, items)
  const head = copyState(state)
  let ends: State | undefined
  let exits: State | undefined
  let isEndless = false
  for (let round = 0; round < 2; round++) {
    const inner = copyState(head)
    if (statement.target !== undefined) declareNames(statement.target, inner)
    if (statement.target !== undefined) assign(machine, { target: statement.target, value: item }, inner)
    if (statement.test !== undefined) {
      const truth = isTruthy(machine.evaluate(statement.test, inner).constant)
      if (truth === false && round === 0) break
      isEndless = truth === true && statement.test.kind === "const"
      refine(machine, { test: statement.test, outcome: true }, inner)
    }
    const end = settled(execute(machine, statement.body, inner))
    const isOver = [end, ...left].every((one) => one === undefined || !hasNews(head, one, statement.target))
    ends = joinStates(ends, end && copyState(end))
    joinStates(head, end)
    for (const one of left.splice(0)) {
      exits = joinStates(exits, settled(copyState(one)))
      joinStates(head, settled(copyState(one)))
    }
    if (isOver) break
  }
  state.frame.loops.pop()
  if (isEndless) return exits
  return joinStates((items.length ?? 0) > 0 ? ends : head, exits)
}

function choose(machine: Machine, statement: SwitchStmt, state: State): State | undefined {
  const subject = machine.evaluate(statement.subject, state)
  const left: State[] = []
  state.frame.loops.push(left)
  const chosen = chosenCases(machine, { statement, subject }, state)
  let after: State | undefined = chosen.isComplete ? undefined : copyState(state)
  for (const at of chosen.cases) {
    const inner = copyState(state)
    if (at.tests !== undefined) {
      for (const test of at.tests) {
        const equal = {
          kind: "binary",
          op: "==",
          left: statement.subject,
          right: test,
          start: test.start,
          end: test.end,
        } as const
        refine(machine, { test: equal, outcome: true }, inner)
      }
    }
    if (at.guard !== undefined) refine(machine, { test: at.guard, outcome: true }, inner)
    const from = statement.cases.indexOf(at)
    const end = statement.falls ? statement.cases.slice(from).flatMap(({ body }) => body) : at.body
    after = joinStates(after, settled(execute(machine, end, inner)))
  }
  state.frame.loops.pop()
  for (const one of left) after = joinStates(after, settled(copyState(one)))
  return after
}

/** If the subject is known, only the case that it selects. */
function chosenCases(
  machine: Machine,
  { statement, subject }: { readonly statement: SwitchStmt; readonly subject: Value },
  state: State,
): { readonly cases: readonly SwitchCase[]; readonly isComplete: boolean } {
  const { cases } = statement
  const fallback = cases.find(({ tests }) => tests === undefined)
  if (subject.constant === undefined) return { cases, isComplete: fallback !== undefined }
  const values = cases.map(({ tests }) => tests?.map((test) => machine.evaluate(test, state).constant) ?? [])
  const at = values.findIndex((all) => all.includes(subject.constant))
  const isSure = values.every((all) => all.every((one) => one !== undefined))
  const found = at === -1 ? fallback : cases[at]
  if (!isSure || found?.guard !== undefined) return { cases, isComplete: fallback !== undefined }
  return { cases: found === undefined ? [] : [found], isComplete: found !== undefined }
}

function attempt(machine: Machine, statement: TryStmt, state: State): State | undefined {
  const before = copyState(state)
  const done = execute(machine, statement.body, state)
  // What the body assigned before it was left or failed is visible in the handlers.
  const failed = joinStates(before, copyState(done ?? state)) ?? before
  let after = done === undefined ? undefined : execute(machine, statement.otherwise, done)
  for (const handler of statement.handlers) {
    const inner = copyState(failed)
    if (handler.name !== undefined) inner.vars.set(handler.name, unknown)
    after = joinStates(after, execute(machine, handler.body, inner))
  }
  if (statement.finally.length === 0) return after
  const last = execute(machine, statement.finally, after ?? copyState(failed))
  return after === undefined ? undefined : last
}

function leave(machine: Machine, expr: Expr | undefined, state: State): undefined {
  const { frame } = state
  const value = expr === undefined ? unknown : keepGuards(machine.evaluate(expr, state), state)
  frame.returns.push(value)
  noteExit(machine, { expr, value }, state)
  if (frame.selfName !== undefined) {
    const self = state.vars.get(frame.selfName)
    if (self !== undefined) frame.selves.push(self)
  }
  if (expr !== undefined) checkAnswer(machine, { answers: frame.handler?.answers ?? [], value, spot: expr }, state)
  if (frame.handler?.returns !== undefined && expr !== undefined && expr.kind !== "record") {
    const row: SinkRow = { harm: frame.handler.returns, text: frame.handler.returnsText, example: "" }
    if (isPage(machine, value)) checkValue(machine, { row, value, spot: expr }, state)
  }
  return undefined
}

/**
 * What has been checked at a function's end. If a condition is about the function's result, what that result shows is
 * included.
 */
function noteExit(
  machine: Machine,
  { expr, value }: { readonly expr: Expr | undefined; readonly value: Value },
  state: State,
): void {
  const { asked, exits } = state.frame
  if (asked === undefined) return void exits.push(state.guarded)
  const truth = expr === undefined ? false : isTruthy(value.constant)
  if (truth !== undefined && truth !== asked) return
  const shown = copyState(state)
  if (expr !== undefined && truth === undefined) refine(machine, { test: expr, outcome: asked }, shown)
  exits.push(shown.guarded)
}

/** A text. What a framework turns into JSON or a response object is not a page. */
function isPage({ known }: Machine, value: Value): boolean {
  const first = value.length === undefined ? value : (value.fields?.get("0") ?? unknown)
  const called = /(\w+)\(\)$/.exec(first.path ?? "")?.[1]
  const isText = called === undefined || known.passOfMethod(called) !== undefined
  return first.fields === undefined && first.rest === undefined && isText
}

function bindImports(machine: Machine, statement: Stmt & { readonly kind: "import" }, state: State): void {
  const module = machine.importModule(statement.from, state.frame.file)
  const file = module.module ?? ""
  for (const { name, as } of statement.names) {
    if (name === "*" && as === "") {
      if (file !== "") for (const [field, value] of machine.everything(file)) state.vars.set(field, value)
    } else if (name === ".") state.vars.set(as, machine.importModule(as, state.frame.file))
    else if (name !== "*" && file !== "")
      state.vars.set(as, makeValue({ path: `${module.path}.${name}`, link: { file, name } }))
    else if (machine.isPython && /^\.+$/.test(statement.from))
      state.vars.set(as, machine.importModule(`${statement.from}${name}`, state.frame.file))
    else if (name === "*" || (name === "default" && file === "")) state.vars.set(as, module)
    else state.vars.set(as, readMember(machine, { object: module, name }, { spot: statement, state }))
  }
}
