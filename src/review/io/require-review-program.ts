import type { Session } from "../../catalog/io/session/open-session.ts"
import { noProgram } from "../review-failures.ts"

/** Throws if the driver `command` was asked for and nobody names its program. */
export async function requireReviewProgram(
  session: Pick<Session, "settings">,
  given: string | undefined,
): Promise<void> {
  const { program } = (await session.settings()).agents.drivers.command ?? {}
  if ((given ?? program ?? "").trim() === "") throw noProgram()
}
