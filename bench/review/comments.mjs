// How merging comments that mean the same carries over to other changes. node bench/review/comments.mjs; about a minute
import fs from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { build } from "rolldown"

const root = path.resolve(import.meta.dirname, "../..")
const measure = await load("measure.ts")
const { inventedChanges, publicChanges } = await load("comments.ts")
const { bestThreshold, f1, fitOn, pairsAlone, pairsAmong, pairsByOverlap, pairsMerged, rates, recallAt } = measure
const DRAWS = Number(process.env.DRAWS ?? 100)

const ways = {
  alone: (change, weights) => pairsAlone(change, weights),
  among: (change, weights) => pairsAmong(change, weights),
  merged: (change, weights) => pairsMerged(change, { weights }),
  "merged, one agent": (change, weights) => pairsMerged(change, { weights, everyone: "agent" }),
}

const known = publicChanges()
for (const set of ["first", "second"]) showSet(`${set} set, current weights`, inventedChanges(set), known)
if (known.length > 0) {
  showSet("public changes, current weights", known, known)
  showLeftOut(known)
  showHalves(known)
}

function showSet(name, changes, trained) {
  console.log(name)
  for (const [way, pairsOf] of Object.entries(ways))
    show(
      way,
      changes.flatMap((change) => pairsOf(change)),
    )
  const own = changes.flatMap(pairsByOverlap)
  const from = trained.length > 0 && trained !== changes ? trained.flatMap(pairsByOverlap) : own
  show("word overlap", judged(own, bestThreshold(from)))
}

function showLeftOut(changes) {
  console.log("public changes, each with weights from the others")
  const others = changes.map((change) => changes.filter((other) => other !== change))
  const weights = others.map((rest) => fitOn(rest))
  for (const [way, pairsOf] of Object.entries(ways))
    show(
      way,
      changes.flatMap((change, at) => pairsOf(change, weights[at])),
    )
  const overlap = changes.flatMap((change, at) =>
    judged(pairsByOverlap(change), bestThreshold(others[at].flatMap(pairsByOverlap))),
  )
  show("word overlap", overlap)
}

/** Weights and threshold from one half of the changes, measured on the other half. */
function showHalves(changes) {
  console.log(`public changes, ${DRAWS} random halves: mean, and the range of eight in ten`)
  const next = random(1)
  const found = Object.fromEntries([...Object.keys(ways), "word overlap"].map((way) => [way, []]))
  for (let draw = 0; draw < DRAWS; draw++) {
    const mixed = changes.map((change) => ({ change, key: next() })).sort((a, b) => a.key - b.key)
    const [seen, unseen] = [0, 1].map((half) => mixed.filter((_, at) => at % 2 === half).map(({ change }) => change))
    const weights = fitOn(seen)
    for (const [way, pairsOf] of Object.entries(ways))
      found[way].push(unseen.flatMap((change) => pairsOf(change, weights)))
    found["word overlap"].push(judged(unseen.flatMap(pairsByOverlap), bestThreshold(seen.flatMap(pairsByOverlap))))
  }
  for (const [way, draws] of Object.entries(found)) {
    const recalls = way.startsWith("merged")
      ? ""
      : `  recall at precision 0.95 ${range(draws.map((pairs) => recallAt(pairs, 0.95)))}`
    console.log(`  ${way.padEnd(20)} F1 ${range(draws.map(f1))}${recalls}`)
  }
}

function show(way, pairs) {
  const { precision, recall } = rates(pairs)
  const at = way.startsWith("merged") ? "" : `  recall at precision 0.95 ${recallAt(pairs, 0.95).toFixed(3)}`
  console.log(
    `  ${way.padEnd(20)} F1 ${f1(pairs).toFixed(3)} (precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)})${at}`,
  )
}

function judged(pairs, threshold) {
  return pairs.map((pair) => ({ ...pair, saidSame: pair.score >= threshold }))
}

function range(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const part = (share) => sorted[Math.floor(share * (sorted.length - 1))].toFixed(2)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return `${mean.toFixed(3)} (${part(0.1)} to ${part(0.9)})`
}

/** The same numbers at each run. */
function random(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** The sources are TypeScript, so they are bundled first, beside the files that they find the sets from. */
async function load(name) {
  const bundled = path.join(root, `test/comment-set/.${name}.bundled.mjs`)
  try {
    await build({
      cwd: root,
      input: `test/comment-set/${name}`,
      platform: "node",
      logLevel: "warn",
      output: { file: bundled, format: "esm" },
    })
    return await import(pathToFileURL(bundled).href)
  } finally {
    fs.rmSync(bundled, { force: true })
  }
}
