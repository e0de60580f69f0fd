import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import ts from "typescript"
import { expect, test } from "vitest"
import { garden, skillText } from "../plant.ts"

const root = path.resolve(import.meta.dirname, "../..")
const page = fs.readFileSync(path.join(root, "docs/library.md"), "utf8")

/** Programs of the page, each with what it prints. */
const examples = [...page.matchAll(/^```ts\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```$/gm)].map(
  ([, code = "", printed = ""]) => ({ code, printed }),
)

/** A project with one skill and one fault in its code, in which the built package is installed. */
function plantProject() {
  const planted = garden({
    "project/.agents/skills/deploy/SKILL.md": skillText("Deploys the project."),
    "project/server.js": "export function run(req) {\n  return eval(req.query.code)\n}\n",
  })
  const { plant, at } = planted
  fs.mkdirSync(at("project/node_modules/@types"), { recursive: true })
  fs.symlinkSync(root, at("project/node_modules/skillet"))
  fs.symlinkSync(path.join(root, "node_modules/@types/node"), at("project/node_modules/@types/node"))
  plant({ "project/package.json": '{ "type": "module" }\n' })
  return planted
}

test("every program on the page comes with what it prints", () => {
  expect(examples.length).toBeGreaterThanOrEqual(4)
  expect([...page.matchAll(/^```ts$/gm)]).toHaveLength(examples.length)
})

test("the programs on the page compile with the package's declarations", () => {
  const { plant, project } = plantProject()
  for (const [nth, { code }] of examples.entries()) plant({ [`project/example-${nth}.ts`]: code })
  const { compilerOptions } = JSON.parse(fs.readFileSync(path.join(root, "tsconfig.json"), "utf8")) as {
    readonly compilerOptions: object
  }
  const options = { ...compilerOptions, paths: {} }
  plant({ "project/tsconfig.json": JSON.stringify({ compilerOptions: options, include: ["*.ts"] }) })
  expect(compile(project)).toEqual({ stdout: "", status: 0 })
})

test("a CommonJS program compiles with the package's declarations too", () => {
  const { plant, project } = plantProject()
  const options = { module: "node16", target: "es2022", types: ["node"], strict: true, noEmit: true }
  plant({
    "project/tsconfig.json": JSON.stringify({ compilerOptions: options, include: ["*.cts"] }),
    "project/required.cts": `import { openSkillet, SkilletError, version } from "skillet"
import { AgentFailure } from "skillet/drivers"
export const shown = openSkillet({ cwd: "." }).show("deploy")
export const failure: SkilletError = new AgentFailure("agent.failed", "no", { retry: "no", next: "none" })
// @ts-expect-error: it is a string
export const wrong: number = version
`,
  })
  expect(compile(project)).toEqual({ stdout: "", status: 0 })
})

function compile(project: string) {
  const tsc = path.join(root, "node_modules/ts7/bin/tsc")
  const { stdout, status } = spawnSync(process.execPath, [tsc, "-p", project], { encoding: "utf8" })
  return { stdout, status }
}

test.each(examples.map((example, nth) => [nth + 1, example] as const))(
  "program %i on the page prints what the page says",
  (_, { code, printed }) => {
    const { plant, options, project } = plantProject()
    const { outputText } = ts.transpileModule(code, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
    })
    plant({ "project/example.js": outputText })
    const env = { ...options.env, NO_COLOR: "1" }
    const ran = spawnSync(process.execPath, ["example.js"], { cwd: project, env, encoding: "utf8" })
    expect({ out: ran.stdout, err: ran.stderr, code: ran.status }).toEqual({ out: printed, err: "", code: 0 })
  },
)
