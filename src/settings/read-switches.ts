import { isMap } from "../text/is-map.ts"
import type { LimitOwner } from "./limits.ts"
import { type Switch, switchLevels } from "./settings.ts"
import { type Fault, describeFault, type ReadValue } from "./fault.ts"

const WANTED = "on, name-only, user-only (or user-invocable-only) or off"

/** Only for the user and the machine: on, whatever a project says. */
const ALWAYS = "always"

/** How much of each skill is shown. A value that is not understood may have meant off, so the skill is off. */
export function readSwitches(value: unknown, at: readonly string[], owner: LimitOwner): ReadValue {
  if (!isMap(value))
    return { layer: {}, faults: [{ ...describeFault(at, value, `a map of skill names to ${WANTED}`), limits: true }] }
  const faults: Fault[] = []
  const switches = Object.entries(value).map(([name, said]): readonly [string, Switch] => {
    const level = said === ALWAYS && owner !== "project" ? "on" : toSwitch(said)
    if (level === undefined)
      faults.push({
        at: [...at, name],
        message: `${describeFault([...at, name], said, WANTED).message}; the skill is treated as off`,
        fix: `write ${name} as ${WANTED}`,
        limits: true,
      })
    return [name, level ?? "off"]
  })
  const kept = Object.keys(value).filter((name) => value[name] === ALWAYS && owner !== "project")
  const keptOn = kept.length === 0 ? {} : { keptOn: kept.map((name) => name.toLowerCase()) }
  return { layer: { switches: Object.fromEntries(switches), ...keptOn }, faults }
}

/** Includes Claude Code's spellings, and YAML's yes and no. */
function toSwitch(value: unknown): Switch | undefined {
  if (value === true) return "on"
  if (value === false) return "off"
  return value === "user-invocable-only" ? "user-only" : switchLevels.find((level) => level === value)
}
