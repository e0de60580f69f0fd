import { renderText } from "../../../run/directive/text/render-text.ts"
import { currentDirective } from "../../../run/current-directive.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { hasVisit, runningIn, runOf } from "../committed-rows.ts"
import { ROOT, type World } from "../world.ts"

/** Somebody who asks now and then what is to be done. Only what is committed may be shown, and asking again shows the same. */
export async function playReader(world: World): Promise<never> {
  const { stage, pace } = world
  const keeper = stage.begin("q-keeper")
  for (;;) {
    await stage.sleep(keeper, 500 + pace.below(2000))
    const life = stage.begin("q")
    await Promise.race([look(world, life), life.died])
  }
}

async function look(world: World, life: ReturnType<World["stage"]["begin"]>): Promise<void> {
  try {
    const { engine, store } = await world.engineFor(life)
    const running = await runningIn(store, ROOT)
    const run = running.length === 0 ? undefined : world.pace.pick(running)
    if (run === undefined) return
    const before = await runOf(world.store, run.id)
    const shown = await currentDirective(engine, run.id)
    const { step, round, done } = shown
    if (!done && !(await hasVisit(world.store, run.id, { step, round })))
      world.broken(`run ${run.id} shows ${step}/${round}, which is not committed`)
    const again = await currentDirective(engine, run.id)
    const after = await runOf(world.store, run.id)
    if (before?.seq === after?.seq && renderText(again) !== renderText(shown))
      world.broken(`run ${run.id} shows another text when it is asked again`)
  } catch (error) {
    if (!(error instanceof SkilletError) || error.retry !== "later") world.stage.fail(error)
  }
}
