import { spawn } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, onTestFinished } from "vitest"
import { cli, skillet } from "./run-cli.ts"

/**
 * A file tells the scripted agent what to do: `fail`, `hang`, `stubborn` (hangs and ignores SIGTERM), `wait` (until a
 * file `go` exists), `ask` or `ask --wait` (asks a person, with the built command); with any other text it answers with
 * that text. One file records its prompts, another when it started and ended.
 */
const AGENT = `
const fs = require("node:fs")
const { spawnSync } = require("node:child_process")
let input = ""
process.stdin.on("data", (chunk) => (input += chunk))
process.stdin.on("end", () => {
  const request = JSON.parse(input)
  const self = process.env.SKILLET_AGENT
  const todo = fs.readFileSync("todo.txt", "utf8").trim()
  fs.appendFileSync("turns.txt", "begin ")
  fs.appendFileSync("asked.jsonl", JSON.stringify({ ...request, self, pid: process.pid }) + "\\n")
  const answer = (text) => {
    fs.appendFileSync("turns.txt", "end ")
    console.log(JSON.stringify({ text, session: "s-7" }))
    process.exit(0)
  }
  if (todo === "stubborn") process.on("SIGTERM", () => undefined)
  if (todo === "hang" || todo === "stubborn") return void setInterval(() => undefined, 1000)
  if (todo === "fail") process.exit(3)
  if (todo === "wait") return void setInterval(() => fs.existsSync("go") && answer("Went."), 20)
  if (!todo.startsWith("ask")) return void setTimeout(answer, 30, todo)
  fs.writeFileSync("todo.txt", "Decided.")
  const words = [process.argv[2], "ask", "Which one?", ...todo.split(" ").slice(1)]
  const { stdout } = spawnSync(process.execPath, words, { encoding: "utf8", env: process.env })
  answer("Asked: " + stdout.trim())
})
`

interface Asked {
  readonly prompt: string
  readonly session?: string
  readonly self: string
  readonly pid: number
}

interface ShownAgent {
  readonly agent: string
  readonly status: string
  readonly seen: number
  readonly session?: string
  readonly question?: string
  readonly waiter?: string
  readonly work?: { readonly worker?: string; readonly turn: number }
}

/** A project with a scripted agent, and its own home directory. */
export function backgroundProject() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-agents-"))
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true, maxRetries: 5 }))
  const cwd = path.join(root, "project")
  fs.mkdirSync(path.join(cwd, ".git"), { recursive: true })
  fs.writeFileSync(path.join(cwd, ".git/HEAD"), "ref: refs/heads/main\n")
  fs.writeFileSync(path.join(cwd, "agent.cjs"), AGENT)
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: path.join(root, "home"),
    SKILLET_DB: path.join(root, "a.db"),
    USER: "ann",
  }
  const run = (words: readonly string[], more: Record<string, string> = {}) =>
    skillet(words, { cwd, env: { ...env, ...more }, input: "" })
  const json = <Value>(words: readonly string[], more: Record<string, string> = {}) =>
    JSON.parse(run([...words, "--json"], more).out) as Value
  /** Runs a command at the same time as others. */
  const begin = (words: readonly string[]) =>
    new Promise<{ code: number | null; out: string }>((resolve) => {
      const child = spawn(process.execPath, [cli, ...words], { cwd, env, stdio: ["ignore", "pipe", "ignore"] })
      let out = ""
      child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()))
      child.on("close", (code) => resolve({ code, out }))
    })
  const write = (file: string, text: string) => fs.writeFileSync(path.join(cwd, file), text)
  const read = (file: string) =>
    fs.existsSync(path.join(cwd, file)) ? fs.readFileSync(path.join(cwd, file), "utf8") : ""
  const settings = (text: string) => {
    fs.mkdirSync(path.join(root, "home/.config/skillet"), { recursive: true })
    fs.writeFileSync(path.join(root, "home/.config/skillet/config.yaml"), text)
  }
  const todo = (text: string) => write("todo.txt", text)
  const spawnAgent = (task: string, more: Record<string, string> = {}) => {
    const program = `${process.execPath} agent.cjs ${cli}`
    const words = ["agent", "spawn", "command", task, "--name", "login", "--program", program]
    return json<{ agent: { agent: string }; task: { id: string } }>(words, more)
  }
  const statusOf = (name: string) =>
    json<{ agents: ShownAgent[] }>(["agent", "status"]).agents.find(({ agent }) => agent === name)
  const asked = () =>
    read("asked.jsonl")
      .split("\n")
      .filter((line) => line.endsWith("}"))
      .map((line) => JSON.parse(line) as Asked)
  const texts = (to: string) =>
    json<{ messages: { from: string; text: string }[] }>(["messages", "--to", to]).messages.map(({ text }) => text)
  return { cwd, run, json, begin, write, read, settings, todo, spawn: spawnAgent, statusOf, asked, texts }
}

export async function until(what: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !what(); tries++) await sleep(100)
  expect(what()).toBe(true)
}

/** The worker's process, from its name. */
export const pidIn = (worker: string | undefined) => Number(/\/(\d+)\/[\d-]+$/.exec(worker ?? "")?.[1])
