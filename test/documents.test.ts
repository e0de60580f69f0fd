import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { commandEntries } from "../src/cli/commands.ts"
import { renderOverview } from "../src/cli/help.ts"
import { groupAbouts, topics } from "../src/cli/topics.ts"
import { problemCodes } from "../src/doctor/problem-codes.ts"
import { readSkilletLayer } from "../src/settings/settings-keys.ts"
import { fieldsPage } from "./fields-page.ts"
import { sourceFiles } from "./source-folders.ts"

const root = path.resolve(import.meta.dirname, "..")
const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8")

/** The pages beside the code: one for each subject, and for parts of the large ones. */
const besideCode = fs
  .readdirSync(root, { recursive: true, withFileTypes: true })
  .filter(({ name, parentPath }) => name === "README.md" && /^(?:src|packages)\b/.test(path.relative(root, parentPath)))
  .map(({ parentPath }) => path.relative(root, path.join(parentPath, "README.md")))
  .filter((page) => !page.includes("node_modules"))
  .toSorted()

const forUsers = fs
  .readdirSync(path.join(root, "docs"))
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`)

const forContributors = ["ARCHITECTURE.md", ...besideCode.filter((page) => !/\/(?:test|bench)\//.test(page))]

/** In the page of a package, a path begins at the package. */
function resolveNamed(page: string, named: string): string {
  const [, folder = ""] = /^(packages\/\w+\/)/.exec(page) ?? []
  return path.join(root, named.startsWith("packages/") ? "" : folder, named)
}

function findMissingNames(page: string, text: string): readonly string[] {
  const lists = text.matchAll(/((?:`\w+`(?:,| and)\s+)*`\w+`)(?:\s+\(|,\s+)`((?:packages\/\w+\/)?src\/[\w./-]+\.ts)`/g)
  return [...lists].flatMap(([, list = "", file = ""]) => {
    const at = resolveNamed(page, file)
    const source = fs.existsSync(at) ? fs.readFileSync(at, "utf8") : ""
    return [...list.matchAll(/`(\w+)`/g)]
      .map(([, name = ""]) => name)
      .filter(
        (name) => !new RegExp(`^(export )?(async )?(function|const|class|interface|type) ${name}\\b`, "m").test(source),
      )
      .map((name) => `${page}: ${name} (${file})`)
  })
}

test.each(forContributors)("every function that %s names exists in the file it names", (page) => {
  expect(findMissingNames(page, read(page))).toEqual([])
})

test("names that do not exist are found, also in a list and in a package", () => {
  const text = "`readSkill` and `readNothing` (`src/skill/read-skill.ts`), `readSkill`, `src/skill/gone.ts`"
  expect(findMissingNames("ARCHITECTURE.md", text)).toEqual([
    "ARCHITECTURE.md: readNothing (src/skill/read-skill.ts)",
    "ARCHITECTURE.md: readSkill (src/skill/gone.ts)",
  ])
  expect(findMissingNames("packages/scan/README.md", "`scanFile` (`src/scan-file.ts`)")).toEqual([])
})

/** Names in code marks, in prose or comments, that no source file uses. */
function findUnusedNames(text: string, used: ReadonlySet<string>): readonly string[] {
  return [...text.matchAll(/`([a-z]+[A-Z]\w*)(?:\(\))?`/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !used.has(name))
}

test("every name that pages and comments put in code marks is used in the sources", () => {
  const isComment = (line: string) => /^\s*(?:\/?\*|\/\/)/.test(line)
  const lines = sourceFiles(root).flatMap((file) => fs.readFileSync(file, "utf8").split("\n"))
  const code = lines.filter((line) => !isComment(line)).join("\n")
  const tests = ["fields-page.ts", "needs.ts"].map((name) => read(`test/${name}`)).join("\n")
  const others = ["userInvokable", "fixType"] // spellings that are read although they are wrong
  const used = new Set([...`${code}\n${tests}`.matchAll(/\w+/g)].map(([word]) => word).concat(others))
  const texts = ["README.md", "CONTRIBUTING.md", "GLOSSARY.md", ...forContributors, ...forUsers].map(read)
  expect(used.size).toBeGreaterThan(10_000)
  expect(findUnusedNames([...texts, ...lines.filter(isComment)].join("\n"), used)).toEqual([])
  expect(findUnusedNames("`readSkill` and `readNothing()`", used)).toEqual(["readNothing"])
})

/** Links of a page to files or headings that do not exist. A heading's address is its words, joined by hyphens. */
function findBrokenLinks(page: string, text: string): readonly string[] {
  const toAddress = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-")
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link)
  return links.filter((link) => {
    const [file = "", heading] = link.split("#")
    const at = file === "" ? page : path.join(path.dirname(page), file)
    if (/^https?:/.test(link)) return false
    if (!fs.existsSync(path.join(root, at))) return true
    const headings = [...read(at).matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => toAddress(title))
    return heading !== undefined && !headings.includes(heading)
  })
}

test.each(["README.md", "CONTRIBUTING.md", "GLOSSARY.md", ...forContributors, ...forUsers])(
  "every link in %s leads to a file and a heading that exist",
  (page) => expect(findBrokenLinks(page, read(page))).toEqual([]),
)

test("links that lead nowhere are found", () => {
  const links = ["library.md#runs", "library.md#walks", "nowhere.md", "#heading", "https://example.com/#x"]
  const text = `# Heading\n\n${links.map((link) => `[a](${link})`).join(" ")}`
  expect(findBrokenLinks("docs/library.md", text)).toEqual(["library.md#walks", "nowhere.md", "#heading"])
})

test("every subject with more than a few files has a page of 15 to 80 lines that begins with what it is for", () => {
  const subjects = fs
    .readdirSync(path.join(root, "src"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !["finding", "inbox", "problem", "text"].includes(entry.name))
    .map(({ name }) => `src/${name}/README.md`)
  expect(subjects.length).toBeGreaterThan(15)
  expect(subjects.filter((page) => !besideCode.includes(page))).toEqual([])
  const pages = besideCode.filter((page) => page.startsWith("src/"))
  const sizes = pages.map((page) => [page, read(page).split("\n").length] as const)
  expect(sizes.filter(([, lines]) => lines < 15 || lines > 81)).toEqual([])
  const titled = (page: string) => read(page).startsWith(`# ${page.slice("src/".length, -"/README.md".length)}\n\n`)
  expect(pages.filter((page) => !titled(page))).toEqual([])
})

test("ARCHITECTURE.md tells seven paths, each from its command to the file with the story", () => {
  const [, paths = ""] = /## Seven paths\n([\s\S]*?)\n## /.exec(read("ARCHITECTURE.md")) ?? []
  const told = paths
    .trim()
    .split(/\n\n/)
    .filter((text) => text.startsWith("**"))
  const stories = told.map((text) => [
    /`(src\/cli\/commands\/[\w/-]+\.ts)`/.exec(text)?.[1],
    /[Tt]he\s+story\s+is\s+`\w+`\s+\(`([\w./-]+)`\)/.exec(text)?.[1],
  ])
  expect(stories).toEqual([
    ["src/cli/commands/skills/list.ts", "src/catalog/list-skills.ts"],
    ["src/cli/commands/skills/render.ts", "src/render/render-skill.ts"],
    ["src/cli/commands/run/report.ts", "src/run/take-report.ts"],
    ["src/cli/commands/wake/hook.ts", "src/tasks/packet/assemble-packet.ts"],
    ["src/cli/commands/review/review.ts", "src/review/conduct-review.ts"],
    ["src/cli/commands/orchestrate/orchestrate.ts", "src/orchestrate/composite-workflow.ts"],
    ["src/cli/commands/mcp.ts", "src/mcp/open-offer.ts"],
  ])
  const numbered = stories.filter(([, story = ""]) => /^ \* 1\. [\s\S]*^ \* 4\. /m.test(read(story)))
  expect(numbered.length).toBe(7)
})

test("every file and directory that the documents name exists", () => {
  const docs = ["docs", "bench"].flatMap((folder) =>
    fs.readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  )
  const pages = ["README.md", "CONTRIBUTING.md", "GLOSSARY.md", ...forContributors, ...docs].filter((name) =>
    name.endsWith(".md"),
  )
  expect(pages.length).toBeGreaterThan(35)
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/`((?:src|packages|test|bench|docs|scripts|skills|examples)\/(?!out\/)\w[\w./-]*)`/g)].map(
      ([, name = ""]) => ({ page, name }),
    ),
  )
  expect(named.length).toBeGreaterThan(300)
  expect(named.filter(({ page, name }) => !fs.existsSync(resolveNamed(page, name)))).toEqual([])
})

test("the scanner's page lists the names of its entry, and there are few", () => {
  const entry = read("packages/scan/src/index.ts")
  const names = [...entry.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = ""]) =>
    list.split(",").map((name) => name.trim().replace(/^type /, "")),
  )
  const [, table = ""] = /## The entry\n([\s\S]*?)\n## /.exec(read("packages/scan/README.md")) ?? []
  const listed = [...table.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name)
  expect(listed.toSorted()).toEqual(names.toSorted())
  expect(names.length).toBeLessThanOrEqual(17)
})

test("the page on header fields is generated from the table", async () => {
  await expect(fieldsPage()).toMatchFileSnapshot("../docs/header-fields.md")
})

test("every variable of ours that the code reads is in docs/settings.md", () => {
  const sources = sourceFiles(root).map((file) => fs.readFileSync(file, "utf8"))
  const known = [...sources.join("\n").matchAll(/\["(SKILLET_[A-Z_]+)"[\],]/g)].map(([, name = ""]) => name)
  const forPeople = new Set(known.filter((name) => name !== "SKILLET_FAILPOINT"))
  const documented = [...read("docs/settings.md").matchAll(/^\| `(SKILLET_[A-Z_]+)`/gm)].map(([, name = ""]) => name)
  expect(documented.toSorted()).toEqual([...forPeople].toSorted())
})

test("the documents stay short enough to be read", () => {
  expect(Buffer.byteLength(read("ARCHITECTURE.md"))).toBeLessThanOrEqual(15 * 1024)
  expect(read("CONTRIBUTING.md").split("\n").length).toBeLessThan(50)
  expect(read("README.md").split("\n").slice(0, 30).join("\n")).toMatch(
    /\$ skillet list\n[\s\S]*\$ skillet why deploy\n/,
  )
})

test("README, package and help say in the same sentence what Skillet is", () => {
  const { description } = JSON.parse(read("package.json"))
  const opening = (text: string) => text.trim().split("\n\n")[0]?.replaceAll("\n", " ")
  const overview = renderOverview(commandEntries, { topics, groupAbouts })
  expect(description).toMatch(/^Skillet shows which skills .* no step is lost\.$/)
  expect([opening(read("README.md").replace("# Skillet\n", "")), opening(overview)]).toEqual([description, description])
})

test("the README has one example for each group of the help, in the same order", () => {
  const rows = [...read("README.md").matchAll(/^\| ([A-Z][\w ]+) \| `skillet ([a-z]+)/gm)]
  expect(rows.map(([, title]) => title)).toEqual(topics.map(({ title }) => title))
  const isIn = ([, title, word = ""]: RegExpExecArray) =>
    topics.some((one) => one.title === title && one.words.includes(word))
  expect(rows.filter((row) => !isIn(row)).map(([text]) => text)).toEqual([])
})

test("the example in docs/settings.md is a settings file without problems, and a mistake in it would be found", () => {
  const [, yaml = ""] = /```yaml\n([\s\S]*?)```/.exec(read("docs/settings.md")) ?? []
  const { value, problems } = readSkilletLayer("/config.yaml", yaml, "user")
  expect(problems).toEqual([])
  expect(value.permissions).toMatchObject({ allow: ["Bash(git log:*)"], deny: ["Skill(hotfix)"] })
  expect(
    readSkilletLayer("/config.yaml", yaml.replace("sandbox: preferred", "sandbox: prefered"), "user").problems,
  ).toHaveLength(1)
})

test("every problem code is produced by some source file", () => {
  const sources = sourceFiles(root)
    .filter((file) => path.basename(file) !== "problems.ts")
    .map((file) => fs.readFileSync(file, "utf8"))
    .join("\n")
  expect(problemCodes.filter((code) => !sources.includes(`"${code}"`))).toEqual([])
})
