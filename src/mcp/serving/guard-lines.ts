import { StringDecoder } from "node:string_decoder"
import { Transform, type TransformCallback, type Writable } from "node:stream"

/** A message of a client over stdio is at most this long, and nests at most this deep. */
export const MOST_MESSAGE = 4 * 1024 * 1024
export const DEEPEST = 100
/** While more than this waits to be read by the client, nothing more is taken from it. */
const MOST_UNREAD = 4 * 1024 * 1024

export interface LineGuard {
  /** Answers a line that is not passed on. */
  refuse(code: number, message: string): void
  /** Where answers go. */
  readonly out: Pick<Writable, "writableLength" | "once">
}

const INVALID_REQUEST = -32600
const PARSE_ERROR = -32700

/**
 * Between a client and the protocol, over stdio: lines that are too long, nested too deeply or no JSON objects are refused
 * and forgotten, and a client that does not read its answers is not read either. So memory is bounded, whatever it sends.
 */
export function guardLines({ refuse, out }: LineGuard): Transform {
  const decoder = new StringDecoder("utf8")
  let line = ""
  let isSkipping = false
  const take = (text: string): string => {
    const fault = findLineFault(text)
    if (fault === undefined) return `${text}\n`
    if (fault !== "empty") refuse(fault.code, fault.message)
    return ""
  }
  const feed = (text: string): string => {
    let passed = ""
    const [first = "", ...lines] = text.split("\n")
    for (const [at, part] of [first, ...lines].entries()) {
      if (at > 0) {
        if (!isSkipping) passed += take(line)
        line = ""
        isSkipping = false
      }
      if (isSkipping) continue
      line += part
      if (line.length <= MOST_MESSAGE) continue
      refuse(INVALID_REQUEST, `a message is longer than ${MOST_MESSAGE} characters; it was not read`)
      line = ""
      isSkipping = true
    }
    return passed
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      const passed = feed(decoder.write(chunk))
      const go = () => (out.writableLength > MOST_UNREAD ? void out.once("drain", go) : done(null, passed))
      go()
    },
    flush(done: TransformCallback) {
      done(null, isSkipping ? "" : take(line + decoder.end()))
    },
  })
}

type LineFault = "empty" | { readonly code: number; readonly message: string }

function findLineFault(line: string): LineFault | undefined {
  if (line.trim() === "") return "empty"
  if (measureDepth(line) > DEEPEST)
    return { code: INVALID_REQUEST, message: `a message nests deeper than ${DEEPEST}; it was not read` }
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return undefined
    return { code: INVALID_REQUEST, message: "a message is not an object" }
  } catch {
    return { code: PARSE_ERROR, message: "a message is not JSON" }
  }
}

/** How deep JSON nests at most, without parsing it. */
export function measureDepth(json: string): number {
  let [depth, deepest] = [0, 0]
  let isText = false
  for (let at = 0; at < json.length; at++) {
    const letter = json[at]
    if (isText) {
      if (letter === "\\") at++
      else if (letter === '"') isText = false
    } else if (letter === '"') isText = true
    else if (letter === "{" || letter === "[") deepest = Math.max(deepest, ++depth)
    else if (letter === "}" || letter === "]") depth--
  }
  return deepest
}
