// The reference library reads one folder at a time; its own command stops at the first bad one.
// Usage: node skills-ref.mjs FOLDER
import fs from "node:fs"
import path from "node:path"
import { readProperties } from "skills-ref"

const root = process.argv[2]
const skills = []
for (const folder of fs.readdirSync(root)) {
  try {
    const { name, description } = await readProperties(path.join(root, folder))
    skills.push({ name, description })
  } catch (error) {
    console.error(`${folder}: ${error.message}`)
  }
}
console.log(JSON.stringify(skills))
