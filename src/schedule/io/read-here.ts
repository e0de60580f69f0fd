import { describeCheckout } from "../../run/io/postgres/describe-checkout.ts"
import { findProject } from "../../system/find-project.ts"
import { keepSecret } from "../../system/keep-secret.ts"
import type { Here } from "../start-place.ts"

const SEALS = {
  name: "schedule-secret",
  code: "schedule.secret",
  without: "so this machine cannot tell which schedules were added on it",
  next: "move the file away, and add again the schedules of this machine that start agents here",
}

/** What this process knows of itself, where machines share a database. */
export async function readHere(directory: string, env: Readonly<Record<string, string | undefined>>): Promise<Here> {
  const { identity } = await describeCheckout(findProject(directory), env)
  return { directory, identity, secret: keepScheduleSecret(env) }
}

/** With it, a machine seals the schedules that are added on it. */
export function keepScheduleSecret(env: Readonly<Record<string, string | undefined>>): string {
  return keepSecret(env, SEALS)
}
