/** A text that names days or times of day, which a schedule has and a loop has not. */
export interface CalendarTime {
  readonly shown: string
  readonly cron: string
  readonly prompt: string
}

interface Calendar {
  readonly hour?: number
  /** The last three fields of a cron expression. */
  readonly days: string
}

const EVERY_DAY = "* * *"
/** Nine o'clock unless the text or the word says when. */
const USUAL_HOUR = 9

const calendar: Readonly<Record<string, Calendar>> = {
  morning: { hour: 9, days: EVERY_DAY },
  noon: { hour: 12, days: EVERY_DAY },
  afternoon: { hour: 15, days: EVERY_DAY },
  evening: { hour: 18, days: EVERY_DAY },
  night: { hour: 22, days: EVERY_DAY },
  midnight: { hour: 0, days: EVERY_DAY },
  weekday: { days: "* * 1-5" },
  weekend: { days: "* * 6,0" },
  monday: { days: "* * 1" },
  tuesday: { days: "* * 2" },
  wednesday: { days: "* * 3" },
  thursday: { days: "* * 4" },
  friday: { days: "* * 5" },
  saturday: { days: "* * 6" },
  sunday: { days: "* * 0" },
  month: { days: "1 * *" },
  year: { days: "1 1 *" },
  nightly: { hour: 22, days: EVERY_DAY },
  monthly: { days: "1 * *" },
  yearly: { days: "1 1 *" },
}

/** Words that are intervals alone, and times of day together with a time. */
const withTime: typeof calendar = { day: { days: EVERY_DAY }, daily: { days: EVERY_DAY } }

const ADVERB = "nightly|monthly|yearly"
const NAMED = Object.keys(calendar)
  .filter((name) => !ADVERB.split("|").includes(name))
  .join("|")
const AT = String.raw`at\s+(?:(?<hour>\d{1,2})(?::(?<minute>\d{2}))?\s*(?<half>am|pm)?|(?<spoken>noon|midnight))`
const EVERY = String.raw`(?:every|(?:every\s+week|weekly)\s+on)\s+`
const TIMED = String.raw`(?:(?:${EVERY}(?<name>day|${NAMED})s?|(?<adverb>daily|${ADVERB}))\s+${AT})`
const UNTIMED = String.raw`(?:${EVERY}(?<name>${NAMED})s?|(?<adverb>${ADVERB}))`

const patterns: readonly RegExp[] = [
  new RegExp(String.raw`^${TIMED}(?=[\s,:]|$)`, "i"),
  new RegExp(String.raw`(?<=[\s,;])${TIMED}[.!]*$`, "i"),
  new RegExp(String.raw`^${UNTIMED}(?=[\s,:]|$)`, "i"),
  new RegExp(String.raw`(?<=[\s,;])${UNTIMED}[.!]*$`, "i"),
]

/** "every day at 9", "every Monday" or "nightly" at the beginning or the end of a text. */
export function findCalendarTime(text: string): CalendarTime | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text)
    if (found === null) continue
    const before = text.slice(0, found.index)
    const after = text.slice(found.index + found[0].length)
    const prompt = `${before}${after}`.replace(/^[\s,:]+|[\s,;:.!]+$/g, "")
    const shown = found[0].replace(/[.!]+$/, "")
    return { shown, cron: toCron(found.groups ?? {}), prompt: prompt === "" ? "PROMPT" : prompt }
  }
  return undefined
}

function toCron({ name, adverb, spoken, ...time }: Readonly<Record<string, string | undefined>>): string {
  const word = (name ?? adverb ?? "").toLowerCase()
  const { hour: usual = USUAL_HOUR, days } = calendar[word] ?? withTime[word] ?? { days: EVERY_DAY }
  if (spoken !== undefined) return `0 ${calendar[spoken.toLowerCase()]?.hour ?? usual} ${days}`
  const { hour, minute } = { hour: readHour(time), minute: Number(time["minute"] ?? 0) }
  return hour === undefined || minute > 59 ? `0 ${usual} ${days}` : `${minute} ${hour} ${days}`
}

/** Undefined if there is no such hour. */
function readHour({ hour, half }: Readonly<Record<string, string | undefined>>): number | undefined {
  const given = Number(hour)
  if (!(given <= 23)) return undefined
  if (half === undefined || given > 12) return given
  return (given % 12) + (half.toLowerCase() === "pm" ? 12 : 0)
}
