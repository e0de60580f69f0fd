import type { TimerInstall, TimerWanted } from "../../schedule/io/install-timer.ts"
import type { TickOptions } from "../../schedule/io/tick.ts"
import type { NewLoop, NewSchedule, ScheduleOptions } from "../../schedule/plan-schedule.ts"
import type { Policy } from "../../schedule/schedule.ts"
import type { TimerKind } from "../../schedule/plan-timer.ts"
import type { WorktreeMode } from "../../settings/agent-settings.ts"
import type { VerbArguments } from "./check-arguments.ts"
import { COUNT, FLAG, fields, having, list, NUMBER, oneOf, optional, record, TEXT, type Shape } from "./shape.ts"
import { DRIVER, SIGNAL } from "./value-shapes.ts"
import type { SkilletSchedules } from "../open-skillet-schedules.ts"

const ID = ["schedule", TEXT] as const

const options: { readonly [Name in keyof Required<ScheduleOptions>]: Shape } = {
  agent: optional(DRIVER),
  to: optional(TEXT),
  program: optional(TEXT),
  worktrees: optional(oneOf<WorktreeMode>({ offer: true, apply: true })),
  zone: optional(TEXT),
  misfire: optional(oneOf<Policy["misfire"]>({ skip: true, once: true, all: true })),
  catchUpWithin: optional(TEXT),
  overlap: optional(oneOf<Policy["overlap"]>({ skip: true, queue: true, cancel: true })),
  spread: optional(COUNT),
  quietAfter: optional(TEXT),
  until: optional(TEXT),
  maxRuns: optional(COUNT),
  maxCost: optional(NUMBER),
}

export const scheduleArguments: { readonly schedules: VerbArguments<SkilletSchedules> } = {
  schedules: {
    add: [
      [
        "schedule",
        fields<NewSchedule>({
          ...options,
          cron: optional(TEXT),
          at: optional(TEXT),
          prompt: optional(TEXT),
          workflow: optional(TEXT),
          params: optional(record(TEXT)),
        }),
      ],
    ],
    loop: [["loop", fields<NewLoop>({ ...options, input: TEXT, selfPaced: optional(FLAG) })]],
    list: [
      [
        "filter",
        optional(fields<{ all?: boolean; everywhere?: boolean }>({ all: optional(FLAG), everywhere: optional(FLAG) })),
      ],
    ],
    show: [ID],
    history: [ID, ["how", optional(fields<{ most?: number }>({ most: optional(COUNT) }))]],
    run: [ID],
    pause: [ID],
    resume: [ID, ["how", optional(fields<{ catchUp?: boolean }>({ catchUp: optional(FLAG) }))]],
    delete: [ID],
    cancelLoop: [["loop", TEXT]],
    tick: [
      [
        "how",
        optional(fields<TickOptions>({ script: optional(TEXT), signal: optional(SIGNAL), asked: optional(FLAG) })),
      ],
    ],
    planTimer: [
      [
        "wanted",
        fields<TimerWanted>({
          script: TEXT,
          kind: optional(oneOf<TimerKind>({ systemd: true, launchd: true, cron: true })),
          undo: optional(FLAG),
        }),
      ],
    ],
    applyTimer: [
      ["plan", having<TimerInstall>({ kind: optional(TEXT), files: list(having<{ file: string }>({ file: TEXT })) })],
    ],
  },
}
