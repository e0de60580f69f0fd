import { locateDatabase } from "../../../system/database/locate-database.ts"
import { isPostgresAddress } from "../../../system/database/postgres-address.ts"
import { findProject } from "../../../system/find-project.ts"
import { describeUntaken, type Untaken } from "../../drive/describe-untaken.ts"
import { findRun } from "../../engine.ts"
import type { Runs } from "../open-runs.ts"
import { describeCheckout } from "./describe-checkout.ts"
import { nameQueue } from "./offers.ts"
import { requireSharedStore } from "./offer-run.ts"
import { listRefusals } from "./read-queue.ts"

export interface WorkersWatched {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly told: (sentence: string) => void
  /** In milliseconds, never set back. */
  readonly now: () => number
}

/** After how long without progress the reason is looked for first; each time after that it takes twice as long. */
const FIRST = 10_000

/**
 * Says why nobody works on what is open in some runs, and says the same reason only once. It is called again and again
 * with these runs, and with none while somebody works on them.
 */
export function watchWorkers({ engine }: Pick<Runs, "engine">, { env, told, now }: WorkersWatched) {
  let since: number | undefined
  let pause = FIRST
  let said = ""
  return async (runs: readonly string[]): Promise<void> => {
    const [first] = runs
    if (first === undefined) {
      since = undefined
      pause = FIRST
      return
    }
    since ??= now()
    if (now() - since < pause) return
    since = now()
    pause *= 2
    const say = (untaken: Untaken) => {
      const sentence = describeUntaken(untaken)
      if (sentence !== undefined && sentence !== said) told(sentence)
      said = sentence ?? said
    }
    // The command that waits asks the server too, and says what is wrong with it.
    await examine({ engine }, { env, first, runs }).then(say, () => undefined)
  }
}

interface Examined {
  readonly env: WorkersWatched["env"]
  readonly first: string
  readonly runs: readonly string[]
}

async function examine({ engine }: Pick<Runs, "engine">, { env, first, runs }: Examined): Promise<Untaken> {
  const store = requireSharedStore(engine.store)
  const address = locateDatabase(env)
  const { root } = await findRun(engine, first)
  const top = await findRun(engine, root)
  const { identity } = await describeCheckout(findProject(top.directory ?? top.project), env)
  const refusals = isPostgresAddress(address) ? await listRefusals({ address, identity }, runs) : []
  return { workers: store.turns.count(nameQueue(identity)), refusals }
}
