/**
 * How far what a source holds is trusted: a value given to a source, never guessed from its kind. What each may use is
 * a table of the policy.
 */
export type Trust = (typeof trusts)[number]

export const trusts = ["policy", "own", "shared", "remote", "remote-vars", "remote-shell"] as const

export type Capability = "paths-of-ours" | "tool-grants" | "inline-shell" | "hooks"

export function isTrust(text: string): text is Trust {
  return (trusts as readonly string[]).includes(text)
}
