import { spawn, spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"

// bash's `time` measures only the child, in milliseconds, without our own start-up.
const timed = `TIMEFORMAT="%3R %3U %3S"; out=$1 times=$2; shift 2; { time "$@" </dev/null >"$out" 2>"$times.err"; } 2>"$times"`

// A child's peak memory starts at its parent's size, so the parent must be a small program.
const weighed = `out=$1 peak=$2; shift 2; /usr/bin/time -q -f %M -o "$peak" "$@" </dev/null >"$out" 2>"$peak.err"`

/** Runs a candidate once, output discarded: `{ wall, cpu }` in ms, or `{ timeout: true }`. */
export async function timeRun(candidate, { scratch, limit }) {
  const times = path.join(scratch, "times")
  const started = process.hrtime.bigint()
  const { exit, isLate } = await runInBash(timed, ["/dev/null", times], { candidate, limit })
  if (isLate) return { timeout: true, spent: elapsed(started) }
  const [wall, user, system] = fs.readFileSync(times, "utf8").trim().split(" ").map(Number)
  return { exit, wall: wall * 1000, cpu: (user + system) * 1000, spent: elapsed(started) }
}

/** Runs a candidate once and keeps what it printed; `peak` is in MB where GNU time is installed. */
export async function weighRun(candidate, { scratch, limit }) {
  const out = path.join(scratch, "stdout")
  const peakFile = path.join(scratch, "peak")
  const started = process.hrtime.bigint()
  const script = hasGnuTime() ? weighed : timed
  const { exit, isLate } = await runInBash(script, [out, peakFile], { candidate, limit })
  const spent = elapsed(started)
  if (isLate) return { timeout: true, spent }
  const peak = hasGnuTime() ? Number(fs.readFileSync(peakFile, "utf8").trim()) / 1024 : undefined
  return { exit, spent, peak, stdout: fs.readFileSync(out, "utf8"), stderr: fs.readFileSync(`${peakFile}.err`, "utf8") }
}

let gnuTime
export function hasGnuTime() {
  gnuTime ??= spawnSync("/usr/bin/time", ["-q", "-f", "%M", "true"]).status === 0
  return gnuTime
}

function runInBash(script, files, { candidate, limit }) {
  return new Promise((resolve, reject) => {
    const args = ["-c", script, "bash", ...files, candidate.command, ...candidate.args]
    const options = { cwd: candidate.cwd, env: candidate.env, stdio: "ignore", detached: true }
    const child = spawn("bash", args, options)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      process.kill(-child.pid, "SIGKILL")
    }, limit)
    child.on("error", reject)
    child.on("exit", (exit) => {
      clearTimeout(timer)
      resolve({ exit, isLate })
    })
  })
}

function elapsed(started) {
  return Number(process.hrtime.bigint() - started) / 1e6
}
