import fs from "node:fs"
import path from "node:path"
import { memoryFor, type Said } from "../../composite/memory-for.ts"

/** The agent of every phase. Unusual answers of a phase are in PHASE_SCRIPT, by `phase/attempt`. */
interface Asked {
  readonly prompt: string
  readonly key: { readonly run: string; readonly step: string; readonly round: number; readonly item: string }
}

const { prompt, key } = JSON.parse(fs.readFileSync(0, "utf8")) as Asked
const script = JSON.parse(process.env["PHASE_SCRIPT"] ?? "{}") as Readonly<Record<string, Said>>
const name = key.item === "-" ? key.step : `${key.step}/${key.item}`
fs.appendFileSync(process.env["PHASE_LOG"] ?? "", `${key.run} ${name}/${key.round}\n`)
const { file, text } = memoryFor(prompt, script[`${name}/${key.round}`])
fs.mkdirSync(path.dirname(file), { recursive: true })
fs.writeFileSync(file, text)
process.stdout.write(`${JSON.stringify({ text: "done" })}\n`)
