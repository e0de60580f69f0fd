// pi has no command that lists skills, so its library is called as pi does at start. Only the module that reads skills is
// loaded: the package's entry loads the whole agent, which takes 1.3 s of CPU time before the first skill.
// Usage: node pi.mjs FOLDER
import { loadSkillsFromDir } from "../../node_modules/@earendil-works/pi-coding-agent/dist/core/skills.js"

const { skills } = loadSkillsFromDir({ dir: process.argv[2], source: "project" })
console.log(JSON.stringify(skills.map(({ name, description, filePath }) => ({ name, description, filePath }))))
