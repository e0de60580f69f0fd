/** Variables whose values are secrets, by their names. */
export function listSecrets(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/i.test(name) && value !== undefined && value.length >= SHORTEST
      ? [value]
      : [],
  )
}

/** A shorter value would occur in texts by chance. */
const SHORTEST = 8

/** A text without the values of secrets. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((hidden, secret) => hidden.replaceAll(secret, "[secret]"), text)
}
