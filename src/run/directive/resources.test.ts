import { expect, test } from "vitest"
import { directiveJson } from "./directive-json.ts"
import { isForAgents, nameResources, listShownActions } from "./resources.ts"
import { renderText } from "./text/render-text.ts"
import { renderXml } from "./xml/render-xml.ts"
import { fanOut, fixDispatch, reviewDispatch, thirdIteration } from "../../../test/directives/sample-directives.ts"

test("a resource that is listed twice is shown once", () => {
  const actions = [...thirdIteration.actions, ...thirdIteration.actions]
  expect(nameResources({ ...thirdIteration, actions })).toEqual([
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
  expect(listShownActions(reviewDispatch)).toEqual(["An agent that did not write the plan reviews it."])
  expect(listShownActions(thirdIteration)).toEqual(thirdIteration.actions)
})

test("a resource is printed above what refers to it, in every format", () => {
  const actions = ["Use the levels above.", ...thirdIteration.actions]
  for (const shown of [renderXml, renderText].map((render) => render({ ...thirdIteration, actions })))
    expect(shown.indexOf("MUST: knowledge would be lost.")).toBeLessThan(shown.indexOf("Use the levels above."))
  expect(directiveJson({ ...thirdIteration, actions }).actions[0]).toMatch(/^RESOURCE severity/)
})
