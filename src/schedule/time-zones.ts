import { SkilletError } from "../problem/failure.ts"
import { findNearestNames } from "../text/find-nearest-names.ts"

/** The name of a time zone as the tables of time zones write it. */
export function requireZone(name: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const near = findNearZones(name)
    throw new SkilletError("schedule.bad-zone", `"${name}" is not a time zone`, {
      retry: "no",
      next: near.length > 0 ? `did you mean ${near.join(" or ")}?` : "give a name such as Europe/Berlin or UTC",
    })
  }
}

/** Zones in a city of this name, else those with a similar name. */
function findNearZones(name: string): readonly string[] {
  const zones = Intl.supportedValuesOf("timeZone")
  const city = `/${name.trim().toLowerCase().replaceAll(" ", "_")}`
  const there = zones.filter((zone) => zone.toLowerCase().endsWith(city))
  return there.length > 0 ? there : findNearestNames(name, zones)
}

/** `Wed 2026-11-18 14:05 UTC+1`. In the hour that exists twice, the offset says which one it is. */
export function formatZoned(at: number, zone: string): string {
  const parts = new Map(openFormat(zone).map(({ type, value }) => [type, value]))
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ""
  return `${get("weekday")} ${get("year")}-${get("month")}-${get("day")} ${get("hour")}:${get("minute")} ${toUtcOffset(get("timeZoneName"))}`

  function openFormat(timeZone: string) {
    return new Intl.DateTimeFormat("en", {
      timeZone,
      weekday: "short",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZoneName: "shortOffset",
    }).formatToParts(at)
  }
}

/** Versions of Node write no offset as GMT or GMT+0. */
function toUtcOffset(name: string): string {
  return name.replace(/^GMT(?:\+0)?$/, "UTC").replace("GMT", "UTC")
}
