import { toVisibleLine } from "../../text/escape-hidden.ts"
import { openWithOptions } from "../open-with-options.ts"
import type { Io } from "../output.ts"
import { summariseProblems } from "../terminal/problems.ts"
import { shortenPath } from "../terminal/shorten-path.ts"
import { applyStyle } from "../terminal/style.ts"
import { summariseCounts } from "./skills/list.ts"

/** What `skillet` prints without arguments. */
export async function printOverview(io: Io): Promise<0> {
  const skillet = openWithOptions({}, io)
  const catalog = await skillet.catalog()
  const folders = (await skillet.copies()).filter(({ listing }) => listing.skills.length > 0)
  const lines = folders.map(
    ({ source, listing }) =>
      `  ${String(listing.skills.length).padStart(5)}  ${source.kind.padEnd(9)} ${applyStyle(io, "dim", shortenPath(source.label, io, skillet.around.cwd))}`,
  )
  const name = catalog.shadowed[0]?.name ?? catalog.skills[0]?.name ?? "NAME"
  const next = [
    ["skillet list", "every skill"],
    [`skillet why ${toVisibleLine(name)}`, "which copy wins"],
    ['skillet match "…"', "the skill for a request"],
    ["skillet serve", "all of this in a browser"],
    ["skillet doctor", "what is wrong, and how to fix it"],
    ["skillet help", "everything else"],
  ] as const
  const widest = Math.max(...next.map(([command]) => command.length))
  io.out(
    [
      applyStyle(io, "bold", summariseCounts(catalog)),
      ...(lines.length > 0 ? ["", ...lines] : []),
      "",
      ...(catalog.problems.length > 0 ? [applyStyle(io, "yellow", summariseProblems(catalog.problems)), ""] : []),
      ...next.map(([command, about]) => `${command.padEnd(widest)}  ${about}`),
    ].join("\n"),
  )
  return 0
}
