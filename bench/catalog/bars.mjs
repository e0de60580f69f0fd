/** The targets. Each compares two candidates of one run, or is an absolute number. A command that failed has none. */
export function bars(runs) {
  return runs.flatMap(({ count, candidates, inside }) => {
    const of = (id) => candidates.find((candidate) => candidate.id === id && candidate.exit === 0)
    const ratio = (what, bar, [id, base]) => {
      const [value, least, cpu] = ["wall", "leastWall", "cpu"].map((key) => of(id)?.[key] / of(base)?.[key])
      return judged(`${count}: ${what}`, bar, { value, least, cpu, unit: "×" })
    }
    const figure = (what, bar, { value, unit }) => judged(`${count}: ${what}`, bar, { value, unit })
    return (barsFor[count] ?? (() => []))({ of, ratio, figure, inside })
  })
}

const barsFor = {
  100: ({ ratio }) => [
    ratio("list, first / bare node", 2.5, ["list-first", "node"]),
    ratio("list, indexed / bare node", 2.5, ["list-indexed", "node"]),
    ratio("list as a table / bare node", 2.5, ["table-indexed", "node"]),
  ],
  10_000: ({ of, ratio, figure, inside }) => [
    ratio("list, first / find + cat", 1.5, ["list-first", "find-cat"]),
    ratio("list, indexed / find + cat", 0.6, ["list-indexed", "find-cat"]),
    figure("list, first: peak memory", 120, { value: of("list-first")?.peak, unit: "MB" }),
    figure("list, indexed: peak memory", 120, { value: of("list-indexed")?.peak, unit: "MB" }),
    ratio("match, indexed / bare node", 3, ["match-indexed", "node"]),
    figure("match, indexed: inside the command", 10, { value: inside?.command, unit: "ms" }),
    figure("match, indexed: inside, asked again", 10, { value: inside?.again, unit: "ms" }),
  ],
}

/** Noise only adds time, so a target counts as reached or missed only if the median and the smallest wall time agree. */
function judged(what, bar, { value, least = value, cpu, unit }) {
  const sides = [value, least].map((share) => (Number.isFinite(share) ? share <= bar : undefined))
  const reached = sides[0] === undefined ? "not measured" : sides[0] !== sides[1] ? "unclear" : sides[0] ? "yes" : "NO"
  return { what, bar, value, least: cpu === undefined ? undefined : least, cpu, unit, reached }
}
