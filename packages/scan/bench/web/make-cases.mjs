import { helpers } from "./helpers.mjs"
import { passages } from "./passages.mjs"
import { sinks } from "./sinks.mjs"
import { sources } from "./sources.mjs"

/**
 * A small web project: one file a case, and what is right about it. Every class has every passage and every source, in
 * a fixed order, so that each run measures the same project.
 */
export function makeCases() {
  const cases = Object.entries(sinks).flatMap(([name, one]) => casesOf(name, one))
  const files = { ...helpers, ...Object.fromEntries(cases.map(({ file, text }) => [file, text])) }
  return { cases, files }
}

function casesOf(name, { cwes, rows, isAlone = false }) {
  const count = Math.max(passages.length, rows.length * 6)
  return Array.from({ length: count }, (_, at) => {
    const source = sources[at % sources.length]
    const passage = passages[(at * 5) % passages.length]
    const sink = rows[at % rows.length]
    const reaches = isAlone || ((source.isInput ?? true) && passage.keeps)
    const id = `${name}_${String(at).padStart(3, "0")}`
    const made = [source, passage, sink].map((part) => part.name ?? (part.isBad ? "bad" : "fine")).join(" ")
    return {
      file: `cases/${id}.py`,
      name,
      cwes,
      made,
      isBad: sink.isBad && reaches,
      text: textOf(id, { source, passage, sink }),
    }
  })
}

function textOf(id, { source, passage, sink }) {
  const body = [...source.lines, "", ...passage.lines, "", ...sink.lines, "return page"]
  return [
    "from flask import redirect, request",
    "",
    "",
    "def init(app):",
    "",
    `\t@app.route("/cases/${id}", methods=["GET"])`,
    `\tdef ${id}_get():`,
    `\t\treturn ${id}_post()`,
    "",
    `\t@app.route("/cases/${id}", methods=["POST"])`,
    `\tdef ${id}_post():`,
    '\t\tpage = ""',
    "",
    ...body.map((line) => (line === "" ? "" : `\t\t${line.replaceAll("NAME", id)}`)),
    "",
  ].join("\n")
}
