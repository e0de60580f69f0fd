import type { Io } from "../io.ts"
export async function overview(io: Io): Promise<0> {
  io.out("todo")
  return 0
}
