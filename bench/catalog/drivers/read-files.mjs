// What plain Node needs to find and read the same files and nothing else. Usage: node read-files.mjs FOLDER
import fs from "node:fs"
import path from "node:path"

const root = process.argv[2]
let bytes = 0
const names = fs.readdirSync(root)
for (const name of names) bytes += fs.readFileSync(path.join(root, name, "SKILL.md")).length
console.log(JSON.stringify({ files: names.length, bytes }))
