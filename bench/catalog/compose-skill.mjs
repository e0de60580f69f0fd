import { composeBody } from "./compose-body.mjs"
import { capital, sentenceMaker, slug } from "./sentences.mjs"
import { actions, coinWord, qualifiers, trades } from "./vocabulary.mjs"

const bodySize = { median: 6600, sigma: 0.8, least: 2000, most: 30_000 }
const descriptionSize = { median: 188, sigma: 0.55, least: 40, most: 1000 }

/** Shares of unusual skills, taken from public SKILL.md files. The first that fits is used. */
const oddities = [
  ["no-frontmatter", 0.016],
  ["unquoted-colon", 0.011],
  ["bracketed-hint", 0.005],
  ["crlf", 0.008],
  ["block-scalar", 0.031],
]

/** The three ways people write the same grant: commas, a list, blanks. */
const toolGrants = [
  ["allowed-tools: Read, Grep, Bash(git log:*)"],
  ["allowed-tools:", "  - Read", "  - Edit", "  - Bash"],
  ["allowed-tools: Read Grep"],
]

/** One skill as data: its folder's name and its files. `taken` keeps folder names unique. */
export function composeSkill(random, taken) {
  const topic = chooseTopic(random, taken)
  const say = sentenceMaker(random, topic)
  const references = random.chance(0.2) ? referenceFiles(random, say) : []
  const scripts = random.chance(0.14) ? scriptFiles(random, say) : []
  const oddity = chooseOddity(random)
  const links = [...references, ...scripts].map(({ path }) => path)
  const body = composeBody(random, say, { title: topic.title, bytes: random.logNormal(bodySize), links })
  const header = oddity === "no-frontmatter" ? "" : composeHeader(random, say, { topic, oddity })
  const text = oddity === "crlf" ? `${header}${body}`.replaceAll("\n", "\r\n") : `${header}${body}`
  return { folder: topic.folder, oddity, files: [{ path: "SKILL.md", text }, ...references, ...scripts] }
}

function chooseTopic(random, taken) {
  const trade = random.pick(trades)
  const thing = random.pick(trade.things)
  const [doing, verb] = random.pick(actions)
  const qualifier = random.chance(0.5) ? random.pick(qualifiers) : ""
  const title = capital(`${doing} ${thing} ${qualifier}`.trim())
  const folder = freeName(random, slug(title), taken)
  return { trade, thing, verb, title, folder }
}

function freeName(random, wanted, taken) {
  let name = wanted
  while (taken.has(name)) name = `${wanted}-${coinWord(random)}`
  taken.add(name)
  return name
}

function chooseOddity(random) {
  let left = random.next()
  for (const [oddity, share] of oddities) {
    if (left < share) return oddity
    left -= share
  }
  return "none"
}

function composeHeader(random, say, { topic, oddity }) {
  const lines = [`name: ${headerName(random, topic)}`, ...descriptionLines(random, say, { topic, oddity })]
  const optional = optionalFields(random, say, oddity).filter(([share]) => random.chance(share))
  for (const [, field] of optional) lines.push(...field)
  return `---\n${lines.join("\n")}\n---\n\n`
}

/** About one name in five differs from its folder, and a few are not valid names. */
function headerName(random, topic) {
  if (random.chance(0.03)) return capital(topic.folder.replaceAll("-", " "))
  if (random.chance(0.02)) return topic.folder.replaceAll("-", "_")
  if (random.chance(0.17)) return `${topic.folder}-${random.pick(["skill", "guide", "pro", "helper"])}`
  return topic.folder
}

function descriptionLines(random, say, { topic, oddity }) {
  const text = description(random, say, topic)
  if (oddity === "unquoted-colon") return [`description: ${capital(topic.verb)} ${topic.thing}. Use when: ${text}`]
  if (oddity === "block-scalar")
    return [`description: ${random.pick([">", "|", ">-"])}`, ...wrap(text, 80).map((line) => `  ${line}`)]
  if (text.includes(": ") || text.includes(" #") || random.chance(0.15)) return [`description: ${JSON.stringify(text)}`]
  return [`description: ${text}`]
}

function description(random, say, topic) {
  const wanted = random.logNormal(descriptionSize)
  let text = `${capital(topic.verb)} ${topic.thing} in ${topic.trade.title}.`
  if (random.chance(0.6)) text += ` Use when ${lower(say.need())}.`
  while (text.length < wanted) text += ` ${say.statement()}`
  const plain = text.replaceAll(/[`"]/g, "").replaceAll(": ", ", ")
  return plain.length <= wanted + 60 ? plain : `${plain.slice(0, wanted).replace(/\s+\S*$/, "")}.`
}

function optionalFields(random, say, oddity) {
  const author = coinWord(random)
  return [
    [0.16, ["metadata:", `  author: ${author}`, `  version: "${random.between(0, 3)}.${random.between(0, 20)}"`]],
    [0.15, [`version: ${random.between(0, 4)}.${random.between(0, 30)}.${random.between(0, 9)}`]],
    [0.13, [`license: ${random.pick(["MIT", "Apache-2.0", "Proprietary. LICENSE.txt has the terms"])}`]],
    [
      0.13,
      [`source: ${random.pick(["community", "own", "team"])}`, `risk: ${random.pick(["low", "medium", "unknown"])}`],
    ],
    [0.1, random.pick(toolGrants)],
    [0.09, [`tags: [${slug(say.thing())}, ${slug(say.tool())}, ${author}]`]],
    [0.08, [`author: ${author}`]],
    [0.08, [`date_added: "2026-0${random.between(1, 9)}-1${random.between(0, 9)}"`]],
    [0.04, ["category:", `  ${slug(say.thing())}`]],
    [0.03, ["user-invocable: true"]],
    [
      oddity === "bracketed-hint" ? 1 : 0.02,
      [`argument-hint: ${oddity === "bracketed-hint" ? "[file] [--fast]" : '"[file]"'}`],
    ],
    [0.01, ["disable-model-invocation: true"]],
    [0.01, ["model: inherit"]],
    [0.01, ["paths:", '  - "src/**/*.ts"', '  - "docs/*.md"']],
  ]
}

function referenceFiles(random, say) {
  return unique(
    Array.from({ length: random.between(1, 5) }, () => {
      const bytes = random.logNormal({ median: 5000, sigma: 0.7, least: 600, most: 40_000 })
      const text = composeBody(random, say, { title: say.heading(), bytes, links: [] })
      return { path: `references/${slug(say.thing())}.md`, text }
    }),
  )
}

function scriptFiles(random, say) {
  return unique(
    Array.from({ length: random.between(1, 3) }, () => {
      const lines = Array.from({ length: random.between(8, 60) }, () => `echo ${JSON.stringify(say.check())}`)
      return { path: `scripts/${slug(say.thing())}.sh`, text: `#!/bin/sh\nset -eu\n${lines.join("\n")}\n` }
    }),
  )
}

function unique(files) {
  return [...new Map(files.map((file) => [file.path, file])).values()]
}

function wrap(text, width) {
  const lines = [""]
  for (const word of text.split(" ")) {
    const last = lines.length - 1
    if (lines[last].length + word.length > width) lines.push(word)
    else lines[last] = `${lines[last]} ${word}`.trim()
  }
  return lines
}

function lower(text) {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
