import { spawn } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { fileURLToPath } from "node:url"
import fc from "fast-check"
import { expect, test } from "vitest"
import { readCommand } from "../src/shell/reading/read-command.ts"
import { decideCommand } from "../src/shell/judge/decide-command.ts"
import { findOptionFault, judgeWords } from "../src/shell/judge/options/check-options.ts"
import { isOperandKind } from "../src/shell/judge/options/judge-kind.ts"
import { defineProgram, type ProgramRow, readRow } from "../src/shell/judge/options/programs/program-entry.ts"
import { describeWith } from "./needs.ts"
import {
  generateUse,
  isInstalled,
  type ListedUse,
  listOptions,
  listUses,
  spellEveryOption,
  spellEveryValue,
} from "./shell/generate-uses.ts"
import { hasCompiler, hasNamespaces, runAmongCanaries, type Touched } from "./shell/run-among-canaries.ts"

const wanted = Number(process.env["SKILLET_CANARIES"] ?? 400)
const seed = Number(process.env["SKILLET_FUZZ_SEED"] ?? 20_251)
const isLong = wanted >= 5000
const uses = listUses()

/** Programs that take a second to start are left to the long run, which gives each row of the table a few of them. */
const SLOW =
  /^(?:npm|pnpm|yarn|npx|bun|bunx|gcloud|aws|az|terraform|tofu|helm|kubectl|docker|composer|cargo|go|dotnet|man|pip3?|uv|poetry|mvn|gradle) ?/
const isRun = (use: ListedUse) => isInstalled(use) && (isLong || !SLOW.test(use.name))
const MOST_SLOW = 20

function isAllowed({ name }: ListedUse, command: string): boolean {
  return decideCommand(command, { allow: [`Bash(${name}:*)`, "Bash(cat:*)"] }).decision === "allow"
}

/** What a program may do because that is what it is for; everything else that was touched is a fault. */
function listFaults({ row }: ListedUse, { command, found }: Touched): readonly string[] {
  const { takes, kinds } = readRow(row)
  const all = [...takes.before, takes.many, ...takes.after, ...kinds.values()]
  const runsProject = all.some((kind) => kind === "code" || kind === "argument" || kind === "name")
  return found
    .filter((each) => !(each === "connects" && row.more.network === true))
    .filter((each) => !(each === "runs inside" && runsProject))
    .map((each) => `${command}: ${each}`)
}

async function findTouches(asked: readonly (readonly [ListedUse, string])[]): Promise<readonly string[]> {
  const ran = await runAmongCanaries(
    asked.map(([, command]) => command),
    isLong ? 1500 : 400,
  )
  return ran.flatMap((each, at) => {
    const use = asked[at]?.[0]
    return use === undefined ? [] : listFaults(use, each)
  })
}

/** Allowed commands of programs that are here, about the same number for each row of the table. */
function sampleAllowed(count: number): readonly (readonly [ListedUse, string])[] {
  const here = [...new Set(uses.filter(isRun).map(({ row }) => row))].map((row) =>
    uses.filter((use) => use.row === row && isRun(use)),
  )
  const each = Math.ceil((count / here.length) * 2)
  const found = here.map((names) => {
    const isSlow = names.every(({ name }) => SLOW.test(name))
    return sampleRow(names, isSlow ? Math.min(each, MOST_SLOW) : each)
  })
  const rounds = Math.max(...found.map((list) => list.length))
  return Array.from({ length: rounds }, (_, round) =>
    found.flatMap((list) => (list[round] === undefined ? [] : [list[round]])),
  )
    .flat()
    .slice(0, count)
}

/** Different allowed commands of one row; a row that allows few commands has fewer than wanted. */
function sampleRow(names: readonly ListedUse[], count: number): readonly (readonly [ListedUse, string])[] {
  const command = fc.constantFrom(...names).chain((use) => generateUse(use).map((text) => [use, text] as const))
  const found = new Map<string, readonly [ListedUse, string]>()
  for (let round = 0; round < 6 && found.size < count; round++) {
    for (const one of fc.sample(command, { numRuns: count, seed: seed + round })) {
      if (found.size < count && !found.has(one[1]) && isAllowed(one[0], one[1])) found.set(one[1], one)
    }
  }
  return [...found.values()]
}

/** Each option of each row once for every name of a program that starts quickly, and for one name of a slow one. */
function listOptionUses(): readonly ListedUse[] {
  const asked = new Set<string>()
  return uses.filter((use) => {
    if (!isRun(use)) return false
    const key = `${use.name.split(" ", 1)[0]} ${use.row.of.join("|")}`
    if (!SLOW.test(use.name)) return true
    const isFirst = !asked.has(key)
    asked.add(key)
    return isFirst
  })
}

test("every kind that the table names is one that words are judged by", () => {
  const unknown = uses.flatMap(({ name, row }) => {
    const { takes, kinds, spelled } = readRow(row)
    const values = [...spelled.values()].flatMap(({ value }) => value ?? [])
    const all = [...takes.before, takes.many ?? "text", ...takes.after, ...kinds.values(), ...values]
    return all.filter((kind) => !isOperandKind(kind) && row.more.like?.[kind] === undefined).map((kind) => [name, kind])
  })
  expect(unknown).toEqual([])
})

test("every option of the table is either allowed by a rule for its program, or needs one that spells it", () => {
  const options = uses.flatMap((use) => listOptions(readRow(use.row)).map((option) => [use, option] as const))
  expect(options.length).toBeGreaterThan(9000)
  const wrong = options.filter(([use, option]) => {
    const why = readRow(use.row).spelled.get(option)?.why
    const needsSpelling = why !== undefined && why !== "changes"
    const alone = use.row.more
    const fault = judgeByRow(use.row, `${use.name} '${option}'`)
    return needsSpelling
      ? fault === undefined
      : fault !== undefined && alone.never === undefined && alone.operand === undefined
  })
  expect(wrong.map(([{ name }, option]) => `${name} ${option}`)).toEqual([])
})

/** The decision by one row alone, under a rule that names the program and nothing else. */
function judgeByRow(row: ProgramRow, command: string): string | undefined {
  const words = readCommand(command).commands[0]?.words ?? []
  const name = row.of.find((each) => command.startsWith(`${each} `)) ?? ""
  const from = name.split(" ").length
  const spelled = (at: number) => (at < from ? { text: "", whole: true } : undefined)
  const look = judgeWords(words, { spelled }, { given: new Map() })
  return findOptionFault(look, { entry: readRow(row), from, name })
}

/** What the commands touch that a planted row would allow. */
async function findPlanted(row: ProgramRow): Promise<readonly string[]> {
  const use = { name: row.of[0] ?? "", row }
  const allowed = spellEveryValue(use).filter((command) => judgeByRow(row, command) === undefined)
  return findTouches(allowed.map((command) => [use, command] as const))
}

describeWith(
  { missing: hasNamespaces() ? undefined : "bubblewrap cannot make a namespace here", isRequiredInCi: true },
  "commands that the policy allows, among canaries",
  () => {
    test(`none of ${wanted} touches one`, { timeout: 3_600_000 }, async () => {
      const sample = sampleAllowed(wanted)
      expect(sample.length).toBe(wanted)
      expect(await findTouches(sample)).toEqual([])
    })

    test("nor does any with an option of the table", { timeout: 3_600_000 }, async () => {
      const spelled = listOptionUses()
        .flatMap((use) => spellEveryOption(use).map((command) => [use, command] as const))
        .filter(([use, command]) => isAllowed(use, command))
      expect(spelled.length).toBeGreaterThan(3000)
      const some = isLong ? spelled : spelled.filter((_, at) => at % 40 === 0)
      expect(await findTouches(some)).toEqual([])
    })

    test.each([
      ["a written file taken for text", defineProgram("sort", { valued: "o", takes: "read*" }), "writes outside"],
      ["a written operand taken for text", defineProgram("tee", { takes: "text*" }), "writes outside"],
      ["a directory of tools taken for text", defineProgram("touch", { takes: "text*" }), "writes to tools"],
      ["code outside taken for text", defineProgram("awk", { valued: "f", takes: "text*" }), "runs outside"],
      ["code of the project taken for text", defineProgram("make", { valued: "f", takes: "read*" }), "runs inside"],
      ["an option that runs a program", defineProgram("split", { long: "filter=", takes: "read*" }), "runs"],
      ["a command taken for text", defineProgram("nice", { takes: "text*" }), "runs outside"],
      ["an address taken for text", defineProgram("curl", { flags: "s", takes: "text*" }), "connects"],
      [
        "a sent file taken for text",
        defineProgram("curl", { valued: "d", takes: "text*" }, { network: true }),
        "sends a file",
      ],
      [
        "a written operand taken for a directory beside the project",
        defineProgram("mkdir", { takes: "sibling*" }),
        "writes outside",
      ],
      ["an address taken for a name", defineProgram("curl", { takes: "name*" }), "connects"],
      ["code taken for a package", defineProgram("make", { kinds: { package: "-f" }, takes: "text*" }), "runs inside"],
      ["an address taken for an argument", defineProgram("curl", { takes: "argument*" }), "connects"],
      ["an endpoint of a program without a network entry", defineProgram("curl", { takes: "endpoint*" }), "connects"],
      [
        "an archive that is written taken for one that is read",
        defineProgram("tar -c", { kinds: { archive: "-f" }, takes: "read*" }, { reads: /^-f/ }),
        "writes outside",
      ],
      [
        "a command after two hyphens taken for words of a test program",
        defineProgram("nice", { takes: "text" }, { passes: "<test program>" }),
        "runs outside",
      ],
    ])("a planted entry is found: %s", async (_, row, touch) => {
      expect(await findPlanted(row)).toContainEqual(expect.stringContaining(touch))
    })

    test.each(["direct", "worker"])(
      "a driver ends when its parent is killed: %s",
      { timeout: 60_000 },
      async (mode) => {
        const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-drivers-")))
        for (const folder of ["home", "control"]) fs.mkdirSync(path.join(root, folder))
        const started = path.join(root, "control/started")
        fs.writeFileSync(
          path.join(root, "control/driver.mjs"),
          `import fs from "node:fs"; setInterval(() => fs.appendFileSync("/home/control/started", "x"), 50)`,
        )
        const parent = spawn(process.execPath, [
          fileURLToPath(new URL("shell/canary-parent.mjs", import.meta.url)),
          mode,
          root,
        ])
        try {
          await expect.poll(() => fs.existsSync(started), { timeout: 20_000 }).toBe(true)
          parent.kill("SIGKILL")
          const measure = () => fs.statSync(started).size
          const isStill = async () => {
            const before = measure()
            await new Promise((resolve) => setTimeout(resolve, 300))
            return measure() === before
          }
          await expect.poll(isStill, { timeout: 20_000 }).toBe(true)
        } finally {
          parent.kill("SIGKILL")
          fs.rmSync(root, { recursive: true, force: true })
        }
      },
    )
  },
)

describeWith(
  {
    missing: hasNamespaces() && hasCompiler() ? undefined : "bubblewrap or a C compiler is missing",
    isRequiredInCi: true,
  },
  "a library among the canaries",
  () => {
    test("a planted entry is found: a library taken for text", async () => {
      const row = defineProgram("nm", { long: "plugin=", takes: "read*" })
      expect(await findPlanted(row)).toContainEqual(expect.stringContaining("runs inside"))
    })
  },
)
