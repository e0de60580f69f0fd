import { grouped } from "../../../text/grouped.ts"
import { terminalText } from "./terminal-text.ts"

/** Shows how far a long work is, on one line of a terminal, at most ten times a second. Silent anywhere else. */
export interface Progress {
  step(done: number, all: number): void
  /** The same line, with other words. */
  say(text: string): void
  /** Takes the line away again. */
  end(): void
}

export function progressOn(stream: { readonly isTTY?: boolean; write(text: string): unknown }, what: string): Progress {
  if (stream.isTTY !== true) return { step: () => undefined, say: () => undefined, end: () => undefined }
  const start = performance.now()
  let last = start
  let isShown = false
  const show = (text: string) => {
    const now = performance.now()
    if (now - start < 400 || now - last < 100) return
    last = now
    isShown = true
    stream.write(`\r\u001b[2K${terminalText(text)}`)
  }
  return {
    step: (done, all) => show(`${what} ${grouped(done)} of ${grouped(all)} …`),
    say: (text) => show(`${what} ${text}`),
    end() {
      if (isShown) stream.write("\r\u001b[2K")
      isShown = false
    },
  }
}
