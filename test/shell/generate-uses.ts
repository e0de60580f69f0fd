import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import fc from "fast-check"
import { nestingPrograms } from "../../src/shell/judge/options/programs/nesting-programs.ts"
import { programTable } from "../../src/shell/judge/options/programs/find-entry.ts"
import { type ProgramEntry, type ProgramRow, readRow } from "../../src/shell/judge/options/programs/program-entry.ts"

/** A program, or a sub-command, that the table lists. */
export interface ListedUse {
  readonly name: string
  readonly row: ProgramRow
}

/** Every name in the table; rows that only other rows refer to are no programs. */
export function listUses(rows: readonly ProgramRow[] = [...programTable, ...nestingPrograms]): readonly ListedUse[] {
  return rows.flatMap((row) => row.of.filter((name) => !name.startsWith("<")).map((name) => ({ name, row })))
}

export function isInstalled({ name }: ListedUse): boolean {
  const program = name.split(" ", 1)[0] ?? ""
  const known = installed.get(program) ?? spawnSync("which", [program], { stdio: "ignore" }).status === 0
  installed.set(program, known)
  return known
}

const installed = new Map<string, boolean>()

/** Where the canaries are, inside the namespace. */
export const HOME = "/home/u"
export const PORT = 4999

/** Words of every kind: what is meant, and what a mistaken entry would let through. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  text: ["x", "1", "a.txt", "TODO", "evil", "a=b"],
  number: ["1", "2"],
  read: ["a.txt", "b.txt", `${HOME}/secret`],
  write: ["out.txt", "dist/out", `${HOME}/.bashrc`, "../x", ".git/hooks/pre-commit", "node_modules/.bin/git"],
  code: [
    "evil",
    "./evil",
    `${HOME}/evil`,
    "../evil",
    "Makefile",
    "evil.mk",
    "evil.awk",
    "evil.sed",
    `${HOME}/evil.awk`,
    "./evil.so",
    `${HOME}/evil.so`,
    ".",
  ],
  sent: ["a.txt", `${HOME}/secret`, ".env"],
  address: [`http://127.0.0.1:${PORT}/x`, `127.0.0.1:${PORT}`, `http://127.0.0.1:${PORT}/$(cat ${HOME}/secret)`],
  odd: ["--", "-", "@evil.args", "!./evil", "|./evil", "+!./evil", "/dev/stdin", ".claude/x", `@${HOME}/secret`, "-x"],
}

export const everyValue: readonly string[] = Object.values(VALUES).flat()

/** The options of an entry as people write them, with the kind of a value if they take one. */
export function listOptions(entry: ProgramEntry): readonly string[] {
  const hyphens = entry.style === "words" ? "-" : "--"
  const letters = [...entry.flags, ...entry.valued, ...entry.attached].map((letter) => `-${letter}`)
  const long = [...entry.long].map((name) => `${hyphens}${name}`)
  return [...new Set([...letters, ...long, ...entry.kinds.keys(), ...entry.spelled.keys()])]
}

/** The options that a program on this machine says it has; sub-commands that share a row of the table are asked once. */
export function readHelpOptions({ name, row }: ListedUse): readonly string[] {
  const words = name.split(" ")
  const asked = `${words[0]} ${row.of.join("|")}`
  const known = helpOptions.get(asked)
  if (known !== undefined) return known
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-help-"))
  const { stdout, stderr } = spawnSync(words[0] ?? "", [...words.slice(1), "--help"], {
    encoding: "utf8",
    input: "",
    timeout: 5000,
    cwd: home,
    env: { PATH: process.env["PATH"], LC_ALL: "C", HOME: home, GIT_PAGER: "cat", MANPAGER: "cat" },
  })
  fs.rmSync(home, { recursive: true, force: true })
  const found = `${stdout}\n${stderr}`.matchAll(/(?:^|[\s,[|])(--[a-z][\w-]+|-[A-Za-z0-9])\b/g)
  const options = [...new Set([...found].map(([, option = ""]) => option))]
  helpOptions.set(asked, options)
  return options
}

const helpOptions = new Map<string, readonly string[]>()

/** One command for each option of an entry in each of its spellings, so that none is left out. */
export function spellEveryOption({ name, row }: ListedUse): readonly string[] {
  const entry = readRow(row)
  const values = [...entry.kinds].flatMap(([option, kind]) =>
    (VALUES[kind] ?? []).map((value) => [option, value] as const),
  )
  return [
    ...listOptions(entry).map((option) => `${name} ${quote(option)}`),
    ...values.flatMap(([option, value]) => spellValue(name, option, value)),
  ]
}

/** Every option that takes a value, with words of every kind, whatever the table says they are. */
export function spellEveryValue({ name, row }: ListedUse): readonly string[] {
  const entry = readRow(row)
  const long = [...entry.longValued].map((option) => `${entry.style === "words" ? "-" : "--"}${option}`)
  const valued = [...entry.valued].map((letter) => `-${letter}`)
  const operands = everyValue.flatMap((value) => [`${name} ${quote(value)}`, `${name} -- ${quote(value)}`])
  return [
    ...operands,
    ...[...long, ...valued, ...entry.kinds.keys()].flatMap((option) =>
      everyValue.flatMap((value) => spellValue(name, option, value)),
    ),
  ]
}

function spellValue(name: string, option: string, value: string): readonly string[] {
  const isLetter = /^-\w$/.test(option)
  return [`${name} ${option} ${quote(value)} a.txt`, `${name} ${option}${isLetter ? "" : "="}${quote(value)} a.txt`]
}

/** Random commands: options of the table and of the real program, in all spellings, with words of every kind. */
export function generateUse(use: ListedUse): fc.Arbitrary<string> {
  const entry = readRow(use.row)
  const lists = [listOptions(entry), isInstalled(use) ? readHelpOptions(use) : []].filter((list) => list.length > 0)
  const value = fc.constantFrom(...everyValue)
  const option = lists.length === 0 ? fc.constant("") : fc.oneof(...lists.map((list) => fc.constantFrom(...list)))
  const spelled = fc.oneof(
    option,
    fc.tuple(option, value).map(([name, text]) => `${name} ${quote(text)}`),
    fc.tuple(option, value).map(([name, text]) => `${name}=${quote(text)}`),
    fc.tuple(option, value).map(([name, text]) => `${name}${quote(text)}`),
    option.map((name) => (name.startsWith("--") ? name.slice(0, -1) : name)),
    fc.tuple(option, option).map(([one, two]) => (/^-\w$/.test(one) && /^-\w$/.test(two) ? one + two.slice(1) : one)),
  )
  const word = fc.oneof(
    { weight: 12, arbitrary: spelled },
    { weight: 8, arbitrary: value.map(quote) },
    { weight: 1, arbitrary: fc.constant("--") },
  )
  const words = fc.array(word, { maxLength: 5 })
  return words.map((each) => [use.name, ...each].filter((word) => word !== "").join(" "))
}

/** Substitutions stay as they are, in double quotes. */
function quote(text: string): string {
  if (text.includes("$(")) return `"${text}"`
  return /^[\w./=:-]+$/.test(text) ? text : `'${text}'`
}
