import { findNearestNames } from "../text/find-nearest-names.ts"
import { isMap } from "../text/is-map.ts"
import { type ActivationLayer, type ActivationMode, activationModes } from "./activation-settings.ts"
import { describeFault, type Fault, type ReadValue } from "./fault.ts"

const MODES = "off, rules, name or body"
const WANTED = `${MODES}, or a map of mode, least, lead and skills`

/** What is not understood does nothing: a mode means off, also for one skill. */
export function readActivation(value: unknown, at: readonly string[]): ReadValue {
  const faults: Fault[] = []
  const tell = (where: readonly string[], given: unknown, wanted: string) =>
    void faults.push({ ...describeFault(where, given, wanted), limits: false })
  const mode = (given: unknown, where: readonly string[], wanted = MODES): ActivationMode => {
    const found = given === false ? "off" : activationModes.find((one) => one === given)
    if (found === undefined) tell(where, given, wanted)
    return found ?? "off"
  }
  if (!isMap(value)) return { layer: { activation: { mode: mode(value, at, WANTED) } }, faults }
  let layer: ActivationLayer = {}
  for (const [name, given] of Object.entries(value)) {
    const where = [...at, name]
    if (name === "mode") layer = { ...layer, mode: mode(given, where) }
    else if (name === "least" || name === "lead") {
      if (typeof given === "number" && given > 0) layer = { ...layer, [name]: given }
      else tell(where, given, "a number above 0")
    } else if (name === "skills" && isMap(given)) {
      const skills = Object.entries(given).map(([skill, one]) => [skill.toLowerCase(), mode(one, [...where, skill])])
      layer = { ...layer, skills: Object.fromEntries(skills) }
    } else if (name === "skills") tell(where, given, `a map of skill names to ${MODES}`)
    else faults.push(unknownName(where))
  }
  return { layer: { activation: layer }, faults }
}

const NAMES = ["mode", "least", "lead", "skills"]

function unknownName(at: readonly string[]): Fault {
  const near = findNearestNames(at.at(-1) ?? "", NAMES)
  const fix = near.length > 0 ? `did you mean ${near.join(" or ")}?` : `use one of ${NAMES.join(", ")}, or remove it`
  return { at, message: `there is no setting "${at.join(".")}"`, fix, limits: false }
}
