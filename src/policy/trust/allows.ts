import type { Capability, Trust } from "../../skill/trust.ts"

/** What each trust may use. */
const allowed: Readonly<Record<Trust, readonly Capability[]>> = {
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
}

export function allows(trust: Trust, capability: Capability): boolean {
  return allowed[trust].includes(capability)
}
