import type { CodeNode } from "../code-tree.ts"
import type { CodeView } from "../rules/code-view.ts"
import { resolvePath } from "./resolve-path.ts"

const DEEPEST = 6

/** A value as a text that tables can match: `0o777`, `true`, `ssl.CERT_NONE`, `[*]`; names are followed. */
export function renderCodeValue(code: CodeView, node: CodeNode, depth = 0): string {
  if (depth > DEEPEST) return ""
  const shape = code.shape(node)
  switch (shape.kind) {
    case "constant":
      return shape.value ?? node.text.replace(/^(?:True|False|None)$/, (word) => word.toLowerCase())
    case "wrap":
      return renderCodeValue(code, shape.inner, depth + 1)
    case "list":
      return `[${shape.items.map((item) => renderCodeValue(code, item, depth + 1)).join(", ")}]`
    case "name": {
      const only = findOnlyValue(code, shape.name, node)
      return only === undefined ? resolvePath(code, node) : renderCodeValue(code, only, depth + 1)
    }
    case "call":
      return `${resolvePath(code, shape.callee)}(${shape.args.map((arg) => renderCodeValue(code, arg, depth + 1)).join(", ")})`
    case "unary":
      return negated(shape.operator, renderCodeValue(code, shape.inner, depth + 1))
    case "binary":
      return `${renderCodeValue(code, shape.left, depth + 1)} ${shape.operator} ${renderCodeValue(code, shape.right, depth + 1)}`
    case "member": {
      const written = memberValue(code, node)
      return written === undefined ? resolvePath(code, node) : renderCodeValue(code, written, depth + 1)
    }
    default:
      return ""
  }
}

function negated(operator: string, inner: string): string {
  if (!/^(?:!|not)$/.test(operator.trim()) || !/^(?:true|false)$/.test(inner)) return `${operator}${inner}`
  return inner === "true" ? "false" : "true"
}

/** The value of a name that is given one only once. */
export function findOnlyValue(code: CodeView, name: string, from: CodeNode): CodeNode | undefined {
  const [only, ...more] = code.flow.names.all(name, from)
  if (only?.kind === "part" && more.length === 0 && only.property !== undefined) return findProperty(code, only)
  const isOne = only?.kind === "value" && !only.adds && more.length === 0
  return isOne && only.value !== from ? only.value : undefined
}

/** `const { key } = settings`: what is written there under the name. */
function findProperty(
  code: CodeView,
  { source, property }: { readonly source: CodeNode; readonly property?: string | undefined },
) {
  const named = code.shape(source)
  const whole = named.kind === "name" ? findOnlyValue(code, named.name, source) : source
  const shape = whole === undefined ? undefined : code.shape(whole)
  return shape?.kind === "record" ? shape.entries.find(({ key }) => key === property)?.value : undefined
}

/** `settings.jwt.secret`, if the object with it is written in this file and the member is not assigned again. */
function memberValue(code: CodeView, node: CodeNode): CodeNode | undefined {
  const [first, ...keys] = /^[\w$]+(?:\.[\w$]+){1,3}$/.test(node.text) ? node.text.split(".") : []
  if (first === undefined || isAssigned(code.tree.text, node.text)) return undefined
  return keys.reduce<CodeNode | undefined>(
    (at, key) => {
      const shape = at === undefined ? undefined : code.shape(at)
      return shape?.kind === "record" ? shape.entries.find((entry) => entry.key === key)?.value : undefined
    },
    findOnlyValue(code, first, node),
  )
}

function isAssigned(text: string, member: string): boolean {
  for (let at = text.indexOf(member); at !== -1; at = text.indexOf(member, at + 1))
    if (/^\s*=[^=]/.test(text.slice(at + member.length, at + member.length + 4))) return true
  return false
}

/** Functions with the same result for the same arguments. */
const pure =
  /(?:^|\.)(?:Buffer\.(?:from|alloc)|bytes(?:\.fromhex)?|bytearray|encode|decode|toString|parse|unhexlify|fromhex|b64decode|repeat|Uint8Array|trim|strip|str|String|join)$/

/** Constant in the code, possibly through names and functions that only change its form. */
export function isConstant(code: CodeView, node: CodeNode, depth = 0): boolean {
  if (depth > DEEPEST) return false
  const isSame = (inner: CodeNode) => isConstant(code, inner, depth + 1)
  const shape = code.shape(node)
  switch (shape.kind) {
    case "constant":
      return true
    case "wrap":
    case "unary":
      return isSame(shape.inner)
    case "binary":
      return isSame(shape.left) && isSame(shape.right)
    case "template":
      return shape.parts.every(isSame)
    case "either":
      return shape.options.every(isSame)
    case "list":
      return shape.items.every(isSame)
    case "call": {
      const callee = code.shape(shape.callee)
      const receiver = callee.kind === "member" ? callee.object : undefined
      const isKnown = pure.test(code.path(shape.callee) || (callee.kind === "member" ? callee.property : ""))
      const isOfText = receiver === undefined || code.shape(receiver).kind === "name" || isSame(receiver)
      const isOnValue = receiver !== undefined && !/^(?:Buffer|bytes|CryptoJS|binascii|base64)/.test(receiver.text)
      return (
        isKnown && isOfText && shape.args.every(isSame) && (!isOnValue || (receiver !== undefined && isSame(receiver)))
      )
    }
    case "name": {
      const only = findOnlyValue(code, shape.name, node)
      return only !== undefined && isSame(only)
    }
    case "member": {
      const written = memberValue(code, node)
      return written !== undefined && isSame(written)
    }
    default:
      return false
  }
}
