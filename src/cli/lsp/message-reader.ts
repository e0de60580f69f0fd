/** What was read: a message, or why the bytes are none. */
export type ReadMessage = { readonly value: unknown } | { readonly wrong: string }

const MOST_HEADER = 8 * 1024
/** A document is at most a part of this. */
const MOST_BODY = 32 * 1024 * 1024

/**
 * Cuts a stream of bytes into JSON-RPC messages with a Content-Length. Whatever is wrong is returned in its place, and
 * reading goes on with the next message that can be recognised.
 */
export function openMessageReader(): (chunk: Buffer) => readonly ReadMessage[] {
  let waiting: Buffer = Buffer.alloc(0)
  let skipping = 0
  return (chunk) => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
    const found: ReadMessage[] = []
    for (;;) {
      const skipped = Math.min(skipping, waiting.length)
      waiting = waiting.subarray(skipped)
      skipping -= skipped
      const end = waiting.indexOf("\r\n\r\n")
      if (end === -1) {
        if (waiting.length <= MOST_HEADER) return found
        waiting = cutToHeader(waiting)
        if (waiting.length <= MOST_HEADER) found.push({ wrong: "there is no header before this message" })
        else return found
        continue
      }
      const length = readLength(waiting.subarray(0, end))
      if (length === undefined || length > MOST_BODY) {
        found.push({
          wrong: length === undefined ? "the header has no valid Content-Length" : "the message is too large",
        })
        waiting = waiting.subarray(end + 4)
        skipping = length ?? 0
        continue
      }
      if (waiting.length < end + 4 + length) return found
      found.push(parse(waiting.subarray(end + 4, end + 4 + length)))
      waiting = waiting.subarray(end + 4 + length)
    }
  }
}

/** The rest from the last beginning of a header; nothing if there is none. */
function cutToHeader(bytes: Buffer): Buffer {
  const at = bytes.lastIndexOf("Content-Length:")
  return at === -1 || bytes.length - at > MOST_HEADER ? Buffer.alloc(0) : bytes.subarray(at)
}

function readLength(header: Buffer): number | undefined {
  const [, digits] = /content-length:[ \t]*(\d{1,15})[ \t]*(?:\r\n|$)/i.exec(header.toString("latin1")) ?? []
  return digits === undefined ? undefined : Number(digits)
}

function parse(body: Buffer): ReadMessage {
  try {
    return { value: JSON.parse(body.toString("utf8")) as unknown }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { wrong: "the message is not JSON" }
  }
}

export function frameMessage(message: object): string {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message })
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}
