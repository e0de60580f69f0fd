import type { LimitOwner, LimitsReading } from "../../policy/limits.ts"
import type { SettingsFile } from "../../ports/settings-file.ts"
import type { SettingsLayer } from "../settings.ts"
import { unreadableFile } from "./unreadable-file.ts"

/** The text of a settings file, or what counts where there is none to read. */
export function settingsText(
  file: string,
  found: SettingsFile,
  owner: LimitOwner,
): { readonly text: string } | { readonly layer: LimitsReading<SettingsLayer> } {
  switch (found.kind) {
    case "none":
      return { layer: { value: {}, problems: [], unknown: [] } }
    case "unreadable":
      return { layer: unreadableFile(file, { message: found.why, fix: found.fix, line: undefined }, owner) }
    case "text":
      return { text: found.text }
  }
}
