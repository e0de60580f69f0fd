import type { TimerInstall } from "../../../schedule/io/install-timer.ts"
import { timerKinds } from "../../../schedule/plan-timer.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { saysYes } from "../../terminal/says-yes.ts"
import { locateSkilletScript } from "../wake/skillet-script.ts"
import { withSchedules } from "./with-schedules.ts"

const shared = {
  with: { kind: "choice", values: timerKinds, about: "which timer (default: what this machine has)" },
  yes: { kind: "flag", about: "do it without asking" },
} as const

export const scheduleInstall = defineCommand({
  more: "It shows what it writes, then asks.",
  usage: "[--with systemd|launchd|cron] [--yes]",
  examples: [
    { line: "skillet schedule install", about: "a timer of systemd, launchd or cron" },
    { line: "skillet schedule install --with cron --yes", about: "a line in your crontab, without being asked" },
  ],
  options: shared,
  arguments: noArguments,
  async run({ options }, io) {
    return withSchedules(io, options, async (schedules) => {
      const plan = await schedules.planTimer({ script: locateSkilletScript(), kind: options.with })
      if (options.json !== true) io.err(renderPlan(plan).join("\n"))
      const done = options.yes === true || (await saysYes(io, "Install it?"))
      if (done) await schedules.applyTimer(plan)
      if (options.json === true) io.json({ ...plan, done })
      else if (done)
        io.out(
          `The timer of ${plan.kind} is installed. Whether it runs shows in \`skillet schedule list\` after a minute.`,
        )
      else io.err("Nothing was changed. To install it without being asked, add --yes.")
      return done ? 0 : 1
    })
  },
})

export const scheduleUninstall = defineCommand({
  usage: "[--with systemd|launchd|cron] [--yes]",
  examples: [
    { line: "skillet schedule uninstall", about: "whichever timer is installed; schedules stay" },
    { line: "skillet schedule uninstall --with cron --yes", about: "remove our line from your crontab" },
  ],
  options: shared,
  arguments: noArguments,
  async run({ options }, io) {
    return withSchedules(io, options, async (schedules) => {
      const plan = await schedules.planTimer({ script: locateSkilletScript(), kind: options.with, undo: true })
      const isThere = plan.files.length > 0 || plan.crontab !== undefined
      if (options.json !== true && isThere) io.err(renderPlan(plan).join("\n"))
      const done = isThere && (options.yes === true || (await saysYes(io, "Remove it?")))
      if (done) await schedules.applyTimer(plan)
      if (options.json === true) io.json({ ...plan, done })
      else if (!isThere)
        io.out(`No timer of Skillet is installed${plan.kind === undefined ? "" : ` with ${plan.kind}`}.`)
      else if (done) io.out(`The timer of ${plan.kind} is removed.`)
      else io.err("Nothing was changed. To remove it without being asked, add --yes.")
      return done || !isThere ? 0 : 1
    })
  },
})

/** Everything that will be written or removed, in full, and what will be run. */
function renderPlan({ files, crontab, commands, notes }: TimerInstall): readonly string[] {
  return [
    ...files.flatMap(({ file, text }) =>
      text === undefined
        ? [`Removes ${file}`]
        : [
            `Writes ${file}:`,
            ...text
              .trimEnd()
              .split("\n")
              .map((line) => `  ${line}`),
          ],
    ),
    ...(crontab === undefined
      ? []
      : [
          "Your crontab becomes:",
          ...crontab
            .trimEnd()
            .split("\n")
            .map((line) => `  ${line}`),
        ]),
    ...commands.map((command) => `Runs ${command.join(" ")}`),
    ...notes,
  ]
}
