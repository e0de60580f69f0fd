import { editJson, type JsonChange } from "../../text/edit-json.ts"
import { toMap } from "../../text/is-map.ts"
import { readHookSettings } from "./hook-settings.ts"

type Json = Readonly<Record<string, unknown>>

/** The text of a settings file with other hooks, and otherwise as it is written. */
export function editHookSettings(text: string | undefined, settings: Json): string {
  const read = readHookSettings(text)
  if (text === undefined || text.trim() === "" || "wrong" in read) return `${JSON.stringify(settings, null, 2)}\n`
  return editJson(text, listChanges(read.settings["hooks"], settings["hooks"]))
}

function listChanges(before: unknown, after: unknown): readonly JsonChange[] {
  if (before === undefined || after === undefined) return isSame(before, after) ? [] : [{ at: ["hooks"], value: after }]
  const [was, is] = [toMap(before), toMap(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((event) =>
    listEventChanges(event, was[event], is[event]),
  )
}

function listEventChanges(event: string, before: unknown, after: unknown): readonly JsonChange[] {
  const at = ["hooks", event]
  if (isSame(before, after)) return []
  if (!Array.isArray(before) || !Array.isArray(after)) return [{ at, value: after }]
  if (isSame(before, after.slice(0, before.length)))
    return after.slice(before.length).map((value, nth) => ({ at: [...at, before.length + nth], value, isNew: true }))
  const left = before.map((one) => after.some((other) => isSame(one, other)))
  if (
    !isSame(
      before.filter((_, nth) => left[nth]),
      after,
    )
  )
    return [{ at, value: after }]
  return before.flatMap((_, nth) => (left[nth] === true ? [] : [{ at: [...at, nth], value: undefined }])).toReversed()
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
