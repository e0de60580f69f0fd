import { installArguments } from "./arguments/install-arguments.ts"
import { skillArguments } from "./arguments/skill-arguments.ts"
import { scheduleArguments } from "./arguments/schedule-arguments.ts"
import { sessionArguments } from "./arguments/session-arguments.ts"
import { workArguments } from "./arguments/work-arguments.ts"
import type { SettingsLevel } from "../hosts/profile.ts"
import { TEXTS } from "./arguments/value-shapes.ts"
import type { ArgumentShapes, VerbArguments } from "./arguments/check-arguments.ts"
import type { Skillet } from "./skillet.ts"
import type { OpenOptions } from "./options.ts"
import { CALLBACK, FLAG, OBJECT, TEXT, fields, having, list, oneOf, optional } from "./arguments/shape.ts"

/** What the object has besides verbs, and `close`. */
type Held = "host" | "around" | "options" | "cache" | "composites" | "close"

/** For each verb of the object and of its groups: its arguments. A verb without a row does not compile. */
export const verbArguments: VerbArguments<Omit<Skillet, Held>> = {
  ...skillArguments,
  ...installArguments,
  ...workArguments,
  ...scheduleArguments,
  ...sessionArguments,
}

/** How Skillet is opened. An unknown host has an error of its own. */
export const openArguments: ArgumentShapes<[options?: OpenOptions]> = [
  [
    "options",
    optional(
      fields<OpenOptions>({
        cwd: optional(TEXT),
        env: optional(OBJECT),
        host: optional(TEXT),
        addDirs: optional(TEXTS),
        skillsDirs: optional(TEXTS),
        pluginDirs: optional(TEXTS),
        touched: optional(TEXTS),
        levels: optional(list(oneOf<SettingsLevel>({ user: true, project: true, local: true }))),
        skillsOff: optional(FLAG),
        serversOff: optional(FLAG),
        managed: optional(TEXT),
        cache: optional(FLAG),
        pluginVersions: optional(oneOf<"semver" | "mtime">({ semver: true, mtime: true })),
        flags: optional(TEXTS),
        agentVersion: optional(TEXT),
        sources: optional(list(OBJECT)),
        shell: optional(OBJECT),
        links: optional(oneOf<"approved" | "own" | "all">({ approved: true, own: true, all: true })),
        onUnknownLimit: optional(CALLBACK),
        workflows: optional(list(having<{ name: string }>({ name: TEXT }))),
        store: optional(OBJECT),
        now: optional(CALLBACK),
        program: optional(CALLBACK),
        reader: optional(TEXT),
        onProblem: optional(CALLBACK),
        onModules: optional(CALLBACK),
      }),
    ),
  ],
]
