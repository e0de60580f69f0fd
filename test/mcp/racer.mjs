// Races a program that writes below the first folder: swaps every folder for a link to the second one and back, and plants
// links where files are about to be made, until it is ended.
import fs from "node:fs"
import path from "node:path"

const [ground = "", outside = ""] = process.argv.slice(2)
const quietly = (work) => {
  try {
    return work()
  } catch {
    return undefined
  }
}

function swap(folder) {
  quietly(() => fs.renameSync(folder, `${folder}.away`))
  quietly(() => fs.symlinkSync(outside, folder))
  for (const end = performance.now() + Math.random(); performance.now() < end; );
  quietly(() => fs.unlinkSync(folder))
  quietly(() => fs.renameSync(`${folder}.away`, folder))
}

function plant(folder) {
  for (const name of ["SKILL.md", "references", "a.md"]) {
    quietly(() => fs.symlinkSync(path.join(outside, "canary"), path.join(folder, name)))
    if (Math.random() < 0.9) quietly(() => fs.unlinkSync(path.join(folder, name)))
  }
}

process.stdout.write("racing\n")
for (let round = 0; ; round++) {
  for (const root of quietly(() => fs.readdirSync(ground)) ?? []) {
    for (const skill of quietly(() => fs.readdirSync(path.join(ground, root))) ?? []) {
      const folder = path.join(ground, root, skill)
      if (round % 3 === 0) plant(folder)
      else if (round % 3 === 1) swap(folder)
      else swap(path.join(folder, "references"))
    }
  }
}
