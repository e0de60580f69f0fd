import { findReporter } from "./run/open.ts"
import { openWithOptions } from "../open-with-options.ts"
import { catalogOptions } from "../parsing/common-options.ts"
import { defineCommand } from "../parsing/command.ts"
import { noArguments } from "../parsing/options.ts"
import { UsageError } from "../parsing/usage-error.ts"
import { takeOverSignals } from "../take-over-signals.ts"
import { locateSkilletScript } from "./wake/skillet-script.ts"

const PORT = 7455

export const serve = defineCommand({
  more: "It listens on this machine alone. The printed address lets a browser in; nobody else gets anything.",
  usage: "[--port N] [--read-only]",
  examples: [
    { line: "skillet serve", about: "prints an address; open it in a browser" },
    { line: "skillet serve --port 8080 --read-only", about: "nothing can be answered or approved there" },
  ],
  options: {
    port: { kind: "number", value: "N", about: `the port (default ${PORT})` },
    "any-port": { kind: "flag", about: "any port that is free" },
    "read-only": { kind: "flag", about: "only show; refuse every change" },
    ...catalogOptions,
  },
  arguments: noArguments,
  async run({ options }, io) {
    const { port = PORT } = options
    if (port > 65_535) throw new UsageError(`--port: ${port} is not a port`, "use a number up to 65535")
    const { serveDashboard } = await import("../../web/serve-dashboard.ts")
    // A wrong option is said now, and not to the first page.
    await openWithOptions(options, io).close()
    const stop = new AbortController()
    const restore = takeOverSignals(() => stop.abort())
    try {
      const served = await serveDashboard({
        open: () => openWithOptions(options, io),
        env: io.env,
        port: options["any-port"] === true ? 0 : port,
        mayWrite: options["read-only"] !== true,
        by: findReporter(io, undefined),
        script: locateSkilletScript(),
        told: (message) => io.err(`skillet serve: ${message}`),
        onEntered: (url) => io.err(`A browser was let in. For another browser: ${url}`),
      })
      if (options.json === true) io.json({ url: served.url, port: served.port })
      else io.out(served.url)
      io.err(
        "Open this address in a browser on this machine; it works once. Ctrl-C stops the server; runs and agents go on without it.",
      )
      await new Promise((resolve) => stop.signal.addEventListener("abort", resolve))
      await served.close()
      return 0
    } finally {
      restore()
    }
  },
})
