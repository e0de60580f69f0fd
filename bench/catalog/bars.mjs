/** The numbers to reach; a command that failed has none. Each compares two candidates of one run, or a figure with a fixed bar. */
export function bars(runs) {
  return runs.flatMap(({ count, candidates, inside }) => {
    const of = (id) => candidates.find((candidate) => candidate.id === id && candidate.exit === 0)
    const times = (id, base) => ({ wall: of(id)?.wall / of(base).wall, cpu: of(id)?.cpu / of(base).cpu })
    const ratio = (what, bar, [id, base]) => judged(`${count}: ${what}`, bar, { ...times(id, base), unit: "×" })
    const figure = (what, bar, { value, unit }) => judged(`${count}: ${what}`, bar, { wall: value, unit })
    if (count === 10_000) {
      return [
        ratio("list, first / find + cat", 1.5, ["list-first", "find-cat"]),
        ratio("list, indexed / find + cat", 0.6, ["list-indexed", "find-cat"]),
        figure("list, first: peak memory", 120, { value: of("list-first")?.peak, unit: "MB" }),
        figure("list, indexed: peak memory", 120, { value: of("list-indexed")?.peak, unit: "MB" }),
        ratio("match, indexed / bare node", 3, ["match-indexed", "node"]),
        figure("match, indexed: inside", 10, { value: inside?.again, unit: "ms" }),
      ]
    }
    if (count === 100) {
      return [
        ratio("list, first / bare node", 2.5, ["list-first", "node"]),
        ratio("list, indexed / bare node", 2.5, ["list-indexed", "node"]),
        ratio("list as a table / bare node", 2.5, ["table-indexed", "node"]),
      ]
    }
    return []
  })
}

function judged(what, bar, { wall, cpu, unit }) {
  return { what, bar, value: wall, cpu, unit, isReached: Number.isFinite(wall) ? wall <= bar : undefined }
}
