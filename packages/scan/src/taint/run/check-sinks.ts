import { bitOf } from "../harm.ts"
import type { Expr, SourceSpan } from "../ir.ts"
import type { AnswerSink, SinkRow } from "../table.ts"
import {
  collectTaints,
  changeValue,
  changeTaint,
  isFixed,
  type Taint,
  unknown,
  type Value,
  makeValue,
} from "../value.ts"
import { joinText } from "./values/join-text.ts"
import type { Machine } from "./machine.ts"
import { extendWay } from "./values/read-value.ts"
import type { State } from "./state.ts"

export interface SinkCall {
  readonly rows: readonly SinkRow[]
  readonly spot: SourceSpan
  /** The receiver of the call, as written and as known. */
  readonly receiver: string
  readonly object?: Value | undefined
  readonly args: readonly Value[]
  readonly named: ReadonlyMap<string, Value>
}

/** Reports input that is passed to a function in which it does harm. */
export function checkCall(machine: Machine, call: SinkCall, state: State): void {
  for (const row of call.rows) {
    if (row.on !== undefined && !row.on.test(call.receiver)) continue
    if (row.where !== undefined && !holds(row.where, call)) continue
    if (row.unless !== undefined && Object.entries(row.unless).some(([name, value]) => holds({ [name]: value }, call)))
      continue
    const { harm } = row
    const isOnlyRead = row.isRead === true && !/[wax+]/.test(readMode(call))
    for (const value of wanted(row, call)) {
      machine.look({ harm, file: state.frame.file, spot: call.spot, isHarmless: isHarmless(value, harm, state) })
      checkValue(machine, { row, value, spot: call.spot, isOnlyRead }, state)
    }
  }
}

/** What a file is opened for. */
function readMode({ args, named }: SinkCall): string {
  const mode = named.get("mode") ?? args[1]
  return typeof mode?.constant === "string" ? mode.constant : ""
}

/** A constant, or input that was checked for this harm. */
function isHarmless(value: Value, harm: SinkRow["harm"], { guarded }: State): boolean {
  if (isFixed(value)) return true
  const taints = collectTaints(value)
  return (
    taints.length > 0 &&
    taints.every(({ cleaned, origin }) => ((cleaned | (guarded.get(origin) ?? 0)) & bitOf[harm]) !== 0)
  )
}

function wanted({ args }: SinkRow, call: SinkCall): readonly Value[] {
  if (args === undefined) return [...call.args, ...call.named.values()]
  return args.flatMap((arg) => {
    if (typeof arg === "number") return call.args.at(arg) ?? []
    const place = Object.hasOwn(places, arg) ? places[arg] : undefined
    return place?.(call) ?? call.named.get(arg) ?? findOption(call.args, arg) ?? []
  })
}

/** Names for things that are not separate arguments. */
const places: Readonly<Record<string, (call: SinkCall) => readonly Value[]>> = {
  /** The first argument, unless it is written there as an object. */
  "(given)": ({ args: [first] }) => (first === undefined || first.fields !== undefined ? [] : [first]),
  /** The receiver of the method. */
  "(object)": ({ object }) => (object === undefined ? [] : [object]),
  /** The first of a list of arguments. */
  "(program)": ({ args: [first = unknown] }) => [first.fields?.get("0") ?? (isSplitInput(first) ? first : unknown)],
  "(script)": scriptOfShell,
  /** What a shell reads from its standard input. */
  "(typed)": ({ args: [first = unknown], named }) =>
    isShell(first.fields?.get("0") ?? first) && (first.length ?? 1) === 1 ? [named.get("input") ?? unknown] : [],
  "(remote)": remoteCommand,
  "(options)": findOptions,
  "(mail)": mailHeaders,
  "(location)": locationHeader,
  "(words)": wordsBeforeEnd,
  "(raw)": shownRaw,
}

/** What a shell is asked to run: the argument after `-c`. The arguments after that are only values. */
function scriptOfShell({ args }: SinkCall): readonly Value[] {
  const words = flattenWords(args)
  const shell = words.findIndex((word) => isShell(word) || isInterpreter(word))
  if (shell === -1) return []
  const isScript = words[shell] !== undefined && isShell(words[shell]) ? /^-\w*c$|^\/c$/i : /^-[ce]$/
  const option = words.findIndex(({ constant }, at) => at > shell && isScript.test(String(constant)))
  return option === -1 ? [] : words.slice(option + 1, option + 2)
}

/** A language that runs what follows `-c` or `-e`. */
function isInterpreter({ constant, path }: Value): boolean {
  return path === "sys.executable" || /(?:^|\/)(?:python[\d.]*|perl|ruby|node)$/.test(String(constant))
}

/** Options that are followed by no value of their own. */
const alone =
  /^-(?:[a-z]*[qvrlsaz]|-(?:no-\w+|all|bare|mirror|quiet|force|recursive|verbose|hard|soft|cached|json|oneline|stat|porcelain|prune|tags|silent|location|short|delete))$/

/** The arguments of a program that it may take for options: those before `--` that are not the value of an option. */
function wordsBeforeEnd({ args }: SinkCall): readonly Value[] {
  const words = args[1]?.length === undefined ? [] : [...(args[1].fields?.values() ?? [])]
  return beforeEnd(words)
}

function beforeEnd(words: readonly Value[]): readonly Value[] {
  const end = words.findIndex(({ constant }) => constant === "--")
  return words.slice(0, end === -1 ? words.length : end).filter((_, at) => {
    const before = words[at - 1]?.constant
    return typeof before !== "string" || !before.startsWith("-") || alone.test(before)
  })
}

/** The words that `ssh` runs on the other machine: everything after the host. */
function remoteCommand({ args }: SinkCall): readonly Value[] {
  const words = flattenWords(args)
  const ssh = words.findIndex(({ constant }) => /(?:^|\/)ssh$/.test(String(constant)))
  if (ssh === -1) return []
  let host = ssh + 1
  while (String(words[host]?.constant).startsWith("-"))
    host += /^-[BbcDEeFIiJLlmOopQRSWw]$/.test(String(words[host]?.constant)) ? 2 : 1
  return words.slice(host + 1)
}

/** Programs with options that run commands, or that read and write any file. */
const optioned =
  /(?:^|\/)(?:git|hg|svn|tar|find|curl|wget|rsync|scp|ssh|zip|unzip|7z|sed|man|ffmpeg|psql|mysql|sendmail|openssl|xdg-open|chrome|wkhtmltopdf)$/

/** The arguments that such a program takes for options if they begin with a hyphen. */
function findOptions({ args }: SinkCall): readonly Value[] {
  const [program = unknown, ...words] = flattenWords(args)
  if (!optioned.test(String(program.constant))) return []
  return beforeEnd(words)
}

/** The arguments of a program, whether they are passed as a list or one by one. */
function flattenWords(args: readonly Value[]): readonly Value[] {
  return args.flatMap((arg) => (arg.length === undefined ? [arg] : [...(arg.fields?.values() ?? [])]))
}

function isShell({ constant }: Value): boolean {
  return /(?:^|\/)(?:ba|da|z|k|c)?sh$|^cmd(?:\.exe)?$/.test(String(constant))
}

/** The path of a list of arguments whose length is not known. */
const SPLIT = "shlex.split()"

/** `shlex.split(input)`: the first word, which is the program, comes from the input. */
function isSplitInput({ path, sketch = "" }: Value): boolean {
  return path === SPLIT && !/^\s*[^\s\u0001]/.test(sketch)
}

/** A mail as a text, if more input is in it than its body takes. */
function mailHeaders({ args, named }: SinkCall): readonly Value[] {
  const mail = named.get("msg") ?? args[2] ?? unknown
  const [head = "", ...body] = (mail.sketch ?? "").split(/\r?\n\r?\n/)
  const raw = collectTaints(mail).filter(({ cleaned }) => (cleaned & bitOf.header) === 0)
  const inBody = body.join("").split("\u0001").length - 1
  return head.includes("\u0001") && raw.length > inBody ? [mail] : []
}

/** Where a response redirects the reader: a header in a list of pairs or in a dictionary. */
function locationHeader({ args, named }: SinkCall): readonly Value[] {
  return [...args, ...named.values()].flatMap((given) =>
    [...(given.fields ?? [])].flatMap(([key, value]) => {
      if (/^location$/i.test(key)) return [value]
      const name = value.fields?.get("0")?.constant
      return typeof name === "string" && /^location$/i.test(name) ? [value.fields?.get("1") ?? unknown] : []
    }),
  )
}

/** The values that a template inserts into its page unescaped. */
function shownRaw({ args, named }: SinkCall): readonly Value[] {
  const text = args[0]?.sketch ?? ""
  const names = [...text.matchAll(/\{\{-?\s*(\w+)[^{}|]*\|\s*safe\b/g)].map(([, name = ""]) => name)
  return names.flatMap((name) => named.get(name) ?? [])
}

type Wanted = NonNullable<SinkRow["where"]>

function holds(conditions: Wanted, { args, named }: SinkCall): boolean {
  return Object.entries(conditions).every(([name, value]) => {
    const given = /^\d+$/.test(name) ? args[Number(name)] : (named.get(name) ?? findOption(args, name))
    if (value === "*") return given !== undefined
    if (value instanceof RegExp) return value.test(String(given?.constant ?? given?.path ?? ""))
    return given?.constant === value || (typeof value === "string" && given?.path === value)
  })
}

/** A JavaScript option: a field of the last object that is passed. */
function findOption(args: readonly Value[], name: string): Value | undefined {
  return args.findLast(({ fields, length }) => fields !== undefined && length === undefined)?.fields?.get(name)
}

interface CheckedValue {
  readonly row: SinkRow
  readonly value: Value
  readonly spot: SourceSpan
  readonly isOnlyRead?: boolean
}

export function checkValue(machine: Machine, { row, value, spot, isOnlyRead }: CheckedValue, state: State): void {
  if (row.text !== undefined && !row.text.test(knownText(value))) return
  if (row.unlessHead !== undefined && value.head !== undefined && row.unlessHead.test(value.head)) return
  if (row.isText === true && (value.length !== undefined || value.path === SPLIT)) return
  // An object is sent as JSON, not as a page.
  if (row.harm === "html" && value.fields !== undefined && value.length === undefined) return
  // A record of a database knows its own address.
  if (row.harm === "redirect" && machine.isPython && value.fields !== undefined) return
  if (row.unlessPath !== undefined && row.unlessPath === value.path) return
  const bit = bitOf[row.harm]
  const { file } = state.frame
  for (const taint of collectTaints(row.harm === "nosql" ? withoutEqual(value) : value)) {
    if (((taint.cleaned | (state.guarded.get(taint.origin) ?? 0)) & bit) !== 0) continue
    if (row.harm === "redirect" && isOwnPlace(taint, value)) continue
    if (isOnlyRead === true && (taint.trust === "archive" || isUpload(taint))) continue
    if (row.from !== undefined && !row.from.test(taint.origin)) continue
    if (row.built === true && taint.isWhole) continue
    if (row.unlessWhole?.test(taint.origin) === true && taint.isWhole) continue
    // A server may send a piece of a page; a value inside a tag is another matter.
    if (taint.trust === "remote" && row.harm === "html" && !insideMarkup.test(value.sketch ?? "")) continue
    if (row.harm === "nosql" && alwaysText.test(taint.origin)) continue
    if (taint.trust === "parameter" && !isForCallers(row, taint, value)) continue
    const way = extendWay(file, spot, taint.way)
    machine.report({ harm: row.harm, taint: changeTaint(taint, { way }), file, spot, isGlance: row.isGlance })
  }
}

/** Without `{ $eq: value }`: an object there is compared, and its operators do nothing. */
function withoutEqual(filter: Value): Value {
  const fields = [...(filter.fields ?? [])].filter(([, value]) => value.fields?.has("$eq") !== true)
  return filter.fields === undefined ? filter : changeValue(filter, { fields: new Map(fields) })
}

/** The address that was asked for, after the name of a host; or the address of the page itself. */
function isOwnPlace({ origin, isWhole }: Taint, { head = "" }: Value): boolean {
  if (/\.(?:url|originalUrl|path)$/.test(origin)) return /^https?:\/\//.test(head)
  return isWhole && /(?:^|\.)location\.(?:href|pathname)$|^document\.URL$/.test(origin)
}

/** An uploaded file that is passed as such: readers accept an open file as well as a path. */
function isUpload({ origin, isWhole }: Taint): boolean {
  return isWhole && uploads.test(origin)
}

const uploads = /^(?:\w+\.)?request\.(?:files|FILES)(?:\.[^.]+)?(?:\.(?:stream|file))?$|^request \d+ \w+\.file$/

const insideMarkup = /<\w[^]*\u0001|\u0001[^]*<\/\w/

/** Parts of a request that are always strings, never objects. */
const alwaysText = /\.(?:params|headers|header|url|path|originalUrl|hostname|rawHeaders|ip|protocol)\b/

/** The known text of a value; for a list of arguments, the text of all of them. */
function knownText({ sketch, head, fields, length }: Value): string {
  if (sketch !== undefined || length === undefined) return sketch ?? head ?? ""
  return [...(fields?.values() ?? [])].map((item) => item.sketch ?? item.head ?? "").join(" ")
}

function isForCallers({ forCallers, callersName }: SinkRow, { isWhole, origin }: Taint, value: Value): boolean {
  if (callersName !== undefined && !callersName.test(origin)) return false
  if (forCallers === "whole") return isWhole
  if (forCallers === "joined") return !isWhole && (value.path === undefined || value.path.endsWith("path.join()"))
  if (forCallers === undefined || forCallers === "always") return forCallers !== undefined
  // Running the given command is the purpose of such a function; inserting a value into a command is not.
  return forCallers === "built" ? !isWhole && /[^\s\u0001]/.test(knownText(value)) : forCallers.test(value.sketch ?? "")
}

/** Parts of a handler's return value in which input does harm. */
export function checkAnswer(
  machine: Machine,
  {
    answers,
    value,
    spot,
  }: { readonly answers: readonly AnswerSink[]; readonly value: Value; readonly spot: SourceSpan },
  state: State,
): void {
  for (const { at, where, ...row } of answers) {
    const part = findPart(value, at)
    if (part === undefined) continue
    if (where !== undefined && !where.is.test(knownText(findPart(value, where.at) ?? unknown))) continue
    checkValue(machine, { row: { ...row, example: "" }, value: part, spot }, state)
  }
}

/** `headers.location`, ignoring case. */
function findPart(value: Value, at: string): Value | undefined {
  let part: Value | undefined = value
  for (const name of at.split(".")) part = [...(part?.fields ?? [])].find(([key]) => key.toLowerCase() === name)?.[1]
  return part
}

/** Attributes of page elements that take HTML. */
export function checkElement(
  machine: Machine,
  { element, entries }: { readonly element: SourceSpan & { readonly tag: string }; readonly entries: Value },
  state: State,
): void {
  for (const [name, value] of entries.fields ?? [])
    for (const row of [name, `${element.tag} ${name}`].flatMap((at) =>
      machine.known.sinksOfWrite(undefined, `<${at}>`),
    ))
      checkValue(machine, { row, value: value.fields?.get("__html") ?? value, spot: element }, state)
}

/** sql`…${value}…`: what the tag function does with the values is its own business, unless it is raw. */
export function checkTag(
  machine: Machine,
  { expr, parts }: { readonly expr: Expr & { readonly kind: "template" }; readonly parts: readonly Value[] },
  state: State,
): Value {
  const tag = expr.tag === undefined ? unknown : machine.evaluate(expr.tag, state)
  const isRaw = /(?:^|\.)(?:raw|css)$/.test(tag.path ?? "")
  const text = parts.reduce((all, part) => joinText(all, part), unknown)
  return isRaw ? text : makeValue({ path: tag.path === undefined ? undefined : `${tag.path}()` })
}
