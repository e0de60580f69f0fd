/**
 * How far what a source holds is trusted: a value given to a source, never guessed from its kind. What each trust may
 * use is this one table.
 */
export type Trust = "policy" | "own" | "shared" | "remote"

export type Capability = "paths-of-ours" | "tool-grants" | "inline-shell" | "hooks"

const allowed: Readonly<Record<Trust, readonly Capability[]>> = {
  policy: ["paths-of-ours", "tool-grants", "inline-shell", "hooks"],
  own: ["paths-of-ours", "tool-grants", "inline-shell", "hooks"],
  shared: ["paths-of-ours", "tool-grants", "inline-shell", "hooks"],
  remote: [],
}

export function allows(trust: Trust, capability: Capability): boolean {
  return allowed[trust].includes(capability)
}
