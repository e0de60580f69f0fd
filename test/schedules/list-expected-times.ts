/**
 * The due times of a cron expression, found without our code or its library. Every local time that the fields name is
 * looked up in Node's tables of time zones.
 *
 * - One time of day: if the clock leaves it out, it is due at the first moment after; if it exists twice, the first time.
 * - Several times of day: what the clock leaves out is not due, and what exists twice is due twice.
 */
export function listExpectedTimes(
  cron: string,
  zone: string,
  range: { readonly from: number; readonly to: number },
): readonly number[] {
  const fields = readFields(cron)
  const clock = openZone(zone)
  const found = new Set<number>()
  for (let day = range.from - DAY; day <= range.to + DAY; day += DAY) {
    if (!isOnDay(fields, new Date(day))) continue
    for (const hour of fields.hours) {
      for (const minute of fields.minutes) {
        const local = day + (hour * 60 + minute) * MINUTE
        const times = clock.findMoments(local)
        const due = fields.isOneTime ? [times[0] ?? clock.findEndOfGap(local)] : times
        for (const at of due) if (at >= range.from && at < range.to) found.add(at)
      }
    }
  }
  return [...found].sort((a, b) => a - b)
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const NICKNAMES: Readonly<Record<string, string>> = {
  "@daily": "0 0 * * *",
  "@hourly": "0 * * * *",
  "@weekly": "0 0 * * 0",
  "@monthly": "0 0 1 * *",
  "@yearly": "0 0 1 1 *",
}
const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
const MONTHS = ["", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

interface Fields {
  readonly minutes: readonly number[]
  readonly hours: readonly number[]
  readonly days: readonly number[]
  readonly months: readonly number[]
  readonly weekdays: readonly number[]
  readonly anyDay: boolean
  readonly anyWeekday: boolean
  readonly isOneTime: boolean
}

function readFields(cron: string): Fields {
  const [minute = "", hour = "", day = "", month = "", weekday = ""] = (NICKNAMES[cron] ?? cron).split(" ")
  return {
    minutes: readField(minute, 0, 59),
    hours: readField(hour, 0, 23),
    days: readField(day, 1, 31),
    months: readField(month, 1, 12, MONTHS),
    weekdays: readField(weekday, 0, 7, DAYS).map((one) => one % 7),
    anyDay: day === "*",
    anyWeekday: weekday === "*",
    isOneTime: /^\d+$/.test(minute) && /^\d+$/.test(hour),
  }
}

function readField(text: string, least: number, most: number, names: readonly string[] = []): readonly number[] {
  const toNumber = (word: string) => (/^\d+$/.test(word) ? Number(word) : names.indexOf(word.toLowerCase()))
  return text.split(",").flatMap((part) => {
    const [range = "", step = "1"] = part.split("/")
    const [from = 0, to = from] = range === "*" ? [least, most] : range.split("-").map(toNumber)
    return Array.from({ length: to - from + 1 }, (_, nth) => from + nth).filter(
      (one) => (one - from) % Number(step) === 0,
    )
  })
}

function isOnDay(fields: Fields, date: Date): boolean {
  if (!fields.months.includes(date.getUTCMonth() + 1)) return false
  const isDay = fields.days.includes(date.getUTCDate())
  const isWeekday = fields.weekdays.includes(date.getUTCDay())
  return fields.anyDay || fields.anyWeekday ? isDay && isWeekday : isDay || isWeekday
}

/** A zone by what Node says about single moments. */
function openZone(zone: string) {
  const format = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
  })
  const known = new Map<number, number>()
  const findOffset = (at: number): number => {
    const hour = Math.floor(at / (30 * MINUTE))
    const before = known.get(hour)
    if (before !== undefined) return before
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
    const local = Date.UTC(get("year"), get("month") - 1, get("day"), get("hour"), get("minute"))
    const offset = local - Math.floor(at / MINUTE) * MINUTE
    known.set(hour, offset)
    return offset
  }
  const listOffsets = (local: number) => [...new Set([findOffset(local - DAY), findOffset(local + DAY)])]
  return {
    /** The moments at which clocks show this local time: none, one or two. */
    findMoments: (local: number): readonly number[] =>
      listOffsets(local)
        .map((offset) => local - offset)
        .filter((at) => at + findOffset(at) === local)
        .sort((a, b) => a - b),
    /** The moment at which the clock jumps over this local time. */
    findEndOfGap(local: number): number {
      let at = local - Math.max(...listOffsets(local))
      while (at + findOffset(at) < local) at += MINUTE
      return at
    },
  }
}
