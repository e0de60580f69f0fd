import { UsageError } from "./usage-error.ts"

const HOUR = 3_600_000
const units: Readonly<Record<string, number>> = { h: HOUR, d: 24 * HOUR, w: 7 * 24 * HOUR }

/** An age in hours, days or weeks, such as 12h, 30d or 8w, in milliseconds. There is no default age. */
export function readAge(option: string, text: string | undefined): number {
  const [, count = "", unit = ""] = /^(\d{1,5})([hdw])$/.exec(text?.trim() ?? "") ?? []
  const milliseconds = Number(count) * (units[unit] ?? 0)
  if (count === "" || milliseconds === 0)
    throw new UsageError(
      text === undefined ? `--${option} is missing` : `--${option} is "${text}"`,
      `give --${option} with hours, days or weeks, such as 12h, 30d or 8w`,
    )
  return milliseconds
}
