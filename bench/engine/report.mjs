export function printReport({ machine, folder, steps, heap, process: processes }) {
  console.log(`${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}, Node ${machine.node}`)
  console.log(`databases in ${folder}\n`)
  const ours = steps.find(({ id }) => id === "skillet")
  printSteps(steps, ours)
  printCpu(steps, ours)
  for (const one of steps) console.log(`${one.title.padEnd(50)} ${Math.round(one.bytes)} bytes on disk a step`)
  console.log(`\na run that waits: ${Math.round(heap.bytesPerRun)} bytes of heap (${heap.runs} runs)`)
  const first = ours.sizes[0]
  const last = ours.sizes.at(-1)
  console.log(
    `Skillet, ${last.size} steps against ${first.size}: ${(last.median / first.median).toFixed(2)} ×, least ${(last.least / first.least).toFixed(2)} ×`,
  )
  if (processes !== undefined) printProcesses(processes)
}

function printSteps(steps, ours) {
  const sizes = ours.sizes.map(({ size }) => size)
  console.log("ms a step after so many steps, median (least); behind it how many times ours")
  console.log(`${"".padEnd(50)} ${sizes.map((size) => String(size).padEnd(24)).join("")}`)
  for (const { title, sizes: measured } of steps) {
    const cells = measured.map(({ median, least }, at) => {
      const times = (median / ours.sizes[at].median).toFixed(2)
      return `${median.toFixed(2)} (${least.toFixed(2)}) ${times} ×`.padEnd(24)
    })
    console.log(`${title.padEnd(50)} ${cells.join("")}`)
  }
  const firsts = ours.sizes.map(({ firstVisit }) => firstVisit.toFixed(2).padEnd(24))
  console.log(`${"Skillet, to a step the run was never at".padEnd(50)} ${firsts.join("")}\n`)
}

function printCpu(steps, ours) {
  console.log("the same by CPU time")
  for (const { title, sizes: measured } of steps) {
    const cells = measured.map(({ cpu, leastCpu }, at) => {
      const times = [cpu / ours.sizes[at].cpu, leastCpu / ours.sizes[at].leastCpu].map((one) => one.toFixed(2))
      return `${cpu.toFixed(2)} (${leastCpu.toFixed(2)}) ${times[0]} (${times[1]}) ×`.padEnd(32)
    })
    console.log(`${title.padEnd(50)} ${cells.join("")}`)
  }
  console.log("")
}

function printProcesses(processes) {
  const [node] = processes
  console.log("\nwhole processes: wall ms, least, cpu ms, and each × bare node")
  for (const { title, wall, leastWall, cpu } of processes) {
    const ratios = [wall / node.wall, leastWall / node.leastWall, cpu / node.cpu].map((ratio) => ratio.toFixed(2))
    const cells = [wall, leastWall, cpu].map((ms) => ms.toFixed(0).padStart(5))
    console.log(`${title.padEnd(24)} ${cells.join(" ")}   ${ratios.join("  ")}`)
  }
}
