import { openWake, type Wake } from "../../../../app/wake/open-wake.ts"
import type { Io } from "../../io.ts"
import { cwdOf } from "../../cwd-of.ts"

/** Opens the tasks and messages of this project for `act`, and always closes them. */
export async function withWake(
  io: Io,
  options: { readonly cwd?: string | undefined },
  act: (wake: Wake) => Promise<0 | 1>,
): Promise<0 | 1> {
  const wake = await openWake({ env: io.env, cwd: cwdOf(io, options) }, { program: io.program })
  try {
    return await act(wake)
  } finally {
    await wake.close()
  }
}

/** The sender: the agent this process belongs to, else the user. */
export function speaker(io: Io, given: string | undefined): string {
  return given ?? io.env["SKILLET_AGENT"] ?? io.env["SKILLET_BY"] ?? io.env["USER"] ?? "human"
}
