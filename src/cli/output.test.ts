import fc from "fast-check"
import { expect, test, vi } from "vitest"
import { openProcessIo } from "./output.ts"
import { applyStyle } from "./terminal/style.ts"

/** An 8-bit control, an OSC link, a bidi override, a tag, a zero-width space, a line separator, a half character. */
const HOSTILE = "a\u009b31m\u001b]8;;x\u0007\u202e\u{e0041}\u200b\u2028\ud800z"
const RAW =
  /[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069]|[\u{e0000}-\u{e0fff}]/u

function outside(isTTY: boolean, env: Record<string, string> = {}) {
  const written = { out: "", err: "" }
  const io = openProcessIo({
    env,
    stdout: { isTTY, write: (text) => (written.out += text) },
    stderr: { isTTY, write: (text) => (written.err += text) },
  })
  return { io, written }
}

test("JSON on a terminal shows every hidden character as an escape, and is the same value", () => {
  const { io, written } = outside(true)
  const value = { [HOSTILE]: [HOSTILE, "👩‍👩‍👧 می‌خواهم 👍🏽"] }
  io.json(value)
  expect(written.out).not.toMatch(RAW)
  expect(written.out).toContain("\\u009b31m")
  expect(written.out).toContain("\\u202e\\udb40\\udc41")
  expect(written.out).toContain("👩‍👩‍👧 می‌خواهم")
  expect(JSON.parse(written.out)).toEqual(value)
})

test("any value is the same after it was shown as JSON", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const { io, written } = outside(true)
      io.json([text])
      expect(written.out).not.toMatch(RAW)
      expect(JSON.parse(written.out)).toEqual([text])
    }),
  )
})

test("text that reaches a terminal unescaped is escaped last; our own colours stay, others do not", () => {
  const { io, written } = outside(true)
  const red = applyStyle({ colour: true }, "red", "error")
  io.out(`${red} ${HOSTILE} \u001b[8mhidden`)
  io.err(`${red} ${HOSTILE}`)
  for (const text of [written.out, written.err]) {
    expect(text).not.toMatch(RAW)
    expect(text.startsWith(`${red} a\\u009b31m\\u001b]8;;x\\u0007\\u202e`)).toBe(true)
  }
  expect(written.out).toContain("\\u001b[8mhidden")
})

test("output to a program is unchanged", () => {
  const { io, written } = outside(false)
  io.out(HOSTILE)
  io.json(HOSTILE)
  expect(written.out).toBe(`${HOSTILE}\n${JSON.stringify(HOSTILE)}\n`)
})

const COMMANDS = [
  "::error::x",
  "  ::set-output name=ok::true",
  "\t::stop-commands::x",
  "9 | // ##[set-output name=ok;]true",
  "9 | // ##vso[task.setvariable variable=PATH]x",
  "##teamcity[buildStatus status='SUCCESS']",
  "###[error]x",
]

test.each(["GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"])(
  "where %s is set, nothing that is printed is a command for the build server",
  (name) => {
    const { io, written } = outside(false, { [name]: "true" })
    for (const command of COMMANDS) io.out(command)
    io.err(COMMANDS.join("\n"))
    io.json(COMMANDS)
    for (const line of `${written.out}${written.err}`.split("\n")) {
      expect(line.trimStart()).not.toMatch(/^::/)
      expect(line).not.toMatch(/##(?:vso|teamcity)?\[/)
    }
    expect(JSON.parse(written.out.split("\n").at(-2) ?? "")).toEqual(COMMANDS)
  },
)

test("other text in the log of a build server is unchanged", () => {
  const { io, written } = outside(false, { GITHUB_ACTIONS: "true" })
  const text = "::find(x)\na::b::c\n## Heading\n# [x]\n::\nfoo ::error::"
  io.out(text)
  expect(written.out).toBe(`${text}\n`)
})

test("a line of progress is never longer than the terminal is wide", () => {
  vi.useFakeTimers({ toFake: ["performance"] })
  try {
    let written = ""
    const stream = { isTTY: true, columns: 40, write: (text: string) => (written += text) }
    const progress = openProcessIo({ env: {}, stdout: stream, stderr: stream }).progress("reviewing")
    vi.advanceTimersByTime(1000)
    progress.say("thorough 0 of 21: api-contracts-agent.1, architecture-agent.1, bug-detection-agent.1 and 3 more")
    expect(written.replace("\r\u001b[2K", "")).toBe("reviewing thorough 0 of 21: api-contra…")
  } finally {
    vi.useRealTimers()
  }
})

test("what is said while progress is shown takes the place of its line, which comes back below", () => {
  vi.useFakeTimers({ toFake: ["performance"] })
  try {
    let written = ""
    const stream = { isTTY: true, columns: 40, write: (text: string) => (written += text) }
    const io = openProcessIo({ env: {}, stdout: stream, stderr: stream })
    const progress = io.progress("reviewing")
    io.err("before")
    vi.advanceTimersByTime(1000)
    progress.say("1 of 2")
    io.err("no worker is there")
    vi.advanceTimersByTime(1000)
    progress.say("2 of 2")
    progress.end()
    progress.end()
    expect(written.replaceAll("\r\u001b[2K", "<clear>")).toBe(
      "before\n<clear>reviewing 1 of 2<clear>no worker is there\n<clear>reviewing 2 of 2<clear>",
    )
  } finally {
    vi.useRealTimers()
  }
})
