import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { formatCount } from "../../../text/format-count.ts"
import { withSkillet } from "../../open-with-options.ts"
import { defineCommand } from "../../parsing/command.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { shortenPath } from "../../terminal/shorten-path.ts"

const skillFolder = {
  least: 1,
  most: 1,
  what: "a skill's directory, or a directory of skills",
  completes: "folder",
} as const

export const pack = defineCommand({
  more: "The archives have no times, owners or compression, so their bytes depend on nothing but the skill.",
  usage: "DIR [--output DIR]",
  examples: [
    { line: "skillet pack skills/pdf", about: "writes pdf.tar.gz here" },
    { line: "skillet pack skills --output dist", about: "every skill of a directory" },
  ],
  options: {
    output: { kind: "text", value: "DIR", about: "where the archives go (default: here)", completes: "folder" },
  },
  arguments: skillFolder,
  async run({ options, arguments: [source = ""] }, io) {
    return withSkillet(io, options, async (skillet) => {
      const packed = await skillet.installs.pack({ source, into: options.output ?? "." })
      if (options.json === true) io.json({ skills: packed })
      else
        for (const { path, digest } of packed)
          io.out(`${toVisibleLine(shortenPath(path, io, skillet.around.cwd))}  ${digest}`)
      return 0
    })
  },
})

export const publish = defineCommand({
  more: "The index has version 0.2.0 of the format, and the digest of each archive. Nothing is uploaded.",
  usage: "DIR --well-known DIR",
  examples: [
    { line: "skillet publish skills --well-known public", about: "writes public/.well-known/agent-skills" },
    { line: "skillet add ./public/.well-known/agent-skills/index.json --all", about: "install from it" },
  ],
  options: {
    "well-known": {
      kind: "text",
      value: "DIR",
      about: "the directory that the web server serves",
      completes: "folder",
    },
  },
  arguments: skillFolder,
  async run({ options, arguments: [source = ""] }, io) {
    const into = options["well-known"]
    if (into === undefined)
      throw new UsageError("--well-known is missing", "say which directory your web server serves")
    return withSkillet(io, options, async (skillet) => {
      const published = await skillet.installs.publish({ source, into })
      const shown = toVisibleLine(shortenPath(published.path, io, skillet.around.cwd))
      if (options.json === true) io.json(published)
      else io.out(`${formatCount(published.skills.length, "skill")} listed in ${shown}; nothing was uploaded`)
      return 0
    })
  },
})
