import { expect, test } from "vitest"
import { publicChanges } from "../comment-set/comments.ts"
import { f1, fitOn, pairsAlone, pairsAmong, pairsMerged, recallAt } from "../comment-set/measure.ts"
import { describeWith, needData } from "../needs.ts"

const changes = publicChanges()

describeWith(needData(changes.length > 0), "what several tools said about one change", () => {
  test("weights from the other changes find the comments that mean the same", () => {
    const leftOut = changes.map((change) => ({ change, weights: fitOn(changes.filter((other) => other !== change)) }))
    const among = leftOut.flatMap(({ change, weights }) => pairsAmong(change, weights))
    const merged = leftOut.flatMap(({ change, weights }) => pairsMerged(change, { weights }))
    expect.soft(f1(among)).toBeGreaterThanOrEqual(0.86)
    expect.soft(recallAt(among, 0.95)).toBeGreaterThanOrEqual(0.4)
    expect.soft(f1(merged)).toBeGreaterThanOrEqual(0.86)
  })

  test("the current weights do too, even if one agent reports everything", () => {
    expect.soft(f1(changes.flatMap((change) => pairsMerged(change)))).toBeGreaterThanOrEqual(0.86)
    expect
      .soft(f1(changes.flatMap((change) => pairsMerged(change, { everyone: "agent" }))))
      .toBeGreaterThanOrEqual(0.86)
    const alone = changes.flatMap((change) => pairsAlone(change))
    expect.soft(f1(alone)).toBeGreaterThanOrEqual(0.84)
  })
})
