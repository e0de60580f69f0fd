/** Keys of a definition that are written with hyphens in YAML. */
const keys =
  "maxRounds onError outputRequired minLength minItems maxItems fixTarget selfFix passMessage atLeast atMost failOn".split(
    " ",
  )

const KEY = new RegExp(String.raw`\b(?:${keys.join("|")})\b`, "g")

/** A message about a definition, for the author of a YAML file: with keys as they are written there. */
export function spellKeysAsYaml(message: string): string {
  return message.replaceAll(KEY, toYamlKey)
}

export function toYamlKey(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
