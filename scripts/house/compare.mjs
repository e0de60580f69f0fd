// Prints what differs between two recorded states.
import fs from "node:fs"
import path from "node:path"

/** Returns whether anything differs that must not: outputs and tests. Numbers are printed side by side. */
export function compareStates(one, other) {
  for (const folder of [one, other]) if (!fs.existsSync(folder)) throw new Error(`${folder} does not exist`)
  const differs = [compareOutputs(one, other), compareTests(one, other)]
  const read = (name, show) => showBoth({ one, other, name, show })
  read("machine.json", (parts) => mapValues(parts, (machine) => Object.values(machine).join(", ")))
  read("paths.json", (paths) => mapValues(paths, ({ ran, imports }) => `${ran} files, ${imports.percent} % crossing`))
  read("loads.json", (all) =>
    mapValues(all, ({ loads, commits, statements }) => `${loads} loads, ${commits} commits, ${statements} statements`),
  )
  read("names.json", summariseNames)
  read("start-up.json", ({ commands }) => mapValues(commands, ({ median, least }) => `${median} ms (least ${least})`))
  read("package-size.json", ({ packed, unpacked, count, chunks }) => ({
    packed,
    unpacked,
    files: count,
    chunks: Object.keys(chunks).length,
  }))
  return differs.includes(true)
}

function compareOutputs(one, other) {
  const [first, second] = [one, other].map((folder) => path.join(folder, "outputs"))
  if (!fs.existsSync(first) || !fs.existsSync(second)) return missing("outputs")
  const names = (folder) => fs.readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".json"))
  const all = [...new Set([...names(first), ...names(second)])].sort()
  const differing = all.flatMap((name) => {
    const [a, b] = [first, second].map((folder) => readText(path.join(folder, name)))
    if (a === b) return []
    if (a === undefined || b === undefined) return [`  ${name}: only in ${a === undefined ? other : one}`]
    return [`  ${name}: ${describeDifference(a, b)}`]
  })
  console.log(`outputs: ${all.length} compared, ${differing.length} differ`)
  for (const line of differing) console.log(line)
  return differing.length > 0
}

function describeDifference(a, b) {
  const [left, right] = [a.split("\n"), b.split("\n")]
  const at = left.findIndex((line, index) => line !== right[index])
  const line = at === -1 ? left.length : at
  const show = (lines) => (lines[line] ?? "(end)").trim().slice(0, 120)
  return `line ${line + 1}\n    - ${show(left)}\n    + ${show(right)}`
}

/** Files may have moved, so tests are known by their names; a name may occur more than once. */
function compareTests(one, other) {
  const [first, second] = [one, other].map((folder) => readJson(path.join(folder, "tests.json")))
  if (first === undefined || second === undefined) return missing("tests.json")
  const [before, after] = [first, second].map(({ tests }) => countNames(tests))
  const gone = [...before].filter(([name, count]) => (after.get(name) ?? 0) < count).map(([name]) => name)
  const added = [...after].filter(([name, count]) => (before.get(name) ?? 0) < count).map(([name]) => name)
  const passed = countNames(first.tests.filter(({ status }) => status === "passed"))
  const failing = second.tests.filter(({ status }) => status !== "passed")
  console.log(`tests: ${first.tests.length} and ${second.tests.length}; ${gone.length} missing, ${added.length} new`)
  for (const name of gone) console.log(`  missing: ${name}`)
  for (const name of added) console.log(`  new: ${name}`)
  for (const { name, status, file } of failing)
    console.log(`  ${status}${passed.has(nameTest(name)) ? " (passed before)" : ""}: ${name} (${file})`)
  for (const file of second.notLoaded) console.log(`  not loaded: ${file}`)
  return (
    gone.length > 0 ||
    second.notLoaded.length > 0 ||
    failing.some(({ name, status }) => status === "failed" || passed.has(nameTest(name)))
  )
}

function countNames(tests) {
  const counts = new Map()
  for (const { name } of tests) counts.set(nameTest(name), (counts.get(nameTest(name)) ?? 0) + 1)
  return counts
}

/** Without what a test adds to its name where the machine lacks something it needs. */
function nameTest(name) {
  return name.replace(/ \([^()]*: not tested\)/g, "")
}

function summariseNames({ files, lines, functions, suffixes, repeatedExports, long, depth, rooms, folders }) {
  return {
    files,
    lines,
    functions,
    ...mapValues(suffixes, ({ functions: count, percent }) => `${count} (${percent} %)`),
    "repeated exports": Object.keys(repeatedExports).length,
    "files over 400 lines": long.length,
    depth,
    rooms: Object.keys(rooms).length,
    folders: Object.keys(folders).length,
  }
}

function showBoth({ one, other, name, show }) {
  const [first, second] = [one, other].map((folder) => readJson(path.join(folder, name)))
  if (first === undefined || second === undefined) return missing(name)
  const [before, after] = [show(first), show(second)]
  console.log(`${name}:`)
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [a, b] = [before[key] ?? "-", after[key] ?? "-"]
    console.log(`  ${key.padEnd(24)} ${a === b ? `${a} (same)` : `${a} -> ${b}`}`)
  }
  return false
}

function missing(name) {
  console.log(`${name}: not recorded in both`)
  return false
}

function mapValues(record, map) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}

function readText(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : undefined
}

function readJson(file) {
  const text = readText(file)
  return text === undefined ? undefined : JSON.parse(text)
}
