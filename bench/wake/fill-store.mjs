import fs from "node:fs"
import path from "node:path"

/** A project with many tasks and messages, in a separate home. */
export async function fillStore(skillet, scratch, { tasks, messages }) {
  const cwd = path.join(scratch, "project")
  const folder = path.join(cwd, ".agents/skills/guide")
  fs.mkdirSync(folder, { recursive: true })
  fs.mkdirSync(path.join(cwd, ".git"))
  fs.writeFileSync(path.join(cwd, ".git/HEAD"), "ref: refs/heads/main\n")
  fs.writeFileSync(
    path.join(folder, "SKILL.md"),
    `---\ndescription: A guide.\n---\n# Guide\n\n${"Never skip a test. ".repeat(200)}\n`,
  )
  const env = { PATH: process.env.PATH, HOME: path.join(scratch, "home"), SKILLET_DB: path.join(scratch, "a.db") }
  const opened = skillet.openSkillet({ cwd, env })
  const children = Array.from({ length: Math.ceil(tasks / 10) }, (_, at) => ({
    title: `Group ${at}`,
    status: "pending",
    children: Array.from({ length: 9 }, (_, nth) => ({
      title: `Task ${at}.${nth}`,
      status: at < tasks / 20 ? "done" : "pending",
    })),
  }))
  await opened.tasks.add([{ title: "Plan", status: "active", skills: ["guide"], children }])
  for (let at = 0; at < messages; at++) {
    const to = at % 50 === 0 ? "orchestrator" : `agent${(at + 1) % 7}`
    await opened.tasks.post({ from: `agent${at % 7}`, text: `@${to} note ${at}`, key: String(at) })
  }
  await opened.close()
  return { cwd, env }
}
