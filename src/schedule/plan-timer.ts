import path from "node:path"
import { quoteForShell } from "../text/quote-for-shell.ts"

export const timerKinds = ["systemd", "launchd", "cron"] as const
export type TimerKind = (typeof timerKinds)[number]

/** What the timer of the operating system does every minute: it only looks for due times. */
export interface TimerFacts {
  readonly kind: TimerKind
  readonly home: string
  /** Where systemd looks for the user's units. */
  readonly config: string
  /** The user's number, for launchd. */
  readonly user: number
  /** The words of the command: node, the script, `schedule`, `tick`. */
  readonly command: readonly string[]
  /** Variables that the command needs to find the same files and agents. */
  readonly env: Readonly<Record<string, string>>
  /** The user's table of cron as it is. */
  readonly crontab: string
}

export interface TimerPlan {
  readonly kind: TimerKind
  /** Files to write; to remove if there is no text. */
  readonly files: readonly { readonly file: string; readonly text?: string | undefined }[]
  /** A new table for cron. */
  readonly crontab?: string | undefined
  /** Programs to run afterwards, and before files are removed. */
  readonly commands: readonly (readonly string[])[]
}

const UNIT = "skillet-schedule"
const LABEL = "dev.skillet.schedule"
const MARK = "# skillet schedule tick"

export function planTimer(facts: TimerFacts): TimerPlan {
  return installs[facts.kind](facts)
}

/** Removes everything that `planTimer` adds, and nothing else. */
export function planTimerRemoval(facts: TimerFacts): TimerPlan {
  return removals[facts.kind](facts)
}

const installs: Readonly<Record<TimerKind, (facts: TimerFacts) => TimerPlan>> = {
  systemd: (facts) => ({
    kind: "systemd",
    files: [
      { file: locateUnit(facts, "service"), text: writeService(facts) },
      { file: locateUnit(facts, "timer"), text: TIMER },
    ],
    commands: [
      ["systemctl", "--user", "daemon-reload"],
      ["systemctl", "--user", "enable", "--now", `${UNIT}.timer`],
    ],
  }),
  launchd: (facts) => ({
    kind: "launchd",
    files: [{ file: locatePlist(facts), text: writePlist(facts) }],
    commands: [["launchctl", "bootstrap", `gui/${facts.user}`, locatePlist(facts)]],
  }),
  cron: (facts) => ({
    kind: "cron",
    files: [],
    crontab: `${removeOwnLines(facts.crontab)}${writeCronLine(facts)}\n`,
    commands: [],
  }),
}

const removals: typeof installs = {
  systemd: (facts) => ({
    kind: "systemd",
    files: [{ file: locateUnit(facts, "service") }, { file: locateUnit(facts, "timer") }],
    commands: [
      ["systemctl", "--user", "disable", "--now", `${UNIT}.timer`],
      ["systemctl", "--user", "daemon-reload"],
    ],
  }),
  launchd: (facts) => ({
    kind: "launchd",
    files: [{ file: locatePlist(facts) }],
    commands: [["launchctl", "bootout", `gui/${facts.user}/${LABEL}`]],
  }),
  cron: (facts) => ({ kind: "cron", files: [], crontab: removeOwnLines(facts.crontab), commands: [] }),
}

function locateUnit({ config }: TimerFacts, kind: "service" | "timer"): string {
  return path.join(config, "systemd", "user", `${UNIT}.${kind}`)
}

function locatePlist({ home }: TimerFacts): string {
  return path.join(home, "Library", "LaunchAgents", `${LABEL}.plist`)
}

/** What a tick starts in the background goes on after the tick has ended. */
function writeService({ command, env }: TimerFacts): string {
  return `[Unit]
Description=Skillet: look for scheduled work that is due

[Service]
Type=oneshot
KillMode=process
${Object.entries(env)
  .map(([name, value]) => `Environment=${quoteForUnit(`${name}=${value}`)}\n`)
  .join("")}ExecStart=${command.map(quoteForUnit).join(" ")}
`
}

/** A minute that the machine slept through is made up for once, when it wakes up. */
const TIMER = `[Unit]
Description=Skillet: look for scheduled work every minute

[Timer]
OnCalendar=*-*-* *:*:00
AccuracySec=1s
RandomizedDelaySec=0
Persistent=true

[Install]
WantedBy=timers.target
`

/** Percent signs and dollars mean something in units. */
function quoteForUnit(word: string): string {
  return `"${word.replace(/[\\"]/g, "\\$&").replaceAll("%", "%%").replaceAll("$", "$$$$").replaceAll("\n", "\\n")}"`
}

function writePlist({ command, env }: TimerFacts): string {
  const words = command.map((word) => `    <string>${escapeXml(word)}</string>`).join("\n")
  const variables = Object.entries(env)
    .map(([name, value]) => `    <key>${escapeXml(name)}</key>\n    <string>${escapeXml(value)}</string>`)
    .join("\n")
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${words}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
${variables}
  </dict>
  <key>StartInterval</key>
  <integer>60</integer>
  <key>RunAtLoad</key>
  <true/>
  <key>AbandonProcessGroup</key>
  <true/>
</dict>
</plist>
`
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
}

/** In a table of cron a percent sign ends the command. */
function writeCronLine({ command, env }: TimerFacts): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${quoteForShell(value)}`)
  const line = [...variables, ...command.map(quoteForShell)].join(" ").replaceAll("%", "\\%")
  return `* * * * * ${line} >/dev/null 2>&1 ${MARK}`
}

function removeOwnLines(crontab: string): string {
  const kept = crontab.split("\n").filter((line) => !line.endsWith(MARK))
  const text = kept.join("\n")
  return text === "" || text.endsWith("\n") ? text : `${text}\n`
}
