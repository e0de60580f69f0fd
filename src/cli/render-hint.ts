import type { Io } from "./output.ts"

/** A hint whose commands the reader can run: each begins with the words that started Skillet. */
export function renderHint(text: string, io: Pick<Io, "cwd" | "program">): string {
  const program = io.program?.(io.cwd) ?? "skillet"
  return text.replaceAll(/(?<![\w./-])skillet (?=[a-z])/g, () => `${program} `)
}
