import { differenceKinds } from "../../../install/compare-installed.ts"
import type { InstallVerification } from "../../../install/io/verify-installed.ts"
import { isSound } from "../../../install/lock/other-locks.ts"
import { toVerifySarif } from "../../../install/verify-sarif.ts"
import { version } from "../../../system/version.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { formatCount } from "../../../text/format-count.ts"
import { withSkillet } from "../../open-with-options.ts"
import type { Io } from "../../output.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { globalOption } from "./install-options.ts"

export const verify = defineCommand({
  more: "It works offline and writes nothing. Every file of every locked skill is compared, and skills that no row of the lock claims are listed. It also checks skills-lock.json and apm.lock.yaml, and with --global ~/.agents/.skill-lock.json.",
  usage: "[--format text|json|sarif] [--allow-unclaimed]",
  examples: [
    { line: "skillet verify", about: "exit 1 if a single byte differs" },
    { line: "skillet verify --format sarif", about: "for a code host" },
    { line: "skillet verify --allow-unclaimed", about: "the project has skills of its own" },
  ],
  options: {
    format: { kind: "choice", values: ["text", "json", "sarif"], about: "how to print it (default text)" },
    "allow-unclaimed": { kind: "flag", about: "skills that no row claims are only listed" },
    ...globalOption,
  },
  arguments: noArguments,
  async run({ options }, io) {
    return withSkillet(io, options, async (skillet) => {
      const found = await skillet.installs.verify({ global: options.global })
      const isAllowed = options["allow-unclaimed"] === true
      if (options.json === true || options.format === "json") io.json(found)
      else if (options.format === "sarif") io.json(toVerifySarif(found, { name: "skillet", version }))
      else printVerification(found, io)
      const wrong = found.differences.filter(({ kind }) => !isAllowed || kind !== "unclaimed")
      return wrong.length === 0 && found.others.every(isSound) ? 0 : 1
    })
  },
})

type Other = InstallVerification["others"][number]

function printVerification({ lock, skills, files, differences, others }: InstallVerification, io: Io): void {
  for (const { path, kind } of differences) io.err(`${toVisibleLine(path)}: ${differenceKinds[kind]}`)
  for (const other of others) printOther(other, io)
  if (lock === undefined) return
  const unclaimed = differences.filter(({ kind }) => kind === "unclaimed").length
  const wrong = differences.length - unclaimed
  const compared = `${formatCount(skills, "skill")} with ${formatCount(files, "file")} compared with ${toVisibleLine(lock)}`
  const said = wrong === 0 ? "no difference" : formatCount(wrong, "difference")
  io.out(`${compared}: ${said}${unclaimed === 0 ? "" : `; ${formatCount(unclaimed, "skill")} not in the lock`}`)
}

const states: Readonly<Record<Other["skills"][number]["state"], string>> = {
  same: "its checksum holds",
  "other-order": "its checksum holds only in the order of another language",
  differs: "its content has another checksum",
  missing: "it is in the lock and not on the disk",
  extra: "it is on the disk and not in the lock",
  "no-checksum": "the lock has no checksum for it, so nothing was compared",
}

function printOther({ path, wrong, skills, others = 0 }: Other, io: Io): void {
  if (wrong !== undefined) return io.err(`${toVisibleLine(path)} cannot be checked: ${wrong}`)
  for (const { path: at, state, language, file } of skills)
    if (state !== "same")
      io.err(
        `${toVisibleLine(file === undefined ? at : `${at}/${file}`)}: ${states[state]}${language === undefined ? "" : ` (${language})`}`,
      )
  const held = skills.filter(({ state }) => state === "same" || state === "other-order").length
  const more = others === 0 ? "" : `; ${formatCount(others, "other file")} of it not compared`
  io.out(`${formatCount(skills.length, "skill")} in ${toVisibleLine(path)}: ${held} with the same checksum${more}`)
}
