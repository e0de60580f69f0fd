import { type Place, readViewName } from "./router.ts"

/** What a view asks first, by the first part of its path: asked at once, while the code of the view is still loading. */
const FIRST: Readonly<Record<string, (place: Place) => string>> = {
  inbox: ({ query }) => writeProjectsAddress("/api/inbox", query["all"]),
  runs: ({ query }) => writeProjectsAddress("/api/runs", query["all"]),
  run: ({ path }) => writeRunAddress(readRunId(path), 0),
  skills: () => "/api/skills",
  reviews: () => "/api/reviews",
  agents: () => "/api/work",
  schedules: () => "/api/schedules",
  spend: ({ query }) => writeProjectsAddress("/api/spend", query["all"]),
}

export function findFirstAddress(place: Place): string | undefined {
  return FIRST[readViewName(place.path)]?.(place)
}

/** Of this project, or of all of them. */
export function writeProjectsAddress(path: string, all: string | undefined): string {
  return all === "1" ? `${path}?all=1` : path
}

/** A run with what is new after so many visits; the last of them may have changed. */
export function writeRunAddress(id: string, known: number): string {
  return `/api/runs/${encodeURIComponent(id)}?after=${Math.max(0, known - 1)}`
}

export function readRunId(path: string): string {
  const part = path.split("/")[2] ?? ""
  try {
    return decodeURIComponent(part)
  } catch (error) {
    if (error instanceof URIError) return part
    throw error
  }
}
