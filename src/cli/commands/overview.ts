import { visibleLine } from "../../text/visible-text.ts"
import { openFor } from "../open-for.ts"
import type { Io } from "../io.ts"
import { problemSummary } from "../terminal/problems.ts"
import { shortPath } from "../terminal/short-path.ts"
import { styled } from "../terminal/style.ts"
import { countLine } from "./skills/list.ts"

/** What `skillet` prints without arguments. */
export async function overview(io: Io): Promise<0> {
  const skillet = openFor({}, io)
  const catalog = await skillet.catalog()
  const folders = (await skillet.copies()).filter(({ listing }) => listing.skills.length > 0)
  const lines = folders.map(
    ({ source, listing }) =>
      `  ${String(listing.skills.length).padStart(5)}  ${source.kind.padEnd(9)} ${styled(io, "dim", shortPath(source.label, io, skillet.around.cwd))}`,
  )
  const name = catalog.shadowed[0]?.name ?? catalog.skills[0]?.name ?? "NAME"
  const next = [
    ["skillet list", "every skill"],
    [`skillet why ${visibleLine(name)}`, "which copy wins"],
    ['skillet match "…"', "the skill for a request"],
    ["skillet doctor", "what is wrong, and how to fix it"],
    ["skillet help", "everything else"],
  ] as const
  const widest = Math.max(...next.map(([command]) => command.length))
  io.out(
    [
      styled(io, "bold", countLine(catalog)),
      ...(lines.length > 0 ? ["", ...lines] : []),
      "",
      ...(catalog.problems.length > 0 ? [styled(io, "yellow", problemSummary(catalog.problems)), ""] : []),
      ...next.map(([command, about]) => `${command.padEnd(widest)}  ${about}`),
    ].join("\n"),
  )
  return 0
}
