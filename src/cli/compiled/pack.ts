import { createHash } from "node:crypto"

/** The compiled code of one file. */
export interface CompiledPart {
  /** The digest of the bytes it was compiled from. */
  readonly source: string
  readonly code: Buffer
}

export type CompiledParts = ReadonlyMap<string, CompiledPart>

/** Which Node compiled it, on which machine and with which options. */
export type Maker = string

interface Contents {
  readonly maker: Maker
  readonly parts: readonly (readonly [name: string, source: string, start: number, length: number])[]
}

const SUM = 32
const HEAD = SUM + 4
/** V8 copies code that is not aligned like this. */
const ALIGNMENT = 8

/**
 * The compiled code of several files as one: a digest of the rest, the length of the contents, the contents as JSON,
 * the code.
 */
export function writePack(maker: Maker, parts: CompiledParts): Buffer {
  const codes: Buffer[] = []
  let start = 0
  const rows = [...parts].map(([name, { source, code }]) => {
    const row = [name, source, start, code.length] as const
    codes.push(code, Buffer.alloc(missing(code.length)))
    start += code.length + missing(code.length)
    return row
  })
  const text = JSON.stringify({ maker, parts: rows } satisfies Contents)
  const contents = Buffer.from(text + " ".repeat(missing(HEAD + Buffer.byteLength(text))))
  const length = Buffer.alloc(HEAD - SUM)
  length.writeUInt32LE(contents.length)
  const rest = Buffer.concat([length, contents, ...codes])
  return Buffer.concat([hashBytes(rest), rest])
}

/** Undefined if another Node made it, or if it is incomplete: V8 does not check the code it is given. */
export function readCodePack(bytes: Buffer, maker: Maker): CompiledParts | undefined {
  if (bytes.length < HEAD || !hashBytes(bytes.subarray(SUM)).equals(bytes.subarray(0, SUM))) return undefined
  const begin = HEAD + bytes.readUInt32LE(SUM)
  const contents = JSON.parse(bytes.toString("utf8", HEAD, begin)) as Contents
  if (contents.maker !== maker) return undefined
  return new Map(
    contents.parts.map(([name, source, start, length]) => [
      name,
      { source, code: bytes.subarray(begin + start, begin + start + length) },
    ]),
  )
}

function missing(length: number): number {
  return -length & (ALIGNMENT - 1)
}

function hashBytes(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest()
}
