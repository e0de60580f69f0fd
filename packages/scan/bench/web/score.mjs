/** The rate of bad cases that were found, and of fine ones that were called bad, by class. */
export function scoreOf(cases, matches) {
  const found = new Map()
  for (const { file, cwe } of matches) found.set(file, [...(found.get(file) ?? []), Number(/\d+/.exec(cwe ?? "")?.[0])])
  const names = [...new Set(cases.map(({ name }) => name))]
  return names.map((name) => {
    const own = cases.filter((one) => one.name === name)
    const isFound = ({ file, cwes }) => (found.get(file) ?? []).some((cwe) => cwes.includes(cwe))
    const [bad, fine] = [own.filter(({ isBad }) => isBad), own.filter(({ isBad }) => !isBad)]
    const rate = (list) => list.filter(isFound).length / Math.max(1, list.length)
    return {
      name,
      bad: bad.length,
      fine: fine.length,
      truePositives: rate(bad),
      falsePositives: rate(fine),
      missed: bad.filter((one) => !isFound(one)).map(({ file, made }) => `${file} ${made}`),
      wrong: fine.filter(isFound).map(({ file, made }) => `${file} ${made}`),
    }
  })
}

export function meanOf(scores) {
  return (
    scores.reduce((sum, { truePositives, falsePositives }) => sum + truePositives - falsePositives, 0) / scores.length
  )
}
