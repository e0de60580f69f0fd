import type { StepText } from "./step-text.ts"
import { toYamlKey } from "./yaml-keys.ts"
import type { YamlNode } from "./yaml/yaml-node.ts"

export interface SourcePlace {
  readonly path: string
  readonly line: number
}

export type StepTexts = ReadonlyMap<string, WrittenStep>

export interface WrittenStep {
  readonly path: string
  readonly source: string
  readonly text: StepText
}

/**
 * Finds where things are written: `next.ok` of a step, `params.mode.max` of the workflow, actions in the step's own
 * file.
 */
export function openSourcePlaces(
  path: string,
  node: YamlNode,
  texts: StepTexts,
): (step?: string, field?: string) => SourcePlace {
  return (step, field) => {
    const names = field === undefined || field === "" ? [] : field.split(".")
    const from = step === undefined ? { line: 1, node } : stepNode(node, step)
    const text = step === undefined ? undefined : texts.get(step)
    if (text !== undefined && names[0] === "actions") return { path: text.path, line: actionLine(text, names[1]) }
    const inText = names.at(-1) === "prompt" ? text?.text.sectionLines.get("prompt") : undefined
    if (text !== undefined && inText !== undefined) return { path: text.path, line: inText }
    return { path, line: findLine(from, names) }
  }
}

interface Spot {
  readonly line: number
  readonly node: YamlNode | undefined
}

function stepNode(node: YamlNode, id: string): Spot {
  const steps = node.kind === "map" ? node.entries.get("steps") : undefined
  const items = steps?.node.kind === "list" ? steps.node.items : []
  const found = items.find((item) => item.kind === "map" && readId(item.entries.get("id")?.node) === id)
  return found === undefined ? { line: steps?.line ?? 1, node: undefined } : { line: found.line, node: found }
}

/** Actions are copied from the text unchanged, so the first line of one can be found again. */
function actionLine({ source, text }: WrittenStep, at: string | undefined): number {
  const [first] = text.actions[Number(at)]?.split("\n") ?? []
  const found = first === undefined ? -1 : source.split(/\r\n|\n|\r/).indexOf(first)
  return found === -1 ? 1 : found + 1
}

function readId(node: YamlNode | undefined): string | undefined {
  return node?.kind === "scalar" ? String(node.value) : undefined
}

/** As deep as the names lead. A name that is not a number is skipped in a list. */
function findLine(from: Spot, names: readonly string[]): number {
  let at = from
  for (const name of names) {
    if (at.node?.kind === "list" && Number.isNaN(Number(name))) continue
    const below = inside(at.node, name)
    if (below === undefined) break
    at = below
  }
  return at.line
}

function inside(node: YamlNode | undefined, name: string): Spot | undefined {
  if (node?.kind === "map") return node.entries.get(name) ?? node.entries.get(toYamlKey(name))
  const item = node?.kind === "list" ? node.items[Number(name)] : undefined
  return item === undefined ? undefined : { line: item.line, node: item }
}
