import fc from "fast-check"
import { expect, test } from "vitest"
import {
  type ActivationSettings,
  activationModes,
  chooseActivation,
  tightenActivation,
  usualActivation,
} from "./activation-settings.ts"
import { readActivation } from "./read-activation.ts"

const mode = fc.constantFrom(...activationModes)
const name = fc.constantFrom("pdf", "deploy", "constructor")
const layer = fc.record({
  mode,
  least: fc.double({ min: 0.1, max: 5, noNaN: true }),
  lead: fc.double({ min: 0.1, max: 5, noNaN: true }),
  skills: fc.dictionary(name, mode),
})
const rank = (settings: ActivationSettings, skill: string) => activationModes.indexOf(chooseActivation(settings, skill))

test("a layer that tightens never lets a prompt do more with any skill", () => {
  fc.assert(
    fc.property(layer, layer, name, (below, above, skill) => {
      const both = tightenActivation(below, above)
      expect(rank(both, skill)).toBeLessThanOrEqual(rank(below, skill))
      expect(rank(both, skill)).toBeLessThanOrEqual(rank({ ...usualActivation, ...above }, skill))
      expect(both.least).toBeGreaterThanOrEqual(below.least)
      expect(both.lead).toBeLessThanOrEqual(below.lead)
    }),
  )
})

test("nothing is activated unless somebody asks for it", () => {
  expect(chooseActivation(usualActivation, "pdf")).toBe("off")
})

test.each([
  ["name", { mode: "name" }, []],
  [false, { mode: "off" }, []],
  ["nmae", { mode: "off" }, ["activation"]],
  [{ mode: "body", least: 1, lead: 2 }, { mode: "body", least: 1, lead: 2 }, []],
  [{ least: 0 }, {}, ["activation.least"]],
  [{ skills: { PDF: "name", x: 5 } }, { skills: { pdf: "name", x: "off" } }, ["activation.skills.x"]],
  [{ skills: [] }, {}, ["activation.skills"]],
  [{ leest: 1 }, {}, ["activation.leest"]],
  [null, { mode: "off" }, ["activation"]],
])("%j is read as %j, with faults at %j", (written, activation, faults) => {
  const read = readActivation(written, ["activation"])
  expect(read.layer).toEqual({ activation })
  expect(read.faults.map(({ at }) => at.join("."))).toEqual(faults)
})
