// How long a match takes inside a process that has its catalog: the first, with what was kept on disk, and one after.
// Usage: node match-inside.mjs INDEX_JS FOLDER REQUEST
import { pathToFileURL } from "node:url"

const [library, cwd, request] = process.argv.slice(2)
const { openSkillet } = await import(pathToFileURL(library).href)
const skillet = openSkillet({ cwd })
await skillet.catalog()
const first = await timed()
const more = []
for (let turn = 0; turn < 11; turn++) more.push(await timed())
console.log(JSON.stringify({ first, again: more.toSorted((a, b) => a - b)[5] }))

async function timed() {
  const started = performance.now()
  await skillet.match(request)
  return performance.now() - started
}
