import { expect, test } from "vitest"
import { isForAgents, namedResources, shownActions } from "./resources.ts"
import { fanOut, mendDispatch, reviewDispatch, thirdIteration } from "./sample-directives.ts"

test("a resource that is named twice is shown once", () => {
  const actions = [...thirdIteration.actions, ...thirdIteration.actions]
  expect(namedResources({ ...thirdIteration, actions })).toEqual([
    { name: "severity", purpose: "how much an issue weighs", text: thirdIteration.resources["severity"] },
  ])
})

test("resources go to agents that work from a prompt, and stay where somebody follows a workflow or does it alone", () => {
  const { actions, resources } = reviewDispatch
  expect([
    isForAgents(reviewDispatch),
    isForAgents(thirdIteration),
    isForAgents({ ...mendDispatch, actions, resources }),
    isForAgents({ ...fanOut, dispatches: [...fanOut.dispatches, ...mendDispatch.dispatches] }),
  ]).toEqual([true, false, false, false])
  expect(shownActions(reviewDispatch)).toEqual(["The plan is reviewed by somebody who did not write it."])
  expect(shownActions(thirdIteration)).toEqual(thirdIteration.actions)
})
