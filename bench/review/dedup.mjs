// Precision and recall of merging reworded findings, and how well fingerprints hold. node bench/review/dedup.mjs
import fs from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { build } from "rolldown"

const root = path.resolve(import.meta.dirname, "../..")
const bundled = path.join(root, "test/merge-set/.measure.bundled.mjs")
const { measureFingerprints, measureMerged, measurePairs, measureRemembered, rates } = await load()

for (const half of ["tuned", "held-out", "fresh"]) {
  const pairs = measurePairs(half)
  console.log(`${half}: ${count(pairs, ({ isSame }) => isSame)} pairs mean the same, ${differing(pairs)}`)
  show("two by two", pairs)
  show("all of a file", measureMerged(half))
  showIdentity("keeps its fingerprint", measureFingerprints(half))
  showIdentity("is remembered", measureRemembered(half))
  for (const [sort, of] of Object.entries({ category: ({ a }) => a.category, language: ({ a }) => languageOf(a.file) }))
    for (const value of [...new Set(pairs.filter(({ isSame }) => isSame).map(of))].sort())
      show(
        `  ${sort} ${value}`,
        pairs.filter((pair) => of(pair) === value),
      )
}

function show(name, pairs) {
  const { precision, recall } = rates(pairs)
  const same = count(pairs, ({ isSame }) => isSame)
  console.log(`  ${name.padEnd(26)} precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}  (${same} same)`)
}

function showIdentity(does, pairs) {
  const same = pairs.filter(({ isSame }) => isSame)
  const other = pairs.filter(({ isSame }) => !isSame)
  const kept = count(same, ({ saidSame }) => saidSame) / same.length
  const apart = count(other, ({ saidSame }) => !saidSame) / other.length
  console.log(`  one line: reworded ${does} ${kept.toFixed(3)}, another problem is told apart ${apart.toFixed(3)}`)
}

function differing(pairs) {
  const sorts = ["same lines", "next to it", "elsewhere"]
  return `different: ${sorts.map((sort) => `${count(pairs, ({ nearness }) => nearness === sort)} ${sort}`).join(", ")}`
}

function count(pairs, is) {
  return pairs.filter(is).length
}

function languageOf(file) {
  return {
    ts: "typescript",
    tsx: "typescript",
    js: "javascript",
    py: "python",
    cs: "c#",
    go: "go",
    java: "java",
    md: "markdown",
  }[file.split(".").at(-1)]
}

/** The sources are TypeScript, so they are bundled first, beside the set that they read. */
async function load() {
  try {
    await build({
      cwd: root,
      input: "test/merge-set/measure.ts",
      platform: "node",
      logLevel: "warn",
      output: { file: bundled, format: "esm" },
    })
    return await import(pathToFileURL(bundled).href)
  } finally {
    fs.rmSync(bundled, { force: true })
  }
}
