import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { garden, skillText } from "../plant.ts"
import { small } from "./driven/small.ts"
import { cli } from "./run-cli.ts"

/** Three lines of code that XML, a terminal or Windows might change. */
const CODE = 'if (a < b && c[d[0]]>e) {\r\n\treturn "<p>&amp;</p>"\r\n}'

const two = {
  "home/.agents/skills/two/SKILL.md": skillText("Two look"),
  "home/.agents/skills/two/workflow.yaml": `
name: two
description: Two agents look.
params: { code: { about: what to look at, default: "x" } }
steps:
  - id: look
    title: Look
    kind: fanout
    join: settled
    items:
      - { item: left, agent: explore, prompt: "Look left: {{params.code}}" }
      - { item: right, agent: explore, prompt: Look right. }
    next: { ok: end, fail: end }
`,
}

/** A repository with a second worktree, both with spaces in their paths, and a shell that runs what is printed. */
function desk() {
  const { at, options, plant, home } = garden({
    ...small,
    ...two,
    "bin/skillet": { link: cli },
    "my project/.git/HEAD": "ref: refs/heads/main\n",
    "my project/.git/worktrees/other/HEAD": "ref: refs/heads/other\n",
    "my project/.git/worktrees/other/commondir": "../..\n",
    "my project/src/deep/code.ts": "",
    "other tree/src/code.ts": "",
    "my project/node_modules/.bin/skillet": { link: cli },
  })
  plant({
    "other tree/.git": `gitdir: ${at("my project/.git/worktrees/other")}\n`,
    "my project/.git/worktrees/other/gitdir": `${at("other tree/.git")}\n`,
  })
  const env = { ...options.env, HOME: home, SKILLET_DB: at("skillet.db"), SKILLET_BY: "ada" }
  const sh = (command: string, where: string, more: Readonly<Record<string, string>> = {}) => {
    const ran = spawnSync("sh", ["-c", command], { cwd: at(where), env: { ...env, ...more }, encoding: "utf8" })
    expect(`${ran.status} ${ran.stderr}`).toBe("0 ")
    return ran.stdout
  }
  const json = (command: string, where: string) => JSON.parse(sh(`${command} --json`, where))
  return { at, sh, json }
}

const node = `'${process.execPath}' '${cli}'`

/** Follows a run to its end, using only the printed commands. */
function follow({ json, at }: ReturnType<typeof desk>, places: readonly [string, string, string], more = "") {
  const [first, second, third] = places
  const asked = json(`${node} run start small --param request=tea --allow 'Bash(grep:*)' ${more}`, first)
  const work = json(asked.questions[0].command.replace("ANSWER", "yes"), second)
  const { command, file } = work.reports[0]
  fs.writeFileSync(file, "It is done.")
  const told = json(command, third)
  expect(told).toMatchObject({ step: "tell", actions: ["Tell them: It is done."], gate: { status: "pass" } })
  return { run: asked.run as string, command: command as string, file: path.relative(at("."), file) }
}

test("a run started in a sub-directory keeps its files at the project's top, and works from every directory of it", () => {
  const at = desk()
  fs.writeFileSync(at.at("my project/done.txt"), "yes\n")
  const { run, file, command } = follow(at, ["my project/src", "my project/src/deep", "my project"])
  expect(file).toBe(`my project/.skillet/out/${run}/work.1.md`)
  expect(fs.existsSync(at.at("my project/src/.skillet"))).toBe(false)
  expect(command).not.toContain("--cwd")
  follow(at, ["my project", "my project/src", "my project/src/deep"])
})

test("a run started from outside with --cwd can be followed from outside", () => {
  const at = desk()
  fs.writeFileSync(at.at("my project/done.txt"), "yes\n")
  const { command } = follow(at, ["home", "bin", "home"], `--cwd '${at.at("my project/src")}'`)
  expect(command).toContain(`--cwd '${at.at("my project")}'`)
  const inbox = (where: string) => {
    at.json(`${node} run start small --param request=tea --cwd '${at.at("my project/src")}'`, "home")
    return at.sh(`${node} run inbox --all`, where)
  }
  expect(inbox("home")).toContain(`--answer ANSWER --cwd '${at.at("my project")}'`)
  expect(inbox("my project/src")).not.toContain("--cwd")
})

test("a run started in a worktree stays there, even if it is reported from another one", () => {
  const at = desk()
  fs.writeFileSync(at.at("other tree/done.txt"), "yes\n")
  const { run, file } = follow(at, ["other tree/src", "my project", "my project/src"])
  expect(file).toBe(`other tree/.skillet/out/${run}/work.1.md`)
  expect(fs.existsSync(at.at("my project/.skillet"))).toBe(false)
  const again = at.json(`${node} run start small --param request=tea --allow 'Bash(grep:*)'`, "other tree").run
  at.json(`${node} run answer ${again} --answer yes`, "my project")
  const reported = at.json(`echo x | ${node} run report ${again} --step work --outcome ok --output -`, "my project")
  expect(reported).toMatchObject({ step: "tell", gate: { status: "pass" } })
})

test("an output that is named from the project's top or from the working directory is found", () => {
  const at = desk()
  const start = () => {
    const { run } = at.json(`${node} run start small --param request=tea`, "my project/src")
    at.json(`${node} run answer ${run} --answer yes`, "my project")
    return `${node} run report ${run} --step work --outcome iterate --output`
  }
  fs.writeFileSync(at.at("my project/plan.md"), "from the top")
  expect(at.json(`${start()} plan.md`, "my project/src")).toMatchObject({ round: 2 })
  fs.writeFileSync(at.at("my project/src/notes.md"), "from here")
  expect(at.json(`${start()} notes.md`, "my project/src")).toMatchObject({ round: 2 })
})

test.each([
  ["skillet", "skillet", ["bin"]],
  ["its path in the project", "'node_modules/.bin/skillet'", []],
  ["its path in the project", "node node_modules/.bin/skillet", []],
  ["a path", `'${cli}'`, []],
])("the commands of a run begin with %s if it was started that way", (kind, words, searched) => {
  const { at, sh, json } = desk()
  const PATH = [...searched.map(at), process.env["PATH"] ?? ""].join(":")
  const printed = sh(`${words} run start two --format json`, "my project", { PATH })
  const { run, dispatches } = JSON.parse(printed)
  const expected = { skillet: "skillet", "a path": `node ${cli}` }[kind]
  const start = expected ?? `node '${at("my project/node_modules/.bin/skillet")}'`
  expect(dispatches[0].report.slice(0, start.length + 12 + run.length)).toBe(`${start} run report ${run}`)
  expect(json(`${node} run current ${run}`, "my project").dispatches).toEqual(dispatches)
})

test("a prompt with code arrives byte for byte, in a file that the printed prompt names", () => {
  const { at, sh } = desk()
  fs.writeFileSync(at("code.txt"), CODE)
  const xml = sh(`${node} run start two --param code="$(cat ../code.txt)"`, "my project")
  const [file = ""] = /\/[^\n]*left\.1\.prompt\.md/.exec(xml) ?? []
  expect(fs.readFileSync(file, "utf8")).toContain(`Look left: ${CODE}\n`)
  fs.writeFileSync(file, "something else")
  const run = path.basename(path.dirname(file))
  expect(sh(`${node} run current ${run}`, "my project")).toBe(xml)
  expect(fs.readFileSync(file, "utf8")).toContain(CODE)
})

test("an agent that could not be started is reported with a reason that is stored and shown", () => {
  const at = desk()
  const { run, dispatches, text } = at.json(`${node} run start two`, "my project")
  expect(text).toContain("If you cannot start an agent, run this instead of its command")
  const why = "'no agents left; try <later>'"
  const half = at.json(dispatches[1].failure.replace("REASON", why), "my project/src")
  expect(half.dispatches.map(({ answered }: { answered: boolean }) => answered)).toEqual([false, true])
  expect(at.sh(`${node} run show ${run}`, "home")).toContain("✗ right: no agents left; try <later>")
  expect(at.sh(`${node} run events ${run}`, "home")).toContain("reason=no agents left; try <later>")
  expect(at.sh(`${node} run show ${run} --step look --item right`, "home")).toBe("no agents left; try <later>\n")
  const wrong = spawnSync("sh", ["-c", `${node} run report ${run} --step look --item left --reason x`])
  expect([wrong.status, String(wrong.stderr).split("\n")[0]]).toEqual([
    2,
    "skillet: --reason needs --outcome fail or skip",
  ])
})
