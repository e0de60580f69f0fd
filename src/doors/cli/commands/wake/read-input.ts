import type { Readable } from "node:stream"

const MOST = 1024 * 1024
const PATIENCE = 2000

/** What comes on stdin, at most so much and for at most two seconds. Nothing where a person would have to type it. */
export async function readInput(stream: Readable & { readonly isTTY?: boolean }): Promise<string> {
  if (stream.isTTY === true) return ""
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = () => {
      clearTimeout(timer)
      stream.removeAllListeners()
      stream.destroy()
      resolve(Buffer.concat(chunks).toString("utf8"))
    }
    const timer = setTimeout(end, PATIENCE)
    stream.on("data", (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > MOST) end()
    })
    stream.on("end", end)
    stream.on("error", end)
  })
}
