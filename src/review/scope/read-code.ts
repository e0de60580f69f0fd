/** The text of a file, and the same text as UTF-8 bytes for searching. */
interface ReadCode {
  readonly text: string
  readonly bytes: Uint8Array
}

/**
 * Decodes a source file as its compiler would. A few zero bytes do not make it unreadable: compilers skip them in
 * comments, so a review must too. A carriage return alone ends a line, and so a comment, in Python and JavaScript: it
 * is read as a line feed.
 */
export function readCode(bytes: Uint8Array, name: string): ReadCode | { readonly why: string } {
  const encoding = wideEncoding(bytes) ?? declaredEncoding(bytes, name)
  if (encoding === undefined) {
    if (!isText(bytes)) return { why: "it is not text" }
    const lines = withLineFeeds(bytes)
    return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(lines), bytes: lines }
  }
  const decoder = openDecoder(encoding)
  if (decoder === undefined) return { why: `it is encoded as ${encoding}` }
  const text = decoder.decode(bytes).replace(/\r(?!\n)/g, "\n")
  return { text, bytes: new TextEncoder().encode(text) }
}

/** The same bytes if no carriage return is alone, else a copy of the same length. */
function withLineFeeds(bytes: Uint8Array): Uint8Array {
  let copy: Uint8Array | undefined
  for (let at = bytes.indexOf(RETURN); at !== -1; at = bytes.indexOf(RETURN, at + 1)) {
    if (bytes[at + 1] === FEED) continue
    copy ??= Uint8Array.from(bytes)
    copy[at] = FEED
  }
  return copy ?? bytes
}

const RETURN = 0x0d
const FEED = 0x0a
const MOST_ZEROES = 0.1
/** Of random bytes, more than twice as many are control characters. */
const MOST_CONTROLS = 0.04

function wideEncoding([first, second, third, fourth]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? "UTF-32" : "utf-16le"
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined
}

/**
 * What the first two lines of a Python file declare. In some encodings a comment contains code (UTF-7), so a file that
 * we cannot decode as Python does is not reviewed. Undefined if ASCII characters have the same bytes as in UTF-8.
 */
function declaredEncoding(bytes: Uint8Array, name: string): string | undefined {
  if (!/\.py[iw]?$/.test(name)) return undefined
  const [first = "", second = ""] = new TextDecoder("latin1").decode(bytes.subarray(0, 1024)).split(/\r\n?|\n/)
  const isBlank = /^[ \t\f]*(?:#|$)/.test(first)
  const [, said] = DECLARED.exec(first) ?? (isBlank ? DECLARED.exec(second) : null) ?? []
  return said === undefined || LIKE_ASCII.test(said) ? undefined : said
}

const DECLARED = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/
const LIKE_ASCII =
  /^(?:utf[-_]?8.*|(?:us[-_]?)?ascii|latin[-_]?\d+|iso[-_]?8859[-_]\d+|(?:cp|windows[-_]?)125\d|koi8[-_][ru])$/i

function openDecoder(encoding: string): InstanceType<typeof TextDecoder> | undefined {
  if (/^utf[-_]?(?:7|16$|32)/i.test(encoding)) return undefined
  try {
    return new TextDecoder(encoding.replaceAll("_", "-"), { ignoreBOM: true })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Neither a compiler nor a person reads a file that is full of zero bytes or of control characters. */
function isText(bytes: Uint8Array): boolean {
  let zeroes = 0
  let controls = 0
  for (const byte of bytes) {
    if (byte === 0) zeroes++
    else if (byte === DELETE || (byte < SPACE && !LAYOUT.has(byte))) controls++
  }
  return zeroes <= bytes.length * MOST_ZEROES && controls <= bytes.length * MOST_CONTROLS
}

const SPACE = 0x20
const DELETE = 0x7f
/** Tabs, line ends and form feeds, and the escape character of coloured text. */
const LAYOUT = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b])
