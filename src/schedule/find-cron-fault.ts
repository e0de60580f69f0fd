interface CronField {
  readonly name: string
  readonly least: number
  readonly most: number
  /** Names that it may have instead of numbers; the first one is `least`. */
  readonly names?: readonly string[]
  readonly example: string
}

const fields: readonly CronField[] = [
  { name: "minute", least: 0, most: 59, example: "*/15" },
  { name: "hour", least: 0, most: 23, example: "9-17" },
  { name: "day of the month", least: 1, most: 31, example: "1,15" },
  {
    name: "month",
    least: 1,
    most: 12,
    names: ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"],
    example: "JAN-MAR",
  },
  {
    name: "weekday",
    least: 0,
    most: 7,
    names: ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"],
    example: "MON-FRI",
  },
]

/** What is wrong with the first field that is wrong, and how to write it. Undefined if each is well-formed. */
export function findCronFault(cron: string): string | undefined {
  const given = cron.split(" ")
  for (const [nth, field] of fields.entries()) {
    const text = given[nth] ?? ""
    const fault = text.split(",").flatMap((part) => findPartFault(part, field) ?? [])[0]
    if (fault !== undefined) return `the ${field.name} is "${text}": ${fault}, such as ${field.example}`
  }
  return undefined
}

/** One of the parts that commas separate: `*`, `5`, `1-5`, with or without a step such as `/2`. */
function findPartFault(part: string, field: CronField): string | undefined {
  const [range = "", step, ...more] = part.split("/")
  if (more.length > 0) return "it may have one step"
  if (step !== undefined && !isWithin(step, 1, field.most))
    return `the step "${step}" must be a number from 1 to ${field.most}`
  if (range === "*" || range === "?") return undefined
  const ends = range.split("-")
  if (ends.length > 2 || ends.includes("")) return describeRange(field)
  const values = ends.map((end) => readValue(end, field))
  const [from = 0, to = from] = values
  if (values.includes(undefined)) return describeRange(field)
  return from > to ? `${range} goes backwards: the lower end comes first` : undefined
}

function readValue(text: string, { least, most, names = [] }: CronField): number | undefined {
  const named = names.indexOf(text.toUpperCase())
  if (named !== -1) return named + least
  return isWithin(text, least, most) ? Number(text) : undefined
}

function isWithin(text: string, least: number, most: number): boolean {
  return /^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most
}

function describeRange({ least, most, names }: CronField): string {
  const words = names === undefined ? "" : `, or ${names[0]} to ${names.at(-1)}`
  return `use ${least} to ${most}${words}, a range or a list`
}
