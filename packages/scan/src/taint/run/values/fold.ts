import type { Constant } from "../../ir.ts"

/** The result of an operation on two constants, if it is certain. */
export function foldBinary(op: string, left: Constant, right: Constant): Constant | undefined {
  const compared = compare(op, left, right)
  if (compared !== undefined) return compared
  if (typeof left === "number" && typeof right === "number") return arithmetic(op, left, right)
  if (op === "+" && typeof left === "string" && isPlain(right)) return left + String(right)
  if (op === "+" && typeof right === "string" && isPlain(left)) return String(left) + right
  if (op === "*" && typeof left === "string" && typeof right === "number" && right >= 0 && right < 1000)
    return left.repeat(right)
  if (op === "in" && typeof left === "string" && typeof right === "string") return right.includes(left)
  return undefined
}

function isPlain(value: Constant): value is string | number {
  return typeof value === "string" || typeof value === "number"
}

function compare(op: string, left: Constant, right: Constant): boolean | undefined {
  switch (op) {
    case "==":
    case "===":
      return left === right
    case "!=":
    case "!==":
      return left !== right
    default:
      break
  }
  if (typeof left !== typeof right || left === null || right === null) return undefined
  switch (op) {
    case "<":
      return left < right
    case ">":
      return left > right
    case "<=":
      return left <= right
    case ">=":
      return left >= right
    default:
      return undefined
  }
}

function arithmetic(op: string, a: number, b: number): number | undefined {
  switch (op) {
    case "+":
      return a + b
    case "-":
      return a - b
    case "*":
      return a * b
    case "/":
      return b === 0 ? undefined : a / b
    case "//":
      return b === 0 ? undefined : Math.floor(a / b)
    case "%":
      return b === 0 ? undefined : ((a % b) + b) % b
    case "**":
      return a ** b
    case "|":
      return a | b
    case "&":
      return a & b
    case "<<":
      return b < 31 ? a << b : undefined
    default:
      return undefined
  }
}

/** Whether a condition is certain. */
export function isTruthy(value: Constant | undefined): boolean | undefined {
  if (value === undefined) return undefined
  return value !== null && value !== false && value !== 0 && value !== ""
}

/** A Python function with constant arguments. */
export function foldCall(path: string, [first]: readonly (Constant | undefined)[]): Constant | undefined {
  switch (path) {
    case "len":
      return typeof first === "string" ? first.length : undefined
    case "str":
      return typeof first === "string" || typeof first === "number" ? String(first) : undefined
    case "int":
      return Number.isInteger(Number(first)) && first !== "" && first !== null ? Number(first) : undefined
    case "bool":
      return isTruthy(first)
    case "abs":
      return typeof first === "number" ? Math.abs(first) : undefined
    case "ord":
      return typeof first === "string" && first.length === 1 ? first.charCodeAt(0) : undefined
    case "chr":
      return typeof first === "number" ? String.fromCharCode(first) : undefined
    default:
      return undefined
  }
}

/** A method of a constant text with constant arguments. */
export function foldMethod(
  text: string,
  method: string,
  args: readonly (Constant | undefined)[],
): Constant | undefined {
  const [first, second] = args
  switch (method) {
    case "lower":
    case "toLowerCase":
    case "casefold":
      return text.toLowerCase()
    case "upper":
    case "toUpperCase":
      return text.toUpperCase()
    case "strip":
    case "trim":
      return args.length === 0 ? text.trim() : undefined
    case "charAt":
      return typeof first === "number" ? text.charAt(first) : undefined
    case "substring":
    case "slice":
      return typeof first === "number" && (args.length === 1 || typeof second === "number")
        ? text[method](first, second as number | undefined)
        : undefined
    case "replace":
      return typeof first === "string" && typeof second === "string" ? text.split(first).join(second) : undefined
    case "startswith":
    case "startsWith":
      return typeof first === "string" ? text.startsWith(first) : undefined
    case "endswith":
    case "endsWith":
      return typeof first === "string" ? text.endsWith(first) : undefined
    case "includes":
      return typeof first === "string" ? text.includes(first) : undefined
    case "indexOf":
    case "find":
      return typeof first === "string" ? text.indexOf(first) : undefined
    case "toString":
    case "encode":
    case "decode":
      return text
    default:
      return undefined
  }
}
