/** A longer line of an agent's program is dropped. */
const LONGEST_LINE = 32 * 1024 * 1024

/** Splits a stream of bytes into lines. A line that is too long is dropped and counted, so memory stays bounded. */
export interface LineSplitter {
  add(chunk: Buffer): readonly string[]
  /** The rest without a line break. */
  end(): readonly string[]
  readonly dropped: number
}

export function openLineSplitter(most = LONGEST_LINE): LineSplitter {
  let parts: Buffer[] = []
  let size = 0
  let dropped = 0
  const keep = (part: Buffer) => {
    size += part.length
    if (size <= most) parts.push(part)
    else parts = []
  }
  const take = (): readonly string[] => {
    const isTooLong = size > most
    const line = isTooLong ? "" : Buffer.concat(parts).toString("utf8")
    if (isTooLong) dropped++
    parts = []
    size = 0
    return line.trim() === "" ? [] : [line]
  }
  return {
    add(chunk) {
      const lines: string[] = []
      let from = 0
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
        keep(chunk.subarray(from, at))
        lines.push(...take())
        from = at + 1
      }
      keep(chunk.subarray(from))
      return lines
    },
    end: take,
    get dropped() {
      return dropped
    },
  }
}
