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

/**
 * A line of a program's output without the values of secrets. JSON can spell a character in several ways, so the line
 * is also searched with the usual spelling, and is replaced by it if a secret is found there.
 */
export function hideSecretsInLine(line: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return line
  const spelled = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
  const usual = respell(line)
  const hidden = hideSecrets(usual, spelled)
  return hidden === usual ? hideSecrets(line, spelled) : hidden
}

/** JSON as `JSON.stringify` writes it; other text as it is. */
function respell(line: string): string {
  try {
    return JSON.stringify(JSON.parse(line))
  } catch (error) {
    if (error instanceof SyntaxError) return line
    throw error
  }
}
