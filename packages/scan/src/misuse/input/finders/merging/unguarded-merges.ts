import type { CodeNode } from "../../../../code-tree.ts"
import type { CodeView } from "../../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../../rules/tree-shapes.ts"
import { findGuardedNames } from "./guarded-names.ts"

const guarded =
  /__proto__|["'`](?:constructor|prototype)["'`]|Object\.create\(null\)|in Object\.prototype|is(?:Safe|Unsafe|Prototype(?!Of)|Protected|ValidKey|ValidPath)|sanitizeKey|specialPropert|protectedKeys|forbidden|blacklist|denyl|unsafeKeys|dangerous|new Map\(/i
/** A path also leads over `constructor.prototype`, unless it leads only through plain objects. */
const guardedPath = new RegExp(
  guarded.source.replace(
    "__proto__",
    "typeof[^;\\n]{0,60}['\"]object['\"]|is(?:Plain)?Obj|isRecord|\\.hasOwn|=== Object\\.prototype",
  ),
  "i",
)
const keyLoops =
  /\bfor\s*\(\s*(?:const|let|var)?\s*[\w$]+\s+in\s+[\w$.]*\s*\)?|(?:Object\.(?:keys|entries|getOwnPropertyNames)|Reflect\.ownKeys|\bkeys)\([\w$.\s]*\)?/g
const pathWalks = /\.split\(\s*(?:["'`/]|\w)|\.shift\(\)|\bkeys\[|\bpath\[|\bparts\[/

/** A path that leads only through an object's own properties does not reach what it inherits. */
const ownOnly = /hasOwn\w*[.(]|getOwnPropertyNames\(/

const LONGEST = 3000

/** Functions that write through given keys, level by level, and refuse none. */
export function findUnguardedMerges(code: CodeView): readonly CodeNode[] {
  const isNamedGuard = findGuardedNames(code, guarded)
  const isNamedPathGuard = findGuardedNames(code, guardedPath)
  const ofFunction = new Map<number, CodeNode[]>()
  for (const [node, object, key] of keyedWrites(code)) {
    const fn = outermost(node)
    if (fn === undefined || fn.text.length > LONGEST || isOwn(code, object, fn)) continue
    if (asksForOwn(fn, object.text)) continue
    const names = findNames(fn)
    const isGuarded = guarded.test(fn.text) || isNamedGuard.inside(fn)
    const merges = !isGuarded && isLoopOfOther(fn, object.text) && mergesDeep(fn, names, object.text)
    const walks = () => pathWalks.test(fn.text) && !ownOnly.test(fn.text) && walksDeep(fn, names, { object, key })
    const isPathGuarded = () =>
      isGuarded
        ? guardedPath.test(fn.text) || isNamedPathGuard.inside(fn) || isNamedPathGuard.around(names)
        : isNamedGuard.around(names)
    if (!merges && (!walks() || isPathGuarded())) continue
    ofFunction.set(fn.start, [...(ofFunction.get(fn.start) ?? []), node])
  }
  // The first and the last write of a function are enough to show what it does.
  return [...ofFunction.values()].flatMap((nodes) => nodes.filter((_, at) => at === 0 || at === nodes.length - 1))
}

/** Keys that the object itself has lead to no prototype. */
function asksForOwn(fn: CodeNode, object: string): boolean {
  const name = escaped(object)
  return new RegExp(`\\bhasOwn\\w*(?:\\.call)?\\(\\s*${name}\\s*,|\\b${name}\\.hasOwnProperty\\(`).test(fn.text)
}

/** Whether it goes through the keys of something other than the object it writes to, which it would only convert. */
function isLoopOfOther(fn: CodeNode, object: string): boolean {
  const own = new RegExp(`(?:\\bin\\s+|\\(\\s*)${escaped(object)}\\s*\\)`)
  return [...fn.text.matchAll(keyLoops)].some(([loop]) => !own.test(loop))
}

/** `object[key] = …` and `Object.assign(object, { [key]: … })`. */
function* keyedWrites(code: CodeView): Generator<readonly [CodeNode, CodeNode, string]> {
  for (const node of code.tree.ofKind("assignment_expression")) {
    const left = node.field("left")
    if (left?.kind !== "subscript_expression") continue
    const object = untyped(left.field("object"))
    const key = left.field("index")?.text ?? ""
    if (object?.kind === "identifier" && !/^["'`]|^\d|^$/.test(key)) yield [node, object, key]
  }
  if (!code.tree.text.includes("Object.assign(")) return
  for (const { path, args, node } of code.calls) {
    const [object, given] = args
    if (path !== "Object.assign" || object?.kind !== "identifier" || given?.kind !== "object") continue
    const key = /^\{\s*\[([\w$.]+)\]\s*:/.exec(given.text)?.[1]
    if (key !== undefined) yield [node, object, key]
  }
}

/** `x` of `(x as any)`. */
function untyped(node: CodeNode | undefined): CodeNode | undefined {
  return /^(?:parenthesized_expression|as_expression|non_null_expression)$/.test(node?.kind ?? "")
    ? untyped(node?.named[0])
    : node
}

/** The named function around a node, ignoring callbacks in between. */
function outermost(node: CodeNode): CodeNode | undefined {
  let found: CodeNode | undefined
  for (let fn = findEnclosingFunction(node); fn !== undefined; fn = findEnclosingFunction(fn)) {
    found = fn
    if (findNames(fn).length > 0) return fn
  }
  return found
}

/** `merge` of `function merge() {}`, and of `const deep = (exports.merge = function () {})` also `deep`. */
function findNames(fn: CodeNode): readonly string[] {
  const names = [fn.field("name")?.text ?? ""]
  for (let above = fn.parent; above !== undefined; above = above.parent) {
    if (above.kind === "variable_declarator") names.push(above.field("name")?.text ?? "")
    else if (above.kind === "assignment_expression")
      names.push(/(?:^|\.)([\w$]+)$/.exec(above.field("left")?.text ?? "")?.[1] ?? "")
    else if (above.kind !== "parenthesized_expression") break
  }
  return names.filter((name) => /^[\w$]{2,}$/.test(name) && name !== "exports")
}

/** A fresh object, or a list that is only filled, cannot reach a prototype. */
function isOwn(code: CodeView, object: CodeNode, fn: CodeNode): boolean {
  const found = code.flow.names.all(object.text, object)
  return (
    found.length > 0 &&
    found.every(
      (one) => one.kind === "value" && findEnclosingFunction(one.at) !== undefined && isFresh(one.value.text),
    ) &&
    !new RegExp(`\\b${escaped(object.text)}\\s*=\\s*${escaped(object.text)}\\[`).test(fn.text)
  )
}

function isFresh(text: string): boolean {
  return /^(?:\{|\[|new (?:Array|Set)|Array\.isArray\([^)]*\)\s*\?\s*\[\]\s*:\s*\{\}|Object\.(?:assign|fromEntries)\(\{)/.test(
    text,
  )
}

/** `x[key] as Record<string, unknown>` as an argument. */
const cast = /(\])!?\s+as\s+[\w$.]+(?:<[^()]*?>)?(?:\[\])?(?=\s*[,)])/g

/** It calls itself with what both sides have under the key, read there or before. */
function mergesDeep(fn: CodeNode, names: readonly string[], object: string): boolean {
  const called = alternatives(names)
  if (called === undefined) return false
  const text = fn.text.replace(/\(([\w$.]+) as [\w<>, ]+\)/g, "$1").replace(cast, "$1")
  if (new RegExp(`\\b${called}\\(\\s*(?:[\\w$.]+,\\s*)*[\\w$.]+\\[[^\\]]+\\]\\s*,`).test(text)) return true
  const read = new RegExp(`\\b([\\w$]+)\\s*=\\s*${escaped(object)}\\[\\s*[\\w$]+\\s*\\]\\s*[;,\\n]`).exec(text)?.[1]
  if (read === undefined) return false
  // `clone = src && isObject(src) ? src : {}`
  const kept = new RegExp(`\\b([\\w$]+)\\s*=\\s*${escaped(read)}\\s*&&[^;]*\\?\\s*${escaped(read)}\\b`).exec(text)?.[1]
  const passed = kept === undefined ? escaped(read) : `(?:${escaped(read)}|${escaped(kept)})`
  return new RegExp(`\\b${called}\\(\\s*(?:[\\w$.]+,\\s*)*${passed}\\s*,`).test(text)
}

/** It goes down one level with each part of a path and writes at the end. */
function walksDeep(
  fn: CodeNode,
  names: readonly string[],
  { object, key }: { readonly object: CodeNode; readonly key: string },
): boolean {
  const [own, at] = [escaped(object.text), escaped(key)]
  if (new RegExp(`\\b${own}\\s*=\\s*\\(?${own}\\[`).test(fn.text)) return true
  // `next = current[key]`, and later `current = next`
  const next = new RegExp(`\\b([\\w$]+)\\s*=\\s*${own}\\[${at}\\]`).exec(fn.text)?.[1]
  if (next !== undefined && new RegExp(`\\b${own}\\s*=\\s*${escaped(next)}\\s*[;\\n]`).test(fn.text)) return true
  if (/\.reduce\(/.test(fn.text) && new RegExp(`return\\s+\\(?${own}\\[${at}\\]`).test(fn.text)) return true
  const called = alternatives(names)
  return (
    called !== undefined &&
    new RegExp(`\\b${called}\\(\\s*${own}\\[${at}\\](?:\\s*\\|\\|\\s*\\{\\})?\\s*,`).test(fn.text)
  )
}

function alternatives(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : `(?:${names.map(escaped).join("|")})`
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
}
