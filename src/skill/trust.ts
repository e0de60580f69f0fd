/**
 * How far what a source holds is trusted: a value given to a source, never guessed from its kind. What each trust may
 * use is this one table.
 */
export type Trust = keyof typeof allowed

export type Capability = "paths-of-ours" | "tool-grants" | "inline-shell" | "hooks"

const allowed = {
  /** The machine's own skills. */
  policy: ["paths-of-ours", "tool-grants", "inline-shell", "hooks"],
  /** The user's own, and those that come with Skillet. */
  own: ["paths-of-ours", "tool-grants", "inline-shell", "hooks"],
  /** A project's or plugin's, approved as they are. */
  shared: ["paths-of-ours", "tool-grants", "inline-shell", "hooks"],
  /** Everything nobody approved, and servers. */
  remote: [],
  /** A server that may learn our paths. */
  "remote-vars": ["paths-of-ours"],
  /** A server whose commands may run, each under the rules. */
  "remote-shell": ["paths-of-ours", "inline-shell"],
} as const satisfies Readonly<Record<string, readonly Capability[]>>

export function isTrust(text: string): text is Trust {
  return Object.hasOwn(allowed, text)
}

export function allows(trust: Trust, capability: Capability): boolean {
  const capabilities: readonly Capability[] = allowed[trust]
  return capabilities.includes(capability)
}
