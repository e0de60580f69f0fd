// pi has no command that lists skills; its library does what its start does. Only the module that reads skills is
// loaded: the package's own entry brings the whole agent, 1.3 s of CPU before the first skill.
// Usage: node pi.mjs FOLDER
import { loadSkillsFromDir } from "../../node_modules/@earendil-works/pi-coding-agent/dist/core/skills.js"

const { skills } = loadSkillsFromDir({ dir: process.argv[2], source: "project" })
console.log(JSON.stringify(skills.map(({ name, description, filePath }) => ({ name, description, filePath }))))
