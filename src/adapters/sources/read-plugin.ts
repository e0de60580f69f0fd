import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { readSafely } from "../files/read-safely.ts"
import { isBelow } from "./link-boundary.ts"

const MOST_BYTES = 256 * 1024

/** Where a plugin keeps its parts. */
export interface Plugin {
  readonly name: string
  readonly root: string
  readonly skills: readonly string[]
  /** Folders of commands, or single command files. */
  readonly commands: readonly string[]
}

/**
 * Reads a plugin's manifest; without one the folder's name serves and the parts lie where they usually do. Paths of
 * its own add to the usual place for skills and replace it for commands.
 */
export function readPlugin(root: string, fallbackName: string): Plugin | { readonly wrong: string } {
  const usual = { root, skills: [path.join(root, "skills")], commands: [path.join(root, "commands")] }
  const file = path.join(root, ".claude-plugin", "plugin.json")
  if (!fs.existsSync(file)) return { ...usual, name: fallbackName }
  const text = readManifest(root, file)
  if (text === undefined) return { wrong: "its plugin.json cannot be read" }
  const manifest = parse(text)
  if (manifest === undefined) return { wrong: "its plugin.json is not JSON" }
  if (typeof manifest["name"] !== "string" || manifest["name"] === "") return { wrong: "its plugin.json has no name" }
  const skills = pathsOf(manifest["skills"])
  const commands = pathsOf(manifest["commands"])
  if (skills === undefined || commands === undefined)
    return { wrong: 'a path in its plugin.json does not begin with "./"' }
  return {
    name: manifest["name"],
    root,
    skills: [...usual.skills, ...skills.map((at) => path.join(root, at))],
    commands: commands.length > 0 ? commands.map((at) => path.join(root, at)) : usual.commands,
  }
}

function readManifest(root: string, file: string): string | undefined {
  try {
    const real = fs.realpathSync(file)
    return isBelow(fs.realpathSync(root), real) ? readSafely(real, MOST_BYTES).toString("utf8") : undefined
  } catch (error) {
    if (error instanceof SkilletError || (error instanceof Error && "code" in error)) return undefined
    throw error
  }
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Undefined when one of them could lead out of the plugin. */
function pathsOf(value: unknown): readonly string[] | undefined {
  const list = value === undefined ? [] : Array.isArray(value) ? value : [value]
  const isSound = (at: unknown): at is string =>
    typeof at === "string" && at.startsWith("./") && !at.split("/").includes("..")
  return list.every(isSound) ? list : undefined
}
