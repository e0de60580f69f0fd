import type { Io } from "../src/cli/output.ts"

/** Where a command line writes in a test: what it said, call by call. */
export function recordIo(given: Pick<Io, "env" | "cwd"> & Partial<Io>) {
  const out: string[] = []
  const err: string[] = []
  const io: Io = {
    isTerminal: false,
    width: 80,
    colour: false,
    out: (text) => void out.push(text),
    deliver: async (text) => void out.push(text),
    json: (value) => void out.push(JSON.stringify(value)),
    err: (text) => void err.push(text),
    progress: () => ({ step: () => undefined, say: () => undefined, end: () => undefined }),
    ...given,
  }
  return { io, out, err }
}
