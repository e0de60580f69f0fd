#!/usr/bin/env node
import { enableCompileCache } from "./compile-cache.ts"
import { version } from "../../version.ts"

const words = process.argv.slice(2)

if (words[0] === "--version" || words[0] === "-V") process.stdout.write(`${version}\n`)
else void start()

async function start(): Promise<void> {
  enableCompileCache()
  const [{ runCli }, { processIo }] = await Promise.all([import("./run.ts"), import("./io.ts")])
  // Whoever reads us may stop early, as `head` does: that is no error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") process.stderr.write(`skillet: the result could not be written (${error.code})\n`)
    process.exit(error.code === "EPIPE" ? 0 : 1)
  })
  process.stderr.on("error", () => undefined)
  process.on("SIGINT", () => process.exit(130))
  process.exitCode = await runCli(words, processIo())
}
