import { execFileSync, spawn } from "node:child_process"
import { createHash } from "node:crypto"
import fs from "node:fs"
import http from "node:http"
import path from "node:path"
import zlib from "node:zlib"
import { expect, onTestFinished, test } from "vitest"
import { writeTar } from "../../src/install/archive/write-tar.ts"
import { computeHash } from "../../src/install/lock/other-locks.ts"
import { plantProject, writeSkill } from "./install-project.ts"
import { cli } from "./run-cli.ts"

test("a marketplace: a plugin's skills by plugin or plugin:name, and plugins elsewhere are named", () => {
  const { publish, run, lock } = plantProject()
  publish("market", {
    ".claude-plugin/marketplace.json": JSON.stringify({
      name: "market",
      plugins: [
        { name: "powers", source: "./plugins/powers" },
        { name: "docs", source: "./", skills: ["./skills/pdf"] },
        { name: "far", source: { source: "github", repo: "acme/far", ref: "v1" } },
      ],
    }),
    "plugins/powers/skills/brainstorm/SKILL.md": writeSkill("brainstorm"),
    "plugins/powers/skills/chase/SKILL.md": writeSkill("chase"),
    "skills/pdf/SKILL.md": writeSkill("pdf"),
    "node_modules/x/SKILL.md": writeSkill("x"),
  })
  expect(run("add", "acme/market", "--yes").err).toContain("it has 3 skills: brainstorm, chase, pdf")
  expect(run("add", "acme/market@far", "--yes").err).toContain("add 'acme/far#v1'")
  expect(run("add", "acme/market", "--skill", "powers", "--yes").code).toBe(0)
  expect(run("add", "acme/market", "--skill", "docs:pdf", "--yes").code).toBe(0)
  expect(Object.entries(lock().skills).map(([name, { source }]) => [name, source["plugin"]])).toEqual([
    ["brainstorm", "powers"],
    ["chase", "powers"],
    ["pdf", "docs"],
  ])
})

test("a monorepo with 80 skills, a repository that is one skill, and a skill named otherwise than its directory", () => {
  const { publish, run, runWith, lock, at, plant } = plantProject()
  const git = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim()
  const names = Array.from({ length: 80 }, (_, nth) => `skill-${nth}`)
  publish("mono", Object.fromEntries(names.map((name) => [`packages/${name}/SKILL.md`, writeSkill(name)])))
  publish("one", { "SKILL.md": writeSkill("whole"), "README.md": "x" })
  publish("named", { "skills/a/SKILL.md": writeSkill("alpha"), "skills/b/SKILL.md": writeSkill("beta") })
  plant({ "bin/git": `#!/bin/sh\necho "$@" >> ${at("asked")}\nexec ${git} "$@"\n` })
  fs.chmodSync(at("bin/git"), 0o755)
  const counted = { PATH: `${at("bin")}:${process.env["PATH"]}` }
  const countFetches = () => fs.readFileSync(at("asked"), "utf8").match(/ fetch /g)?.length
  expect(runWith(counted, "add", "acme/mono", "--all", "--yes").code).toBe(0)
  // One for the commit and its names, one for the contents of all skills.
  expect(countFetches()).toBe(2)
  for (const folder of ["cache", "project/.agents"]) fs.rmSync(at(folder), { recursive: true })
  expect(runWith(counted, "ci").code).toBe(0)
  expect(countFetches()).toBe(4)
  expect(run("add", "acme/one", "--yes").code).toBe(0)
  expect(run("add", "acme/named@beta", "--yes").code).toBe(0)
  expect(Object.keys(lock().skills)).toHaveLength(82)
  expect(lock().skills["beta"]?.source["path"]).toBe("skills/b")
  expect(lock().skills["whole"]?.source["path"]).toBe(".")
  expect(run("verify").code).toBe(0)
})

test("a branch, a tag and a commit are resolved to the commit, and what was typed is kept apart", () => {
  const { publish, run, lock, git, plant, commit } = plantProject()
  const first = publish("tagged", { "a/SKILL.md": writeSkill("a") })
  git("upstream/tagged", "tag", "-a", "v1", "-m", "v1")
  plant({ "upstream/tagged/a/SKILL.md": writeSkill("a", "Newer.\n") })
  const second = commit("upstream/tagged", "two")
  const add = (source: string) => {
    expect(run("add", source, "--yes").code).toBe(0)
    const { commit: pinned, ref } = lock().skills["a"]?.source ?? {}
    return [pinned, ref]
  }
  expect(add("acme/tagged#v1@a")).toEqual([first, "v1"])
  expect(add("acme/tagged#main")).toEqual([second, "main"])
  expect(add(`acme/tagged#${first}`)).toEqual([first, first])
  expect(run("add", `acme/tagged#${first.slice(0, 8)}`, "--yes").err).toContain("write all 40 digits")
})

test("pack gives the same bytes twice, publish lists them with digests, and both can be installed", async () => {
  const { run, plant, at, lock, project, env } = plantProject({
    "own/pdf/SKILL.md": writeSkill("pdf"),
    "own/pdf/run.sh": "#!/bin/sh\n",
  })
  fs.chmodSync(at("own/pdf/run.sh"), 0o755)
  const [one, two] = ["x", "y"].map((into) => {
    expect(run("pack", "../own", "--output", at(into)).code).toBe(0)
    fs.utimesSync(at("own/pdf/run.sh"), 1, 1)
    return fs.readFileSync(at(`${into}/pdf.tar.gz`))
  })
  expect(one?.equals(two ?? Buffer.alloc(0))).toBe(true)
  expect(execFileSync("tar", ["-tvzf", at("x/pdf.tar.gz")], { encoding: "utf8" })).toMatch(
    /-rw-r--r--.*pdf\/SKILL\.md\n-rwxr-xr-x.*pdf\/run\.sh/,
  )
  expect(run("publish", "../own", "--well-known", at("public"))).toMatchObject({
    code: 0,
    out: expect.stringContaining("nothing was uploaded"),
  })
  const index = at("public/.well-known/agent-skills/index.json")
  const sum = createHash("sha256")
    .update(one ?? "")
    .digest("hex")
  expect(JSON.parse(fs.readFileSync(index, "utf8"))).toMatchObject({
    skills: [{ name: "pdf", type: "archive", digest: `sha256:${sum}` }],
  })
  const server = http.createServer((request, response) => {
    const file = path.join(at("public"), request.url ?? "")
    if (fs.existsSync(file)) response.end(fs.readFileSync(file))
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { readonly port: number }
  expect(await start(["add", `http://127.0.0.1:${port}`, "--yes"], { project, env })).toBe(0)
  expect(lock().skills["pdf"]?.source).toMatchObject({ type: "well-known", name: "pdf", digest: `sha256:${sum}` })
  expect(run("verify").code).toBe(0)
  // A byte of the archive that the index does not know about.
  run("remove", "pdf")
  const tampered = Buffer.from(one ?? "")
  tampered[600] = 0x41
  plant({ "public/.well-known/agent-skills/pdf.tar.gz": tampered })
  expect(run("add", `../public/.well-known/agent-skills/index.json`, "--yes")).toMatchObject({
    code: 1,
    err: expect.stringContaining("install.digest-differs"),
  })
})

test("npm:package is downloaded by npm from the user's registry, pinned by version and integrity, and runs no script", async () => {
  const { project, env, at, lock, list } = plantProject()
  const manifest = {
    name: "acme-skills",
    version: "1.2.3",
    scripts: { prepack: `touch ${at("ran")}`, install: `touch ${at("ran")}` },
  }
  const file = (text: string) => ({ mode: "644" as const, bytes: Buffer.from(text) })
  const archive = zlib.gzipSync(
    writeTar(
      new Map([
        ["package/package.json", file(JSON.stringify(manifest))],
        ["package/skills/npmed/SKILL.md", file(writeSkill("npmed"))],
      ]),
    ),
  )
  const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`
  const server = http.createServer((request, response) => {
    const { port } = server.address() as { readonly port: number }
    if (request.url?.endsWith(".tgz") === true) return response.end(archive)
    const dist = { tarball: `http://127.0.0.1:${port}/acme-skills-1.2.3.tgz`, integrity }
    return response.end(
      JSON.stringify({
        name: "acme-skills",
        "dist-tags": { latest: "1.2.3" },
        versions: { "1.2.3": { ...manifest, dist } },
      }),
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { readonly port: number }
  fs.writeFileSync(at("home/.npmrc"), `registry=http://127.0.0.1:${port}/\n`)
  expect(await start(["add", "npm:acme-skills@^1", "--yes"], { project, env })).toBe(0)
  expect(lock().skills["npmed"]?.source).toEqual({
    type: "npm",
    package: "acme-skills",
    ref: "^1",
    version: "1.2.3",
    integrity,
    path: "skills/npmed",
  })
  expect(list()).toEqual([".agents/skills/npmed/SKILL.md", "skillet.lock"])
  expect(fs.existsSync(at("ran"))).toBe(false)
})

test("verify checks skills-lock.json, and says so when only the order of another language gives its checksum", () => {
  const files = { "SKILL.md": writeSkill("old"), "aa.md": "1", "z.md": "2" }
  const hashed = Object.entries(files).map(([name, text]) => ({
    path: name,
    bytes: Buffer.from(text),
    executable: false,
  }))
  const { run, plant } = plantProject(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`project/.agents/skills/old/${name}`, text])),
  )
  const write = (computedHash: string) =>
    plant({
      "project/skills-lock.json": JSON.stringify({
        version: 1,
        skills: { old: { source: "a/b", sourceType: "github", computedHash } },
      }),
    })
  write(computeHash(hashed, "en"))
  expect(run("verify")).toMatchObject({ code: 0, err: "", out: expect.stringContaining("1 with the same checksum") })
  write(computeHash(hashed, "da"))
  expect(run("verify")).toMatchObject({
    code: 0,
    err: expect.stringContaining("only in the order of another language (da)"),
  })
  write("0".repeat(64))
  expect(run("verify")).toMatchObject({ code: 1, err: expect.stringContaining("its content has another checksum") })
  plant({ "project/skills-lock.json": "{" })
  expect(run("verify")).toMatchObject({ code: 1, err: expect.stringContaining("cannot be checked: it is not JSON") })
})

test("verify --global checks .skill-lock.json by the id that git gives to the directory", () => {
  const { run, plant, publish, git } = plantProject({
    "home/.agents/skills/g/SKILL.md": writeSkill("g"),
    "home/.agents/skills/g/a/b.md": "b",
  })
  publish("g", { "g/SKILL.md": writeSkill("g"), "g/a/b.md": "b" })
  const id = git("upstream/g", "rev-parse", "HEAD:g")
  const write = (skillFolderHash: string) =>
    plant({
      "home/.agents/.skill-lock.json": JSON.stringify({
        version: 3,
        skills: { g: { source: "a/g", skillFolderHash } },
      }),
    })
  write(id)
  expect(run("verify", "--global")).toMatchObject({ code: 0, out: expect.stringContaining("1 with the same checksum") })
  write(id.replace(/^./, (digit) => (digit === "0" ? "1" : "0")))
  expect(run("verify", "--global").code).toBe(1)
})

test("sbom lists every skill with its digest, license and source, the same text each time", () => {
  const { run, publish, lock } = plantProject()
  publish("bom", {
    "a/SKILL.md": writeSkill("a", undefined, "license: MIT\nrequires: [b]\n"),
    "b/SKILL.md": writeSkill("b"),
  })
  run("add", "acme/bom", "--all", "--yes")
  const { out } = run("sbom")
  expect(JSON.parse(out)).toMatchObject({
    bomFormat: "CycloneDX",
    components: [
      {
        name: "a",
        licenses: [{ license: { name: "MIT" } }],
        hashes: [{ content: lock().skills["a"]?.digest.replace("sha256:", "") }],
      },
      { name: "b" },
    ],
    dependencies: [{ ref: "skill:a", dependsOn: ["skill:b"] }, { ref: "skill:b" }],
  })
  expect(run("sbom").out).toBe(out)
  expect(run("remove", "b")).toMatchObject({ code: 1, err: expect.stringContaining("a needs b") })
})

/** The servers of a test are in its own process, which must go on while the command runs. */
function start(
  words: readonly string[],
  { project, env }: { readonly project: string; readonly env: Readonly<Record<string, string>> },
): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, ...words], { cwd: project, env, stdio: "ignore" })
    child.on("close", resolve)
  })
}
