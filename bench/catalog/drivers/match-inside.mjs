// How long a match takes in a process that has answered before. Usage: node match-inside.mjs INDEX_JS FOLDER REQUEST
import { pathToFileURL } from "node:url"

const [library, cwd, request] = process.argv.slice(2)
const { openSkillet } = await import(pathToFileURL(library).href)
const skillet = openSkillet({ cwd })
const turns = []
for (let turn = 0; turn < 12; turn++) {
  const { milliseconds, among } = await skillet.match(request)
  turns.push({ milliseconds, among })
}
console.log(JSON.stringify(turns))
