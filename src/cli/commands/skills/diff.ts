import type { CopyDiff, DiffedCopy } from "../../../catalog/io/skills/diff-copies.ts"
import { describeFileChanges } from "../../../trust/compare-files.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { formatCount } from "../../../text/format-count.ts"
import { defineCommand } from "../../parsing/command.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { openWithOptions } from "../../open-with-options.ts"
import type { Io } from "../../output.ts"
import { renderPatch } from "../../terminal/render-patch.ts"
import { shortenPath } from "../../terminal/shorten-path.ts"
import { applyStyle } from "../../terminal/style.ts"

export const diff = defineCommand({
  more: "It compares all files of every copy that an agent would find with those of the first. Exits with 1 if copies differ or one cannot be read.",
  usage: "REF",
  examples: [
    { line: "skillet diff deploy", about: "how the copies of deploy differ" },
    { line: "skillet diff deploy --json", about: "the same, with patches, as JSON" },
  ],
  options: { ...catalogOptions },
  arguments: { least: 1, most: 1, what: "a skill's name or path", completes: "skill" },
  async run({ options, arguments: [ref = ""] }, io) {
    const skillet = openWithOptions(options, io)
    const found = await skillet.diff(ref)
    if (options.json === true) io.json(found)
    else io.out(renderCopies(found, io, skillet.around.cwd).join("\n"))
    return found.isSame ? 0 : 1
  },
})

function renderCopies({ name, copies, isSame }: CopyDiff, io: Io, cwd: string): readonly string[] {
  const short = (file: string) => toVisibleLine(shortenPath(file, io, cwd))
  return [
    applyStyle(io, "bold", toVisibleLine(name)),
    ...copies.flatMap((copy) => [
      "",
      // Agents number copies differently: a name that several have here names none.
      `${toVisibleLine(copies.filter(({ ref }) => ref === copy.ref).length === 1 ? copy.ref : name)}  ${short(copy.path)}`,
      ...renderCopy(copy, copies[0]),
    ]),
    "",
    summarise(copies, isSame),
  ]
}

function renderCopy(copy: DiffedCopy, first: DiffedCopy | undefined): readonly string[] {
  return [
    `  ${describeUsers(copy)}; ${compareWithFirst(copy, first)}`,
    ...copy.differences.flatMap(({ patch }) => (patch === undefined ? [] : renderPatch(patch))),
  ]
}

function describeUsers({ usedBy, atRandomBy }: DiffedCopy): string {
  const users = [
    ...(usedBy.length === 0 ? [] : [`used by ${usedBy.join(", ")}`]),
    ...atRandomBy.map((id) => `one of those that ${id} uses at random`),
  ]
  return users.length === 0 ? "used by no agent" : users.join("; ")
}

function compareWithFirst({ path, digest, unread, differences }: DiffedCopy, first: DiffedCopy | undefined): string {
  if (unread !== undefined) return `not compared: ${toVisibleLine(unread)}`
  if (path === first?.path) return `${digest?.slice(0, 19)}…`
  return differences.length === 0 ? "the same files" : `differs: ${toVisibleLine(describeFileChanges(differences))}`
}

function summarise(copies: readonly DiffedCopy[], isSame: boolean): string {
  if (copies.length === 1) return isSame ? "There is one copy." : "There is one copy, and it cannot be read."
  const unread = copies.filter((copy) => copy.unread !== undefined).length
  const differ = copies.filter(({ differences }) => differences.length > 0).length
  if (isSame) return `${formatCount(copies.length, "copy", "copies")}, all with the same files.`
  return [
    `${formatCount(copies.length, "copy", "copies")}`,
    ...(differ > 0 ? [`${differ} ${differ === 1 ? "differs" : "differ"} from the first`] : []),
    ...(unread > 0 ? [`${unread} could not be compared`] : []),
  ].join("; ")
}
