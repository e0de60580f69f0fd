import { bitOf } from "../../harm.ts"
import {
  collectTaints,
  changeValue,
  changeTaint,
  makeConstant,
  isFixed,
  mergeTaints,
  type Taint,
  type Value,
  makeValue,
} from "../../value.ts"
import { toPieces } from "./read-value.ts"

/** The placeholder for a value in a text that is otherwise known. */
export const HOLE = "\u0001"

/** One text after another. */
export function joinText(left: Value, right: Value): Value {
  const [a, b] = [sketchText(left), sketchText(right)]
  // A concatenated text cannot contain database operators.
  const pieced = toPieces(collectTaints(right))
  // What follows a question mark is sent to the host named before it.
  const added =
    pieced.length > 0 && (isAfterHost(a) || (a !== "" && isOwnAddress(right))) ? pieced.map(asQuery) : pieced
  const read = isEscaped(added) ? asReadAfter(b.includes(HOLE) ? `${a}${b.split(HOLE, 1)[0]}` : a, added) : added
  const taints = mergeTaints(toPieces(collectTaints(left)), read).map((taint) =>
    changeTaint(taint, { cleaned: taint.cleaned | bitOf.nosql }),
  )
  if (left.constant !== undefined && right.constant !== undefined && left.constant !== null && right.constant !== null)
    return changeValue(makeConstant(String(left.constant) + String(right.constant)), { taints })
  return makeValue({
    taints,
    head: left.constant === undefined ? left.head : `${left.constant}${right.head ?? ""}`,
    sketch: `${a}${b}`.slice(0, 4000),
    isFixed: isFixed(left) && isFixed(right),
    // `path + os.sep`, which is then compared with a base.
    isResolved: left.isResolved === true && collectTaints(right).length === 0,
  })
}

/** After a question mark, or after a slash that follows a value: the host was named before. */
function isAfterHost(text: string): boolean {
  return /[?#]/.test(text) || /\u0001[^]*\//.test(text.includes(HOLE) ? text.replace(/:?\/{2,}/g, "") : "")
}

/** `base + req.url`: the address that was asked for begins with a slash. */
function isOwnAddress(value: Value): boolean {
  return collectTaints(value).every(({ isWhole, origin }) => isWhole && ownAddress.test(origin))
}

const ownAddress = /(?:^|\.)(?:req|request)\.(?:url|originalUrl|path)$/

function asQuery(taint: Taint): Taint {
  return changeTaint(taint, { cleaned: taint.cleaned | bitOf.url | bitOf.redirect })
}

function sketchText({ constant, sketch }: Value): string {
  return constant === undefined || constant === null ? (sketch ?? HOLE) : String(constant)
}

function isEscaped(taints: readonly Taint[]): boolean {
  return taints.some(({ cleaned }) => (cleaned & bitOf.html) !== 0)
}

/** Without quotes around it, a text does harm even without the characters that escaping replaces. */
const openPlace = /<[a-z][^<>]*\s[a-z][\w-]*=$/i

const addressPlace = /<[a-z][^<>]*\s(?:href|src|action|formaction)=["']?$/i

/** The same inputs, but no longer counted as escaped where escaping does not help after this text. */
function asReadAfter(text: string, taints: readonly Taint[]): readonly Taint[] {
  const tail = text.slice(-2000)
  const isScript = /<script\b[^>]*>/i.test(tail.slice(tail.toLowerCase().lastIndexOf("</script") + 1))
  const enough = addressPlace.test(tail) ? bitOf.link : isScript && !/["']$/.test(tail) ? bitOf.script : 0
  if (enough === 0 && !openPlace.test(tail)) return taints
  return taints.map((taint) =>
    (taint.cleaned & enough) === 0 ? changeTaint(taint, { cleaned: taint.cleaned & ~bitOf.html }) : taint,
  )
}
