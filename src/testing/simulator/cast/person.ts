import type { OpenQuestion } from "../../../run/history.ts"
import type { RunEvent } from "../../../run/advance/decide/event.ts"
import { applyEvent } from "../../../run/apply-event.ts"
import type { Engine } from "../../../run/engine.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { findStep } from "../../../workflow/workflow.ts"
import { drawShare } from "../random.ts"
import { loadOpenQuestions, type Run, listRunning, loadCommittedRun } from "../committed-rows.ts"
import { ROOT, type World } from "../world.ts"

const PATIENCE = 600_000

/** A person who answers every question, reports what only a person can, and may cancel the run. */
export async function playPerson(world: World): Promise<never> {
  const { stage, pace, schedule } = world
  const keeper = stage.begin("p-keeper")
  let mayCancel = schedule.cancelAfter !== undefined
  const start = stage.now()
  for (;;) {
    await stage.sleep(keeper, 100 + pace.below(600))
    if (stage.now() - world.lastCommit() > PATIENCE) world.broken("nothing was committed for ten minutes")
    const isTime = mayCancel && stage.now() - start >= (schedule.cancelAfter ?? 0)
    if (await handleWaiting(world, isTime)) mayCancel = false
  }
}

/** Handles everything that is waiting; true if the run was cancelled. */
async function handleWaiting(world: World, cancels: boolean): Promise<boolean> {
  const life = world.stage.begin("p")
  const look = async () => {
    const { engine, store } = await world.engineFor(life)
    if (cancels) await happen(world, engine, ROOT, { kind: "cancel", at: engine.now(), by: "ann", reason: "enough" })
    for (const run of await listRunning(store, ROOT)) {
      await report(world, engine, run)
      for (const question of await loadOpenQuestions(store, run)) {
        const answers = [chooseAnswer(world, question)]
        await happen(world, engine, run.id, {
          kind: "answer",
          at: engine.now(),
          question: question.id,
          answers,
          by: "ann",
        })
      }
    }
    return cancels
  }
  return Promise.race([look().catch((error: unknown) => gaveUp(world, error)), life.died.then(() => false)])
}

function gaveUp({ stage }: World, error: unknown): false {
  if (!(error instanceof SkilletError) || error.retry !== "later") stage.fail(error)
  return false
}

/** A wait that ends when it is reported. */
async function report(world: World, engine: Engine, { id, workflow, step, round }: Run): Promise<void> {
  const definition = [world.built.workflow, ...world.built.children].find(({ name }) => name === workflow)
  const at = definition === undefined ? undefined : findStep(definition, step)
  if (at?.kind !== "wait" || !("reported" in at.until)) return
  const item = { step, round, item: "-" }
  await happen(world, engine, id, { kind: "report", at: engine.now(), item, outcome: "ok", by: "ann" })
}

/** The same question always gets the same answer. */
function chooseAnswer({ schedule }: World, { run, step, round, id, kind, options }: OpenQuestion): string {
  if (kind === "budget") return schedule.atCeiling
  const share = drawShare(schedule.seed, run, step, round, id)
  if (kind === "limit") return share < 0.5 ? "continue" : share < 0.8 ? "skip-check" : "abort"
  if (options.length === 0) return "as it is"
  return (share < 0.8 ? options[0] : options.at(-1))?.label ?? ""
}

const LATE = ["run.ended", "run.no-question", "run.stale", "run.answered"]

// oxlint-disable-next-line max-params
async function happen(world: World, engine: Engine, run: string, event: RunEvent): Promise<void> {
  const applied = await applyEvent(engine, run, event)
  if (applied.kind === "refused") {
    if (!LATE.includes(applied.refusal.code)) world.broken(`a person was refused: ${applied.refusal.message}`)
    return
  }
  const kept = await loadCommittedRun(world.store, run)
  if (kept === undefined || kept.seq < applied.run.seq) world.broken(`a person was told of what is not committed`)
}
