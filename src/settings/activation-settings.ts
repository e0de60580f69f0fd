/**
 * What a prompt may do with a skill that fits it. off: nothing. rules: only what a skill's own `triggers` and `paths`
 * say. name: also a skill that fits by its words, by name. body: with the text of trusted skills. Strictest first.
 */
export const activationModes = ["off", "rules", "name", "body"] as const
export type ActivationMode = (typeof activationModes)[number]

/** When a prompt names a skill, or adds its text. */
export interface ActivationSettings {
  readonly mode: ActivationMode
  /** The least worth of a skill that is chosen by its words, in rare words. */
  readonly least: number
  /** How many times as much as another skill it must be worth; otherwise the other is named too. */
  readonly lead: number
  /** By skill, in lower case: at most this. */
  readonly skills: Readonly<Record<string, ActivationMode>>
}

/** What one settings file says about it. */
export type ActivationLayer = Partial<ActivationSettings>

export const usualActivation: ActivationSettings = { mode: "off", least: 0.6, lead: 1.4, skills: {} }

/** Later layers win over earlier ones, skill by skill. */
export function layerActivation(below: ActivationSettings, layer: ActivationLayer): ActivationSettings {
  return { ...below, ...layer, skills: { ...below.skills, ...layer.skills } }
}

/** A layer that tightens only names fewer skills, and asks for more worth. */
export function tightenActivation(below: ActivationSettings, layer: ActivationLayer): ActivationSettings {
  const skills = Object.entries(layer.skills ?? {}).map(
    ([name, mode]) => [name, chooseLess(below.skills[name] ?? "body", mode)] as const,
  )
  return {
    mode: chooseLess(below.mode, layer.mode ?? below.mode),
    least: Math.max(below.least, layer.least ?? 0),
    lead: Math.min(below.lead, layer.lead ?? below.lead),
    skills: { ...below.skills, ...Object.fromEntries(skills) },
  }
}

/** What a prompt may do with one skill. */
export function chooseActivation({ mode, skills }: ActivationSettings, name: string): ActivationMode {
  const key = name.toLowerCase()
  return chooseLess(mode, Object.hasOwn(skills, key) ? (skills[key] ?? mode) : mode)
}

function chooseLess(one: ActivationMode, other: ActivationMode): ActivationMode {
  return activationModes.indexOf(one) <= activationModes.indexOf(other) ? one : other
}
