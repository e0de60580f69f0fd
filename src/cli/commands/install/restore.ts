import { differenceKinds } from "../../../install/compare-installed.ts"
import type { Restored } from "../../../install/io/restore-skills.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { formatCount } from "../../../text/format-count.ts"
import { withSkillet } from "../../open-with-options.ts"
import type { Io } from "../../output.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { globalOption } from "./install-options.ts"

export const ci = defineCommand({
  more: "It installs what is missing with exactly the locked bytes, from the cache or from the source. It never writes the lock. It stops at the first locked file that differs on the disk or in a source on this machine; other files are listed and left alone.",
  usage: "[--global]",
  examples: [
    { line: "skillet ci", about: "after a checkout, or in CI" },
    { line: "skillet ci --json", about: "what was created" },
  ],
  options: globalOption,
  arguments: noArguments,
  async run({ options }, io) {
    return withSkillet(io, options, async (skillet) =>
      printRestored(await skillet.installs.restore({ global: options.global }), {
        io,
        json: options.json,
        isFailing: false,
      }),
    )
  },
})

export const sync = defineCommand({
  more: "It recreates missing skills, links and managed copies. What differs otherwise is listed and left alone.",
  usage: "[--global]",
  examples: [
    { line: "skillet sync", about: "after a link or copy was removed" },
    { line: "skillet sync --global", about: "in your home directory" },
  ],
  options: globalOption,
  arguments: noArguments,
  async run({ options }, io) {
    return withSkillet(io, options, async (skillet) =>
      printRestored(await skillet.installs.sync({ global: options.global }), {
        io,
        json: options.json,
        isFailing: true,
      }),
    )
  },
})

interface Printing {
  readonly io: Io
  readonly json?: boolean | undefined
  /** Whether anything that was left alone makes the answer no. */
  readonly isFailing: boolean
}

function printRestored(restored: Restored, { io, json, isFailing }: Printing): 0 | 1 {
  const { skills, made, left } = restored
  const others = left.filter(({ kind }) => kind !== "extra")
  if (json === true) io.json(restored)
  else {
    for (const { path, kind } of left) io.err(`${toVisibleLine(path)}: ${differenceKinds[kind]}; left as it is`)
    const done = made.length === 0 ? "nothing was missing" : `created ${made.map(toVisibleLine).join(", ")}`
    io.out(
      `${formatCount(skills, "skill")} in the lock: ${done}${others.length === 0 ? "" : `; ${formatCount(others.length, "difference")} left`}`,
    )
  }
  return isFailing && others.length > 0 ? 1 : 0
}
