import { SkilletError } from "../problem/failure.ts"
import { pickCopy } from "../catalog/names/ref-error.ts"
import { pinSkill, readCurrentSkill } from "../tasks/io/pin-skill.ts"
import type { Resources } from "./open-resources.ts"

/** Pins a skill of an agent as it is now, unless it is a dry run. */
export async function updatePin(
  resources: Resources,
  asked: { readonly agent: string; readonly skill: string; readonly isDryRun: boolean },
): Promise<{ readonly before: string; readonly after: string }> {
  const { store, scope, now } = await resources.wake()
  const address = { ...scope, agent: asked.agent }
  const skillet = await resources.session()
  const named = asked.skill.includes("/") ? pickCopy(await skillet.resolve(asked.skill))?.name : undefined
  const pin = (await store.pins(address)).find(({ skill }) => skill === (named ?? asked.skill))
  if (pin === undefined)
    throw new SkilletError("pin.missing", `${asked.skill} is not pinned for @${asked.agent}`, {
      retry: "no",
      next: "skillet pin list prints what is",
    })
  const before = (await store.pinned(pin.digest))?.body ?? ""
  const after = (await readCurrentSkill(skillet, pin.skill)).body
  if (!asked.isDryRun) await pinSkill({ store, skillet, now: now() }, address, pin)
  return { before, after }
}
