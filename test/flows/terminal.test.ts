import { spawnSync } from "node:child_process"
import { expect } from "vitest"
import { garden, skillText } from "../plant.ts"
import { cli } from "./run-cli.ts"
import { needProgram, testWith } from "../needs.ts"

const RAW = /[\u0080-\u009f\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e0fff}]|\u001b\](?!\d)/u
const SCRIPT = "/usr/bin/script"
const terminal = needProgram(SCRIPT)

testWith(terminal, "on a terminal no command prints what a skill hides", () => {
  const hostile = "x\u009b31m\u202e\u{e0041}\u0090y"
  const { options } = garden({
    "home/.agents/skills/a/SKILL.md": skillText("d").replace('"d"', JSON.stringify(`d ${hostile}`)) + `${hostile}\n`,
  })
  const commands = ["list", "list --json", "show a", "show a --json", "render a", "render a --json", "why a --json"]
  const more = ["audit --json", "audit --format sarif", "lint --json", "doctor --all --json", "match d --json"]
  for (const words of [...commands, ...more, "resolve --skills a", "budget --json", "budget"]) {
    const line = `${process.execPath} ${cli} ${words}`
    const { stdout } = spawnSync(SCRIPT, ["-qec", line, "/dev/null"], {
      cwd: options.cwd,
      env: { ...options.env, TERM: "xterm" },
      encoding: "utf8",
    })
    expect({ words, isSilent: stdout.trim() === "", raw: RAW.exec(stdout)?.[0] }).toEqual({
      words,
      isSilent: false,
      raw: undefined,
    })
  }
})

testWith(terminal, "on a terminal trust add asks, also when its code was compiled before", () => {
  const { options } = garden({ "project/.agents/skills/a/SKILL.md": skillText("d") })
  const answers = ["n", "n", "y"].map((answer) => {
    const { stdout } = spawnSync(SCRIPT, ["-qec", `${process.execPath} ${cli} trust add a`, "/dev/null"], {
      cwd: options.cwd,
      env: { ...options.env, TERM: "xterm" },
      input: `${answer}\n`,
      encoding: "utf8",
    })
    return [stdout.includes("Approve it as it is? [y/N]"), stdout.includes("is approved")]
  })
  expect(answers).toEqual([
    [true, false],
    [true, false],
    [true, true],
  ])
})

testWith(terminal, "Ctrl-C at a question interrupts, Ctrl-D is a no, and neither is called a bug", () => {
  const { options } = garden({ "project/.agents/skills/a/SKILL.md": skillText("d") })
  const ends = ["\u0003", "\u0004"].map((key) => {
    const wait = `(sleep 3; printf '\\${key === "\u0003" ? "003" : "004"}'; sleep 1)`
    const line = `${wait} | ${SCRIPT} -qec '${process.execPath} ${cli} trust add a' /dev/null`
    const { status, stdout } = spawnSync("bash", ["-c", line], {
      cwd: options.cwd,
      env: { ...options.env, TERM: "xterm" },
      encoding: "utf8",
    })
    return [status, stdout.includes("this is a bug"), stdout.includes("is approved")]
  })
  expect(ends).toEqual([
    [130, false, false],
    [1, false, false],
  ])
})
