import os from "node:os"

export function describeMachine() {
  const [cpu] = os.cpus()
  return {
    cpu: cpu?.model.trim() ?? "unknown",
    cores: os.cpus().length,
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()}`,
    node: process.versions.node,
  }
}

export function printReport({ machine, rounds, runs, bars }) {
  console.log(`${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}, Node ${machine.node}`)
  console.log(`median of up to ${rounds} rounds, every candidate once a round\n`)
  for (const run of runs) printRun(run)
  if (runs.some(({ load }) => load > machine.cores)) {
    console.log("the machine was busy: wall times say little, least wall and cpu more\n")
  }
  console.log("bars")
  printTable([["what", "bar", "median", "least wall", "cpu", "reached"], ...bars.map(barRow)])
}

function printRun({ count, made, load, inside, candidates }) {
  const base = Object.fromEntries(candidates.map((candidate) => [candidate.id, candidate]))
  console.log(`${count} skills (${made.files} files, ${(made.bytes / 1e6).toFixed(1)} MB), load ${load}`)
  const heads = ["", "wall ms", "× node", "× find+cat", "cpu ms", "× node", "× find+cat", "peak MB", "found"]
  const rows = candidates.map((candidate) => [
    candidate.version === undefined ? candidate.title : `${candidate.title} (${candidate.version})`,
    ...["wall", "cpu"].flatMap((key) => [
      number(candidate[key], 0),
      number(candidate[key] / base.node[key], 2),
      number(candidate[key] / base["find-cat"][key], 2),
    ]),
    number(candidate.peak, 0),
    foundCell(candidate, count),
  ])
  printTable([heads, ...rows])
  if (inside !== undefined) {
    const { among, command, again } = inside
    console.log(
      `  match among ${among}, inside: ${number(command, 1)} ms in the command, ${number(again, 1)} ms asked again`,
    )
  }
  console.log("")
}

function foundCell({ found, isOver, exit, error }, count) {
  if (isOver) return "given up: too slow"
  if (Number.isNaN(found)) return `no answer (exit ${exit}) ${(error ?? "").split("\n")[0].slice(0, 80)}`.trim()
  const remark = exit === 0 ? "" : `, exit ${exit}`
  if (found === undefined) return remark.slice(2)
  return found === count ? `all${remark}` : `${found} of ${count}${remark}`
}

function barRow({ what, bar, value, least, cpu, unit, reached }) {
  const ratio = (share) => (share === undefined ? "" : `${number(share, 2)} ×`)
  return [what, `${bar} ${unit}`, `${number(value, 2)} ${unit}`, ratio(least), ratio(cpu), reached]
}

function number(value, digits) {
  return value === undefined || !Number.isFinite(value) ? "–" : value.toFixed(digits)
}

function printTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  for (const row of rows) {
    const cells = row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
    console.log(`  ${cells.join("  ").trimEnd()}`)
  }
}
