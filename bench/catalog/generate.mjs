// Generates N realistic skills in a folder, the same ones every time: node bench/catalog/generate.mjs FOLDER [N] [SEED]
import fs from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { composeSkill } from "./compose-skill.mjs"
import { seededRandom } from "./random.mjs"

/** The directories that the candidates read: each is a project with the same files, as hard links. */
const homes = ["agents/.agents/skills", "claude/.claude/skills"]

/** Writes `skills/<name>/…`, links it into the projects and returns what it wrote. */
export function generateSkills({ folder, count, seed = 1 }) {
  const random = seededRandom(seed)
  const taken = new Set()
  const made = { skills: count, files: 0, bytes: 0, sizes: [], oddities: {} }
  for (let at = 0; at < count; at++) {
    const skill = composeSkill(random, taken)
    writeSkill(folder, skill)
    account(made, skill)
  }
  return made
}

export function placesOf(folder) {
  return {
    skills: path.join(folder, "skills"),
    agentsProject: path.join(folder, "agents"),
    claudeProject: path.join(folder, "claude"),
  }
}

function writeSkill(folder, skill) {
  for (const { path: below, text } of skill.files) {
    const file = path.join(folder, "skills", skill.folder, below)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text)
    for (const home of homes) linkOrCopy(file, path.join(folder, home, skill.folder, below))
  }
}

function linkOrCopy(from, to) {
  fs.mkdirSync(path.dirname(to), { recursive: true })
  try {
    fs.linkSync(from, to)
  } catch {
    fs.copyFileSync(from, to)
  }
}

function account(made, skill) {
  made.files += skill.files.length
  made.bytes += skill.files.reduce((total, { text }) => total + Buffer.byteLength(text), 0)
  made.sizes.push(Buffer.byteLength(skill.files[0].text))
  made.oddities[skill.oddity] = (made.oddities[skill.oddity] ?? 0) + 1
}

function main([folder, count = "100", seed = "1"]) {
  if (folder === undefined) {
    console.error("usage: node bench/catalog/generate.mjs FOLDER [COUNT] [SEED]")
    process.exitCode = 2
    return
  }
  const { sizes, ...made } = generateSkills({ folder, count: Number(count), seed: Number(seed) })
  sizes.sort((a, b) => a - b)
  const share = (part) => sizes[Math.floor((sizes.length - 1) * part)]
  console.log(
    JSON.stringify({ ...made, "SKILL.md bytes": { p10: share(0.1), median: share(0.5), p90: share(0.9) } }, null, 2),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2))
