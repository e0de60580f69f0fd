import { expect, test } from "vitest"
import { isForAgents, namedResources, shownActions } from "./resources.ts"
import { fanOut, fixDispatch, reviewDispatch, thirdIteration } from "./sample-directives.ts"

test("a resource that is named twice is shown once", () => {
  const actions = [...thirdIteration.actions, ...thirdIteration.actions]
  expect(namedResources({ ...thirdIteration, actions })).toEqual([
    { name: "severity", purpose: "how much an issue weighs", text: thirdIteration.resources["severity"] },
  ])
})

test("resources go to agents that work from a prompt, and stay in the step otherwise", () => {
  const { actions, resources } = reviewDispatch
  expect([
    isForAgents(reviewDispatch),
    isForAgents(thirdIteration),
    isForAgents({ ...fixDispatch, actions, resources }),
    isForAgents({ ...fanOut, dispatches: [...fanOut.dispatches, ...fixDispatch.dispatches] }),
  ]).toEqual([true, false, false, false])
  expect(shownActions(reviewDispatch)).toEqual(["An agent that did not write the plan reviews it."])
  expect(shownActions(thirdIteration)).toEqual(thirdIteration.actions)
})
