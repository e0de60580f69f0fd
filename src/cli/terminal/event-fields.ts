/** The fields of an event on one line; where an input comes from is shortened to its step. */
export function renderEventFields(data: Readonly<Record<string, unknown>>): string {
  return Object.entries(data)
    .map(([name, value]) => `${name}=${typeof value === "string" ? short(value) : nested(value)}`)
    .join(" ")
}

function nested(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value)
  const place = placeText(value)
  if (place !== undefined) return place
  const parts = Object.entries(value).map(([name, one]) => ({ name, from: placeText(one) }))
  return parts.length > 0 && parts.every(({ from }) => from !== undefined)
    ? parts.map(({ name, from }) => `${name}:${from}`).join(",")
    : JSON.stringify(value)
}

/** `thorough/1`, or `thorough/1/ok` with its outcome. */
function placeText(value: unknown): string | undefined {
  const { step, round, outcome } = (value ?? {}) as Readonly<Record<string, unknown>>
  if (typeof step !== "string" || typeof round !== "number") return undefined
  return [step, round, ...(typeof outcome === "string" ? [outcome] : [])].join("/")
}

/** A hash is shortened to its first digits. */
function short(text: string): string {
  return /^[0-9a-f]{64}$/.test(text) ? text.slice(0, 12) : text
}
