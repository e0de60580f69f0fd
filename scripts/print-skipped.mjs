// Prints which tests did not run on this machine, and why, from the lists that the last test runs wrote.
import fs from "node:fs"
import path from "node:path"

const folder = path.join(path.dirname(import.meta.dirname), ".tmp/skipped")
const skipped = ["unit", "flows"].flatMap((project) =>
  JSON.parse(fs.readFileSync(path.join(folder, `${project}.json`), "utf8")),
)
if (skipped.length > 0) console.log("\nNot tested on this machine:")
for (const why of new Set(skipped.map((test) => test.why))) {
  console.log(`  ${why}`)
  for (const { file, name } of skipped.filter((test) => test.why === why)) console.log(`    ${file}: ${name}`)
}
console.log(
  "Not part of npm test: test:clients (real agent CLIs), test:long (soak tests), test:nodes (other Node versions)",
)
