import { expect, test } from "vitest"
import { planTimer, planTimerRemoval, type TimerFacts, timerKinds } from "./plan-timer.ts"

const facts = (kind: TimerFacts["kind"], more: Partial<TimerFacts> = {}): TimerFacts => ({
  kind,
  home: "/home/ann",
  config: "/home/ann/.config",
  user: 501,
  command: ["/usr/bin/node", "/opt/my tools/100%/cli.cjs", "schedule", "tick"],
  env: { PATH: "/usr/bin", SKILLET_DB: '/data/"x" & $y' },
  crontab: "",
  ...more,
})

test("a timer of systemd makes up for what the machine slept through, only ticks, and leaves what it started alive", () => {
  const { files, commands } = planTimer(facts("systemd"))
  expect(files.map(({ file }) => file)).toEqual([
    "/home/ann/.config/systemd/user/skillet-schedule.service",
    "/home/ann/.config/systemd/user/skillet-schedule.timer",
  ])
  expect(files[0]?.text).toContain(
    `KillMode=process
Environment="PATH=/usr/bin"
Environment="SKILLET_DB=/data/\\"x\\" & $$y"
ExecStart="/usr/bin/node" "/opt/my tools/100%%/cli.cjs" "schedule" "tick"
`,
  )
  expect(files[1]?.text).toMatch(/OnCalendar=\*-\*-\* \*:\*:00\n[\s\S]*RandomizedDelaySec=0\nPersistent=true\n/)
  expect(commands.at(-1)).toEqual(["systemctl", "--user", "enable", "--now", "skillet-schedule.timer"])
})

test("a job of launchd has its words and variables escaped, and leaves what it started alive", () => {
  const [file] = planTimer(facts("launchd")).files
  expect(file?.file).toBe("/home/ann/Library/LaunchAgents/dev.skillet.schedule.plist")
  expect(file?.text).toContain('<string>/data/"x" &amp; $y</string>')
  expect(file?.text).toMatch(
    /<key>StartInterval<\/key>\n {2}<integer>60<[\s\S]*<key>AbandonProcessGroup<\/key>\n {2}<true\/>/,
  )
})

test("a line for cron is added once, besides the user's own, and removed without a trace", () => {
  const own = "0 5 * * * backup\n"
  const { crontab = "" } = planTimer(facts("cron", { crontab: own }))
  expect(crontab.split("\n")).toEqual([
    "0 5 * * * backup",
    `* * * * * PATH=/usr/bin SKILLET_DB='/data/"x" & $y' /usr/bin/node '/opt/my tools/100\\%/cli.cjs' schedule tick >/dev/null 2>&1 # skillet schedule tick`,
    "",
  ])
  expect(planTimer(facts("cron", { crontab })).crontab).toBe(crontab)
  expect(planTimerRemoval(facts("cron", { crontab })).crontab).toBe(own)
  expect(planTimerRemoval(facts("cron", { crontab: planTimer(facts("cron")).crontab ?? "" })).crontab).toBe("")
})

test.each(timerKinds)("removing a timer of %s removes every file that installing it writes", (kind) => {
  const files = (plan: ReturnType<typeof planTimer>) => plan.files.map(({ file }) => file)
  expect(files(planTimerRemoval(facts(kind)))).toEqual(files(planTimer(facts(kind))))
})
