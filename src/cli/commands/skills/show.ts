import { formatCount, groupDigits } from "../../../text/format-count.ts"
import type { ShownSkill } from "../../../catalog/io/skills/show-skill.ts"
import { UNLISTED } from "../../../catalog/catalog.ts"
import type { YamlValue } from "../../../skill/header/schema/fields.ts"
import { measureWidth } from "../../../text/measure-width.ts"
import { describeTrust } from "../../../trust/trust-state.ts"
import { toVisibleLine, escapeHidden } from "../../../text/escape-hidden.ts"
import { defineCommand } from "../../parsing/command.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { openWithOptions } from "../../open-with-options.ts"
import type { Io } from "../../output.ts"
import { renderProblems } from "../../terminal/problems.ts"
import { shortenPath } from "../../terminal/shorten-path.ts"
import { applyStyle } from "../../terminal/style.ts"
import { indentHanging } from "../../terminal/wrap-text.ts"

export const show = defineCommand({
  usage: "REF",
  examples: [
    { line: "skillet show deploy", about: "the copy that wins" },
    { line: "skillet show deploy@user --json", about: "the user's own copy, as JSON" },
  ],
  options: { ...catalogOptions },
  arguments: { least: 1, most: 1, what: "a skill's name or path", completes: "skill" },
  async run({ options, arguments: [ref = ""] }, io) {
    const skillet = openWithOptions(options, io)
    const shown = await skillet.show(ref)
    if (options.json === true) io.json(shown)
    else io.out(renderSkill(shown, io, skillet.around.cwd).join("\n"))
    if (options.json !== true && shown.problems.length > 0)
      io.err(["", ...renderProblems(shown.problems, io, skillet.around.cwd)].join("\n"))
    return 0
  },
})

function renderSkill(skill: ShownSkill, io: Io, cwd: string): readonly string[] {
  const header = [...Object.entries(skill.header), ...Object.entries(skill.unknown)].filter(
    ([key]) => key !== "name" && key !== "description",
  )
  const facts: readonly (readonly [string, string])[] = [
    ["file", toVisibleLine(shortenPath(skill.path, io, cwd))],
    ["source", skill.isUnlisted === true ? `${skill.source} (${UNLISTED})` : skill.source],
    ...(skill.trust === undefined ? [] : [["trust", toVisibleLine(trustText(skill))] as const]),
    ["status", skill.reason === undefined ? skill.status : `${skill.status}: ${toVisibleLine(skill.reason)}`],
    ...(skill.shadowedBy === undefined ? [] : [["hidden by", toVisibleLine(skill.shadowedBy)] as const]),
    ...(skill.shadows.length === 0 ? [] : [["hides", toVisibleLine(skill.shadows.join(", "))] as const]),
    [
      "tokens",
      `${skill.tokens.listing} listed, about ${groupDigits(skill.tokens.body)} when used (${formatCount(skill.lines, "line")})`,
    ],
    ["SKILL.md", skill.digest],
    ...(skill.approvalDigest === undefined
      ? []
      : [["all files", `${skill.approvalDigest} (for trust add --hash)`] as const]),
  ]
  const fields = header.map(([key, value]) => [toVisibleLine(key), valueText(value)] as const)
  const widest = Math.max(...[...facts, ...fields].map(([name]) => measureWidth(name)))
  const line = ([name, value]: readonly [string, string]) =>
    `${applyStyle(io, "dim", name + " ".repeat(widest - measureWidth(name)))}  ${value}`
  return [
    applyStyle(io, "bold", toVisibleLine(skill.ref)),
    ...escapeHidden(skill.description)
      .split("\n")
      .map((part) => indentHanging(part, 0, io.width)),
    "",
    ...facts.map(line),
    ...(fields.length === 0 ? [] : ["", ...fields.map(line)]),
    ...fileLines(skill, io),
  ]
}

/** What it may use, and whether that was approved. */
function trustText({ trust = "remote", approval = "not-needed", changed }: ShownSkill): string {
  return describeTrust({ trust, approval, changed }).replace(/^trust /, "")
}

/** A value as a person would write it: lists with commas, maps as key: value. */
function valueText(value: YamlValue): string {
  if (Array.isArray(value)) return value.map((item: YamlValue) => valueText(item)).join(", ")
  if (typeof value !== "object" || value === null) return toVisibleLine(String(value))
  return Object.entries(value)
    .map(([key, inner]) => `${toVisibleLine(key)}: ${valueText(inner)}`)
    .join("; ")
}

function fileLines({ files }: ShownSkill, io: Io): readonly string[] {
  if (files.length < 2) return []
  const names = files.map((file) => toVisibleLine(file.path))
  const sizes = files.map(({ size }) => groupDigits(size))
  const [wide, digits] = [Math.max(...names.map(measureWidth)), Math.max(...sizes.map((size) => size.length))]
  const rows = files.map((file, at) => {
    const name = names[at] ?? ""
    const size = (sizes[at] ?? "").padStart(digits)
    return `  ${name}${" ".repeat(wide - measureWidth(name))}  ${applyStyle(io, "dim", `${size} ${file.size === 1 ? "byte" : "bytes"}${details(file)}`)}`
  })
  return ["", ...rows]
}

function details(file: ShownSkill["files"][number]): string {
  return `${file.executable ? ", executable" : ""}${file.link ? ", link" : ""}`
}
