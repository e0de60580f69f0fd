/**
 * How far a source's content is trusted: a value given to a source, never guessed from its kind. A table of the policy
 * lists what each level may use.
 */
export type Trust = (typeof trusts)[number]

export const trusts = ["policy", "own", "shared", "remote", "remote-vars", "remote-shell"] as const

export type Capability = "paths-of-ours" | "tool-grants" | "inline-shell" | "hooks"

export function isTrust(text: string): text is Trust {
  return (trusts as readonly string[]).includes(text)
}
