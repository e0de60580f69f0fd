import { NO_NAMES } from "./naming/split-names.ts"

/** What an approval says about something that runs nothing by itself. */
export const NO_ACTIONS = {
  commands: [],
  grants: [],
  hooks: [],
  executables: [],
  outside: [],
  names: NO_NAMES,
  unnamed: [],
} as const
