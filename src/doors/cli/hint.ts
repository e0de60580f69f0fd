import type { Io } from "./io.ts"

/** A hint with its commands as the reader can run them: each begins with the words that started us. */
export function hint(text: string, io: Pick<Io, "cwd" | "program">): string {
  const program = io.program?.(io.cwd) ?? "skillet"
  return text.replaceAll(/(?<![\w./-])skillet (?=[a-z])/g, () => `${program} `)
}
