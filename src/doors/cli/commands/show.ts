import { grouped } from "../../../text/grouped.ts"
import { type ShownSkill, showSkill } from "../../../app/show-skill.ts"
import { visibleLine, visibleText } from "../../../text/visible-text.ts"
import { defineCommand } from "../command.ts"
import { catalogOptions, openFor } from "../common-options.ts"
import type { Io } from "../io.ts"
import { problemLines } from "../terminal/problems.ts"
import { shortPath } from "../terminal/short-path.ts"
import { styled } from "../terminal/style.ts"

export const show = defineCommand({
  name: "show",
  about: "Show one skill: what its header says, its files, what it costs, and its digest.",
  usage: "REF",
  examples: [
    { line: "skillet show deploy", about: "the copy that wins" },
    { line: "skillet show deploy@user --json", about: "the user's own copy, for a program" },
  ],
  options: { ...catalogOptions },
  arguments: { least: 1, most: 1, what: "a skill's name", completes: "skill" },
  async run({ options, arguments: [ref = ""] }, io) {
    const skillet = openFor(options, io)
    const shown = await showSkill(skillet, ref)
    if (options.json === true) io.json(shown)
    else io.out(renderSkill(shown, io, skillet.around.cwd).join("\n"))
    if (options.json !== true && shown.problems.length > 0)
      io.err(["", ...problemLines(shown.problems, io, skillet.around.cwd)].join("\n"))
    return 0
  },
})

function renderSkill(skill: ShownSkill, io: Io, cwd: string): readonly string[] {
  const field = (name: string, value: string) => `${styled(io, "dim", name.padEnd(12))} ${value}`
  const header = [...Object.entries(skill.header), ...Object.entries(skill.unknown)].filter(
    ([key]) => key !== "name" && key !== "description",
  )
  return [
    styled(io, "bold", visibleLine(skill.ref)),
    visibleText(skill.description),
    "",
    field("file", visibleLine(shortPath(skill.path, io, cwd))),
    field("source", `${skill.source}${skill.trust === undefined ? "" : `, trust ${skill.trust}`}`),
    field("status", skill.reason === undefined ? skill.status : `${skill.status}: ${visibleLine(skill.reason)}`),
    ...(skill.shadowedBy === undefined ? [] : [field("hidden by", visibleLine(skill.shadowedBy))]),
    ...(skill.shadows.length === 0 ? [] : [field("hides", visibleLine(skill.shadows.join(", ")))]),
    field(
      "tokens",
      `${skill.tokens.listing} listed, about ${grouped(skill.tokens.body)} when used (${skill.lines} lines)`,
    ),
    field("digest", skill.digest),
    ...(header.length === 0
      ? []
      : [
          "",
          ...header.map(([key, value]) =>
            field(visibleLine(key), visibleLine(typeof value === "string" ? value : JSON.stringify(value))),
          ),
        ]),
    ...(skill.files.length < 2
      ? []
      : ["", ...skill.files.map((file) => `  ${visibleLine(file.path)}  ${styled(io, "dim", details(file))}`)]),
  ]
}

function details(file: ShownSkill["files"][number]): string {
  return [
    `${grouped(file.size)} bytes`,
    ...(file.executable ? ["executable"] : []),
    ...(file.link ? ["link"] : []),
  ].join(", ")
}
