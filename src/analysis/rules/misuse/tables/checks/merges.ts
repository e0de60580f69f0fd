import type { CodeNode } from "../../../../../ports/code-tree.ts"
import type { CodeView } from "../../../code-view.ts"
import { enclosingFunction } from "../../../tree-shapes.ts"

const guarded =
  /__proto__|["'`](?:constructor|prototype)["'`]|Object\.create\(null\)|isSafe|isUnsafe|isPrototype|forbidden|blacklist|denyl|unsafeKeys|dangerous|new Map\(/i
const keyLoops =
  /\bfor\s*\((?:const|let|var)?\s*[\w$]+\s+in\b|Object\.(?:keys|entries|getOwnPropertyNames)\(|Reflect\.ownKeys\(/
const pathWalks = /\.split\(\s*(?:["'`/]|\w)|\.shift\(\)|\bkeys\[|\bpath\[|\bparts\[/

/** Functions that write through given keys, level by level, and refuse none. */
export function grownMerges(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("assignment_expression").filter((node) => {
    const left = node.field("left")
    const object = left?.kind === "subscript_expression" ? untyped(left.field("object")) : undefined
    const key = left?.kind === "subscript_expression" ? left.field("index") : undefined
    if (object?.kind !== "identifier" || key === undefined || /^["'`]|^\d/.test(key.text)) return false
    const fn = outermost(node)
    if (fn === undefined || guarded.test(fn.text) || fn.text.length > 3000) return false
    if (code.tree.text.includes("__proto__")) return false
    if (isOwn(code, object, fn)) return false
    return (keyLoops.test(fn.text) && mergesDeep(fn)) || walksDeep(fn, object.text, key.text)
  })
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
  for (let fn = enclosingFunction(node); fn !== undefined; fn = enclosingFunction(fn)) {
    found = fn
    if (nameOf(fn) !== "") return fn
  }
  return found
}

function nameOf(fn: CodeNode): string {
  const own = fn.field("name")?.text
  if (own !== undefined) return own
  return fn.parent?.kind === "variable_declarator" ? (fn.parent.field("name")?.text ?? "") : ""
}

/** A fresh object, or a list that is only filled, cannot reach a prototype. */
function isOwn(code: CodeView, object: CodeNode, fn: CodeNode): boolean {
  const found = code.flow.names.all(object.text, object)
  return (
    found.length > 0 &&
    found.every((one) => one.kind === "value" && enclosingFunction(one.at) !== undefined && isFresh(one.value.text)) &&
    !new RegExp(`\\b${escaped(object.text)}\\s*=\\s*${escaped(object.text)}\\[`).test(fn.text)
  )
}

function isFresh(text: string): boolean {
  return /^(?:\{|\[|new (?:Array|Set)|Array\.isArray\([^)]*\)\s*\?\s*\[\]\s*:\s*\{\}|Object\.(?:assign|fromEntries)\(\{)/.test(
    text,
  )
}

/** It calls itself with what both sides have under the key. */
function mergesDeep(fn: CodeNode): boolean {
  const name = nameOf(fn)
  if (name === "") return false
  const text = fn.text.replace(/\(([\w$.]+) as [\w<>, ]+\)/g, "$1")
  return new RegExp(`\\b${escaped(name)}\\(\\s*[\\w$.]+\\[[^\\]]+\\]\\s*,`).test(text)
}

/** It goes down one level with each part of a path and writes at the end. */
function walksDeep(fn: CodeNode, object: string, key: string): boolean {
  if (!pathWalks.test(fn.text)) return false
  const goesDown = new RegExp(`\\b${escaped(object)}\\s*=\\s*(?:${escaped(object)}\\[|\\(?${escaped(object)}\\[)`).test(
    fn.text,
  )
  const reduces =
    /\.reduce\(/.test(fn.text) && new RegExp(`return\\s+\\(?${escaped(object)}\\[${escaped(key)}\\]`).test(fn.text)
  return goesDown || reduces
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
}
