import type { Io } from "./io.ts"
export async function complete(_: readonly string[], io: Io): Promise<0> {
  io.out("todo")
  return 0
}
