import fs from "node:fs"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { openDatabase } from "../../src/system/database/open-database.ts"
import { type Garden, garden } from "../plant.ts"
import { skillet } from "./run-cli.ts"

const AGENT = `#!${process.execPath}
const fs = require("node:fs"), path = require("node:path")
fs.appendFileSync(path.join(__dirname, "asked.jsonl"), JSON.stringify(JSON.parse(fs.readFileSync(0, "utf8")).prompt) + "\\n")
console.log(JSON.stringify({ text: "All fine." }))
`

interface ShownDue {
  readonly state: string
  readonly at: number
  readonly run?: string
  readonly why?: string
}

function openProject(files: Readonly<Record<string, string>> = {}) {
  const plot = garden({ "agent/agent.js": AGENT, ...files })
  fs.chmodSync(plot.at("agent/agent.js"), 0o755)
  const env = { ...plot.options.env, SKILLET_DB: plot.at("data/skillet.db"), XDG_DATA_HOME: plot.at("data") }
  const run = (words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    skillet(words, { cwd: plot.project, env: { ...env, ...more } })
  const json = <Result>(words: readonly string[]) => {
    const { code, out, err } = run([...words, "--json"])
    expect({ words, code, err: code === 0 ? "" : err }).toEqual({ words, code: 0, err: "" })
    return JSON.parse(out) as Result
  }
  const add = (cron: string, ...more: readonly string[]) =>
    json<{ readonly schedule: { readonly id: string } }>([
      ...`schedule add`.split(" "),
      cron,
      "look",
      ...`--zone UTC --agent command --program ${plot.at("agent/agent.js")}`.split(" "),
      ...more,
    ]).schedule.id
  const history = (id: string) => json<{ readonly dues: readonly ShownDue[] }>(["schedule", "history", id]).dues
  const countAsked = () =>
    fs.existsSync(plot.at("agent/asked.jsonl"))
      ? fs.readFileSync(plot.at("agent/asked.jsonl"), "utf8").trim().split("\n").length
      : 0
  return { ...plot, env, run, json, add, history, countAsked }
}

/** As if the schedule had been added earlier. */
function moveBack({ at }: Pick<Garden, "at">, id: string, hours: number): void {
  const database = openDatabase(at("data/skillet.db"), 5000)
  const back = hours * 3_600_000
  database.write(
    `UPDATE schedules SET doc = json_set(doc, '$.cursor', json_extract(doc, '$.cursor') - ${back}, '$.created',
      json_extract(doc, '$.created') - ${back}, '$.next', json_extract(doc, '$.next') - ${back}) WHERE id = ?`,
    [id],
  )
  database.close()
}

test("three days asleep leave 72 rows and one run, and nothing is started twice", () => {
  const project = openProject()
  const id = project.add("0 * * * *")
  moveBack(project, id, 72)
  const ticked = project.run(["schedule", "tick", "--wait"])
  expect(ticked.out).toMatch(/^s-\w+ {2}ran .*\n71 due times skipped or expired\.\n$/)
  expect(ticked.err).toMatch(new RegExp(`schedule history ${id} says why\\.\n$`))
  const states = project.history(id).map(({ state }) => state)
  // Fifty are shown: the newest ran, then 23 were skipped, the others had expired.
  expect([states[0], states.filter((state) => state === "skipped").length]).toEqual(["ran", 23])
  expect(project.run(["schedule", "tick", "--wait"]).out).toBe(
    "Nothing was started: nothing is due in 1 active schedule.\n",
  )
  expect(project.countAsked()).toBe(1)
})

test("a tick hands the work to a background process, and list shows last success, last try and next", async () => {
  const project = openProject()
  const id = project.add("0 * * * *")
  expect(project.run(["schedule", "list"]).err).toContain(
    "No timer has looked for due times yet, so nothing starts by itself.",
  )
  project.run(["schedule", "tick"])
  const { out } = project.run(["schedule", "run", id])
  expect(out).toMatch(/^The run .*; .* shows how it goes\.\nA background process does it \(log: .*tick\.log\)\.\n$/)
  while (project.history(id)[0]?.state !== "ran") await sleep(100)
  const listed = project.run(["schedule", "list"])
  expect(listed.err).toBe("")
  expect(listed.out).toMatch(
    /LAST SUCCESS +LAST TRY +NEXT .*\ns-\w+ +active +\d+ s ago +ran \d+ s ago +in \d+ (?:s|min) /,
  )
})

/** Making the rows, claiming one, beginning its run, claiming its request, ending the run. */
const points = ["schedule:1", "schedule:2", "commit:1", "claim:1", "commit:2"]

test.each(["before", "during", "after"])(
  "killed %s each of its commits, a due time has one row, and ran once",
  (moment) => {
    const project = openProject()
    for (const [nth, point] of points.filter((one) => moment !== "during" || !one.startsWith("claim")).entries()) {
      const id = project.add("0 * * * *")
      moveBack(project, id, 1)
      const failpoint = { SKILLET_FAILPOINT: `${moment}:${point}=kill` }
      expect({ point, code: project.run(["schedule", "tick", "--wait"], failpoint).code }).toEqual({
        point,
        code: null,
      })
      project.run(["schedule", "tick", "--wait"])
      expect({ point, states: project.history(id).map(({ state }) => state) }).toEqual({ point, states: ["ran"] })
      expect({ point, asked: project.countAsked() }).toEqual({ point, asked: nth + 1 })
    }
  },
)

test("a loop prints what it rounded, its next five times with their zone, and how to end it", () => {
  const { run, at, json } = openProject()
  const { out, code } = run([
    "loop",
    "7m",
    "check",
    "the build",
    "--zone",
    "Asia/Kolkata",
    "--agent",
    "command",
    "--program",
    at("agent/agent.js"),
    "--wait",
  ])
  expect(code).toBe(0)
  expect(out).toContain(
    "It runs now, and then every 6 minutes.\n7m is rounded to every 6 minutes: it does not divide an hour or a day evenly.\n",
  )
  expect(out.match(/^ {2}\w{3} \d{4}-\d\d-\d\d \d\d:\d\d UTC\+5:30 \(in /gm)?.length).toBe(5)
  const [, id = ""] = /with one last run\.\n.* loop --cancel (s-\w+) ends it sooner\./.exec(out) ?? []
  expect(out).toMatch(new RegExp(`${id} {2}ran `))
  expect(run(["loop", "--cancel", id]).out).toBe(`${id} is cancelled and will not start again.\n`)
  expect(json<{ readonly schedules: readonly unknown[] }>(["schedule", "list"]).schedules).toEqual([])
  expect(run(["loop", "5m"])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/usage: .* loop \[INTERVAL\] PROMPT/),
  })
})

/** A folder of programs without a way to install a timer. */
test("where no timer can be installed, uninstall says that none is there, and install that none is possible", () => {
  const project = openProject({ "bin/nothing": "" })
  const call = (...words: readonly string[]) => project.run(["schedule", ...words], { PATH: project.at("bin") })
  expect(call("uninstall")).toMatchObject({ code: 0, out: "No timer of Skillet is installed.\n", err: "" })
  expect(call("uninstall", "--with", "systemd").out).toBe("No timer of Skillet is installed with systemd.\n")
  expect(call("install").err).toContain("code schedule.no-timer")
})

test("schedule show fits on 80 columns, whatever policies there are", () => {
  const { add, run } = openProject()
  const id = add("0 * * * *", ..."--until 7d --max-runs 30 --max-cost 12.50 --overlap cancel".split(" "))
  const lines = run(["schedule", "show", id], { COLUMNS: "80" }).out.split("\n")
  const first = lines.findIndex((line) => line.startsWith("  policies  "))
  expect(lines.slice(first, first + 4)).toEqual([
    "  policies  misfire once, catch-up-within 24 h, overlap cancel, spread 2,",
    expect.stringMatching(/^ {12}quiet-after 3 h, until .*, max-runs 30,$/),
    "            max-cost $12.50",
    "  due times none yet",
  ])
  expect(lines.filter((line) => !line.startsWith("  in ") && line.length > 80)).toEqual([])
  const piped = run(["schedule", "show", id]).out
  expect(piped).toMatch(/^ {2}policies {2}misfire once, .*, max-runs 30, max-cost \$12\.50$/m)
})

test("a loop without an agent says that none is started, and that later runs do not start by themselves", () => {
  const told = openProject().run(["loop", "5m look"])
  expect(told.out).toMatch(
    /\nNo agent is started: @orchestrator gets the work as a message \(.* messages --to orchestrator\)\. With --agent auto, an agent is started\.\n$/,
  )
  expect(told.err).toContain("No timer has looked for due times yet, so later runs do not start by themselves.\n")
})

test("what a person starts once does not count as a look of a timer", async () => {
  const project = openProject()
  const { run, at, history, json } = project
  const warning = "No timer has looked for due times yet, so nothing starts by itself."
  run(["loop", "5m look", "--agent", "command", "--program", at("agent/agent.js")])
  const { schedules } = json<{ readonly schedules: readonly { readonly schedule: { readonly id: string } }[] }>([
    "schedule",
    "list",
  ])
  const id = schedules[0]?.schedule.id ?? ""
  while (history(id)[0]?.state !== "ran") await sleep(100)
  run(["schedule", "run", id, "--wait"])
  expect(run(["schedule", "list"]).err).toContain(warning)
  run(["schedule", "tick"])
  expect(run(["schedule", "list"]).err).toBe("")
})

test("schedule add says that without --agent none is started, and refuses a prompt that names no skill", () => {
  const { run } = openProject({
    "project/.claude/skills/greet/SKILL.md": "---\nname: greet\ndescription: Greets.\n---\nHello.\n",
  })
  const added = run(["schedule", "add", "@daily", "look"])
  expect(added.out).toMatch(/\nNo agent is started: @orchestrator will get the work as a message .* --agent auto/)
  expect(run(["schedule", "add", "@daily", "look", "--agent", "auto"]).out).not.toContain("No agent")
  expect(run(["schedule", "add", "@daily", "/gret Ann"])).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringMatching(
      /the prompt begins with \/gret, but there is no skill "gret".*\n.*\n.*did you mean greet\?/,
    ),
  })
  expect(run(["schedule", "add", "@daily", "/greet Ann"]).code).toBe(0)
})

test("a loop with an agent says that its run starts, or with --wait how it ended", () => {
  const { run, at } = openProject()
  const failed = run(["loop", "5m look", "--agent", "command", "--program", "/nowhere", "--wait"])
  expect([failed.code, failed.out.split("\n").at(-2)]).toEqual([1, expect.stringMatching(/ {2}failed .*\(agent\./)])
  const started = run(["loop", "5m look", "--agent", "command", "--program", at("agent/agent.js")])
  expect(started.out).toMatch(/\nThe run .* shows how it goes\.\nA background process does it \(log: .*\)\.\n$/)
  expect(started.err).toContain("No timer has looked for due times yet, so later runs do not start by themselves.")
})

test("loop --cancel ends loops only, and names a run that is under way", async () => {
  const project = openProject()
  const schedule = project.add("0 * * * *")
  const refused = project.run(["loop", "--cancel", schedule])
  expect(refused).toMatchObject({ code: 1, out: "" })
  expect(refused.err).toMatch(
    new RegExp(`${schedule} is a schedule and not a loop\n.*\n.* schedule delete ${schedule} `),
  )
  const { schedule: loop } = project.json<{ readonly schedule: { readonly id: string } }>(["loop", "5m look"])
  while (project.history(loop.id)[0]?.state !== "running") await sleep(100)
  const paused = project.run(["schedule", "pause", loop.id])
  expect([paused.out, paused.err]).toEqual([
    `${loop.id} is paused.\n`,
    expect.stringMatching(/^Its run r-\w+ is still under way\.\n/),
  ])
  const cancelled = project.run(["loop", "--cancel", loop.id])
  expect(cancelled.out).toBe(`${loop.id} is cancelled and will not start again.\n`)
  expect(cancelled.err).toMatch(/^Its run r-\w+ is still under way\.\n.* run cancel r-\w+ stops it\.\n$/)
  expect(project.run(["loop", "--cancel", loop.id]).err).toMatch(/^skillet: s-\w+ was deleted by /)
})

test.each([
  [["loop", "-5m x"], 2, '"-5m" is not an interval that a loop can have'],
  [["schedule", "add", "@daily", "x", "--agent", "offline"], 2, '--agent: "offline" is not a valid value'],
  [["schedule", "add", "@daily", "x", "--param", "a=b"], 2, "parameters need a workflow, and none is named"],
  [["schedule", "add", "@daily", "--workflow", "debug"], 2, 'the parameter "problem" is missing'],
  [
    ["schedule", "add", "@daily", "--workflow", "debug", "--param", "problem=a", "--param", "problem=b"],
    2,
    "--param problem is given twice",
  ],
  [["schedule", "add", "@yearly", "x", "--until", "1h"], 1, "it would end before it is due: its first due time is "],
  [["schedule", "add", "@daily", "x", "--at", "20m"], 2, "--at replaces the cron expression"],
  [["schedule", "add", "x", "--at", "soon"], 2, 'at: "soon" is not a time'],
  [["schedule", "add"], 2, "a cron expression and a prompt are missing"],
])("%j is refused with %d: %s", (words, code, message) => {
  const { run, json } = openProject()
  const refused = run(words)
  expect({ code: refused.code, out: refused.out }).toEqual({ code, out: "" })
  expect(refused.err).toContain(`skillet: ${message}`)
  expect(json<{ readonly schedules: readonly unknown[] }>(["schedule", "list", "--all"]).schedules).toEqual([])
})

test("the next times end with --max-runs and --until, and the command says when it ends", () => {
  const { run } = openProject()
  const times = (out: string) => out.match(/\(in /g)?.length
  const some = run(["schedule", "add", "0 0 * * *", "x", "--max-runs", "2"]).out
  expect([times(some), some]).toEqual([2, expect.stringContaining("\nIt ends after 2 runs.\n")])
  expect(times(run(["schedule", "add", "0 0 * * *", "x", "--until", "3d"]).out)).toBe(3)
  expect(run(["schedule", "list", "--everywhere"]).out).toContain("  active ")
})

test("an empty list says where it looked", () => {
  const { run } = openProject()
  const list = (...more: readonly string[]) => run(["schedule", "list", ...more]).out.split(". ")[0]
  expect([list(), list("--everywhere"), list("--all"), list("--all", "--everywhere")]).toEqual([
    "No schedule is active or paused in this project",
    "No schedule is active or paused on this machine",
    "There are no schedules in this project",
    "There are no schedules on this machine",
  ])
})

test("what is due once runs once and then has ended, and its owner is told", () => {
  const project = openProject()
  const program = project.at("agent/agent.js")
  const added = project.json<{ readonly schedule: { readonly id: string }; readonly next: readonly number[] }>([
    "schedule",
    "add",
    "look",
    "--at",
    "in 1 second",
    "--agent",
    "command",
    "--program",
    program,
  ])
  const { id } = added.schedule
  expect(added.next.length).toBe(1)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1100)
  const ticked = project.run(["schedule", "tick", "--wait"])
  expect(ticked.out).toMatch(/^s-\w+ {2}ran /)
  expect(ticked.err).toMatch(/^Schedule s-\w+ has ended: its only due time has passed\. `.* schedule history s-\w+` /)
  expect(project.history(id).map(({ state }) => state)).toEqual(["ran"])
  expect(project.run(["schedule", "pause", id]).err).toContain(`${id} has already ended: its only due time has passed`)
  expect(project.countAsked()).toBe(1)
})

/** Programs that write down how they are called; the one for cron keeps its table in a file. */
const FAKES = {
  "bin/systemctl": '#!/bin/sh\necho "systemctl $*" >> "$0.log"\n',
  "bin/loginctl": "#!/bin/sh\necho Linger=no\n",
  "bin/crontab":
    '#!/bin/sh\ncase "$1" in\n-l) [ -f "$0.table" ] && cat "$0.table" || { echo "no crontab for you" >&2; exit 1; } ;;\n-r) rm "$0.table" ;;\n-) cat > "$0.table" ;;\nesac\n',
}

function openFakes() {
  const project = openProject(FAKES)
  for (const name of Object.keys(FAKES)) fs.chmodSync(project.at(name), 0o755)
  const env = { PATH: `${project.at("bin")}${path.delimiter}${process.env["PATH"]}` }
  return { ...project, call: (...words: readonly string[]) => project.run(["schedule", ...words], env) }
}

test("install shows the timer of systemd and warns without lingering; uninstall leaves no trace", () => {
  const { call, at } = openFakes()
  const units = at("home/.config/systemd/user")
  const shown = call("install", "--with", "systemd")
  expect([shown.code, fs.existsSync(units)]).toEqual([1, false])
  expect(shown.err).toContain("  Persistent=true\n")
  expect(shown.err).toContain("Lingering is off: without it nothing runs while you are logged out.")
  expect(call("install", "--yes").out).toMatch(/^The timer of systemd is installed\. /)
  expect(fs.readdirSync(units)).toEqual(["skillet-schedule.service", "skillet-schedule.timer"])
  expect(fs.readFileSync(path.join(units, "skillet-schedule.service"), "utf8")).toMatch(
    /ExecStart=".*" ".*cli\.cjs" "schedule" "tick"\n/,
  )
  expect(call("uninstall", "--yes").out).toBe("The timer of systemd is removed.\n")
  expect(fs.readdirSync(units)).toEqual([])
  expect(
    fs
      .readFileSync(at("bin/systemctl.log"), "utf8")
      .split("\n")
      .filter((line) => !line.includes("show-environment")),
  ).toEqual([
    "systemctl --user daemon-reload",
    "systemctl --user enable --now skillet-schedule.timer",
    "systemctl --user disable --now skillet-schedule.timer",
    "systemctl --user daemon-reload",
    "",
  ])
  expect(call("uninstall", "--yes").out).toBe("No timer of Skillet is installed.\n")
})

test("with cron, our line is added to the user's table and removed again", () => {
  const { call, at } = openFakes()
  fs.writeFileSync(at("bin/crontab.table"), "0 5 * * * backup\n")
  expect(call("install", "--with", "cron", "--yes").code).toBe(0)
  expect(fs.readFileSync(at("bin/crontab.table"), "utf8")).toMatch(
    /^0 5 \* \* \* backup\n\* \* \* \* \* .* schedule tick .*\n$/,
  )
  expect(call("uninstall", "--with", "cron", "--yes").code).toBe(0)
  expect(fs.readFileSync(at("bin/crontab.table"), "utf8")).toBe("0 5 * * * backup\n")
})
