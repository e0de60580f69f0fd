import fs from "node:fs"
import path from "node:path"
import yaml from "js-yaml"

const folder = path.resolve(import.meta.dirname, "../docs/scale")

export const composeFile = path.join(folder, "compose.yaml")
export const unitFile = path.join(folder, "skillet-worker@.service")

export interface ComposeService {
  readonly image: string
  readonly build?: { readonly context: string; readonly dockerfile_inline: string }
  readonly command?: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly configs?: readonly { readonly source: string; readonly target: string }[]
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly stop_grace_period?: string
  readonly [key: string]: unknown
}

export interface Compose {
  readonly services: Readonly<Record<"postgres" | "tables" | "worker", ComposeService>>
  readonly configs: Readonly<Record<string, { readonly content: string }>>
  readonly volumes: Readonly<Record<string, null>>
}

type Values = Readonly<Record<string, string>>

const VARIABLE = /\$\{(\w+):\?[^}]*\}/g

/** The variables without which the compose file cannot be used. */
export function listComposeVariables(text = fs.readFileSync(composeFile, "utf8")): readonly string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([, name = ""]) => name))]
}

/** The compose file as the program reads it, with the variables that it takes from `.env`. */
export function readCompose(values: Values): Compose {
  const text = fs.readFileSync(composeFile, "utf8").replace(VARIABLE, (_, name: string) => requireValue(values, name))
  if (text.includes("${")) throw new Error(`${composeFile} has a variable that may be empty`)
  return yaml.load(text) as Compose
}

export interface UnitSetting {
  readonly section: string
  readonly name: string
  readonly value: string
}

export function readUnit(): readonly UnitSetting[] {
  let section = ""
  const settings: UnitSetting[] = []
  for (const line of fs.readFileSync(unitFile, "utf8").split("\n")) {
    const [, title] = /^\[(\w+)\]$/.exec(line) ?? []
    const [, name, value = ""] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (title !== undefined) section = title
    else if (name !== undefined) settings.push({ section, name, value })
    else if (!/^(#.*)?$/.test(line)) throw new Error(`${unitFile}: ${line}`)
  }
  return settings
}

/** The variables that the unit itself sets. */
export function readUnitVariables(settings: readonly UnitSetting[]): Values {
  const lines = settings.flatMap(({ name, value }) => (name === "Environment" ? value.split(" ") : []))
  return Object.fromEntries(lines.map((line) => line.split("=", 2)))
}

/** The words that are started, for the instance of this name. */
export function readUnitCommand(settings: readonly UnitSetting[], values: Values): readonly string[] {
  const line = settings.find(({ name }) => name === "ExecStart")?.value ?? ""
  return line.split(" ").map((word) => word.replace(/\$\{(\w+)\}/g, (_, name: string) => requireValue(values, name)))
}

function requireValue(values: Values, name: string): string {
  const value = values[name]
  if (value === undefined) throw new Error(`${name} has no value`)
  return value
}
