import { spawn } from "node:child_process"
import path from "node:path"
import readline from "node:readline"

const here = import.meta.dirname

/** Starts a program of this folder, and waits until it says that it is ready. */
export async function startWorker(name, setting) {
  const child = spawn(process.execPath, [path.join(here, name), JSON.stringify(setting)], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  const ended = new Promise((resolve) => child.once("close", resolve))
  const heard = []
  const ready = new Promise((resolve, reject) => {
    readline.createInterface({ input: child.stdout }).on("line", (line) => {
      const said = JSON.parse(line)
      if (said.ready) resolve()
      else heard.push(said)
    })
    void ended.then((code) => reject(new Error(`${name} ended with ${code}`)))
  })
  await ready
  return {
    heard,
    async stop(signal = "SIGTERM") {
      child.kill(signal)
      await ended
    },
  }
}

/** Runs a program of this folder to its end, and returns what it printed. */
export async function runToEnd(name, setting) {
  const child = spawn(process.execPath, [path.join(here, name), JSON.stringify(setting)], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  let out = ""
  child.stdout.on("data", (chunk) => (out += chunk))
  const code = await new Promise((resolve) => child.once("close", resolve))
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
  return JSON.parse(out)
}

/** The server of our tests, in a process that takes it down with itself. */
export async function startServer(settings = []) {
  const script = path.resolve(here, "../../test/postgres/serve-postgres.mjs")
  const child = spawn(process.execPath, [script, ...settings], {
    stdio: ["pipe", "pipe", "inherit"],
  })
  const [line] = await new Promise((resolve) =>
    readline.createInterface({ input: child.stdout }).once("line", (said) => resolve([said])),
  )
  const { port, folder, missing } = JSON.parse(line)
  if (missing !== undefined) throw new Error(missing)
  const ended = new Promise((resolve) => child.once("close", resolve))
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    folder,
    async close() {
      child.stdin.end()
      await ended
    },
  }
}

export function median(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]
}
