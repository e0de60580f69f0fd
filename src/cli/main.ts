#!/usr/bin/env node
import { version } from "../system/version.ts"
import { classifyCommand } from "./parsing/classify-command.ts"

const words = process.argv.slice(2)

if (words[0] === "--version" || words[0] === "-V") process.stdout.write(`${version}\n`)
else void start()

/** This file and its imports are built separately from the rest, whose compiled code can then come from a cache. */
async function start(): Promise<void> {
  const { openCommandCode } = await import("./compiled/command-code.ts")
  const code = openCommandCode({ env: process.env, folder: import.meta.dirname, kind: classifyCommand(words) })
  const { runProcess } = code.load("command.cjs") as typeof import("./run-cli.ts")
  const exit = await runProcess(words)
  process.exitCode = exit
  // A command line that failed used little of its code.
  if (exit === 0) code.keep()
}
