// Loaded before the command: at its end it writes the name and size of every built file that was read.
const fs = require("node:fs")
const path = require("node:path")

const read = []
const { readFileSync } = fs
fs.readFileSync = (file, ...rest) => {
  const content = readFileSync(file, ...rest)
  if (typeof file === "string" && /[/\\]dist[/\\][^/\\]+\.cjs$/.test(file))
    read.push({ name: path.basename(file), bytes: content.length })
  return content
}
process.on("exit", () => fs.writeFileSync(process.env.TRACED_CHUNKS, JSON.stringify(read)))
