const UNITS: readonly (readonly [string, number])[] = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1000],
]

/** `3 min`, `2 h 5 min`, `840 ms`. */
export function formatSpan(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))} ms`
  const at = UNITS.findIndex(([, size]) => milliseconds >= size)
  const [unit, size] = UNITS[at] ?? ["s", 1000]
  const rest = UNITS[at + 1]
  const whole = Math.floor(milliseconds / size)
  const more = rest === undefined ? 0 : Math.floor((milliseconds - whole * size) / rest[1])
  return more > 0 && whole < 10 && rest !== undefined ? `${whole} ${unit} ${more} ${rest[0]}` : `${whole} ${unit}`
}

export function formatAgo(at: number, now: number): string {
  const span = now - at
  if (span < 1000) return span < -1000 ? `in ${formatSpan(-span)}` : "now"
  return `${formatSpan(span)} ago`
}

export function formatTime(at: number): string {
  const date = new Date(at)
  const two = (number: number) => String(number).padStart(2, "0")
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

export function formatNumber(count: number): string {
  return Math.round(count)
    .toString()
    .replaceAll(/\B(?=(\d{3})+$)/g, ",")
}

/** `1.2k`, `3.4M`: for places without room. */
export function formatShort(count: number): string {
  if (count < 1000) return String(Math.round(count))
  if (count < 1_000_000) return `${(count / 1000).toFixed(count < 10_000 ? 1 : 0)}k`
  return `${(count / 1_000_000).toFixed(1)}M`
}

export function formatMoney(dollars: number): string {
  if (dollars === 0) return "$0"
  return dollars < 0.01 ? `$${dollars.toFixed(4)}` : `$${dollars.toFixed(2)}`
}

export function formatCount(count: number, what: string): string {
  return `${formatNumber(count)} ${what}${count === 1 ? "" : "s"}`
}

/**
 * A text as it is shown: characters that a reader cannot see, or that change the order of others, are written as their
 * numbers. A terminal code is then seen and not obeyed.
 */
export function showHidden(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters that are made visible
  return text.replaceAll(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu,
    (letter) => {
      const code = letter.codePointAt(0) ?? 0
      return letter === "\r" ? "␍" : `⟨${code.toString(16).padStart(4, "0")}⟩`
    },
  )
}
