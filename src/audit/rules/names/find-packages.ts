import type { Passage } from "../reading/passage.ts"

/** A package that a text installs, runs or depends on. */
export interface NamedPackage {
  readonly registry: "npm" | "pip" | "image" | "crate" | "gem"
  readonly name: string
  /** Where it is in the passage. */
  readonly at: number
  /** Named by a command, which may only be talked about. */
  readonly isCommand: boolean
}

/** Commands that install or run packages; what follows are their arguments. */
const INSTALLS =
  /\b(?:(npm|pnpm|yarn|bun)["',\s]{1,4}(?:install|i|add|exec|dlx|create)\b|(npx|bunx|pnpx)\b|(pip3?|pipx|uv(?:["',\s]{1,4}(?:pip|tool))?|poetry|pdm)["',\s]{1,4}(?:install|add|run(?=\s+--with))\b|(uvx)\b|(docker|podman)["',\s]{1,4}(?:run|pull|create)\b|(cargo)["',\s]{1,4}(?:add|install)\b|(gem|bundle)["',\s]{1,4}(?:install|add)\b)/g
const MOST_ARGUMENTS = 400

/** Options whose value is not a package. */
const TAKES_VALUE =
  /^(?:-r|-c|-i|-e|-f|-t|-p|-v|-u|-w|--requirement|--constraint|--index-url|--extra-index-url|--find-links|--target|--prefix|--registry|--python|--editable|--trusted-host|--cache-dir|--name|--volume|--network|--env|--publish|--platform|--user|--workdir|--entrypoint|-C|--dir|--cwd|--filter|--workspace|--index|--group|--from)$/

export function findPackages(passage: Passage): readonly NamedPackage[] {
  const found: NamedPackage[] = [...findInstalled(passage)]
  if (/(?:^|\/)package\.json$/.test(passage.file)) found.push(...listedInPackageJson(passage.text))
  else if (/(?:^|\/)requirements[\w.-]*\.(?:txt|in)$|(?:^|\/)requirements\/[\w.-]+\.txt$/.test(passage.file))
    found.push(...listedByLine(passage.text))
  else if (/(?:^|\/)pyproject\.toml$/.test(passage.file) || /^# \/\/\/ script/m.test(passage.text.slice(0, 2000)))
    found.push(...findListedInToml(passage.text))
  if (passage.text.includes('"args"')) found.push(...findStartedByServer(passage.text))
  if (passage.language === "image" || /(?:^|\/)Dockerfile/.test(passage.file))
    found.push(...findBaseImages(passage.text))
  return found
}

function findInstalled({ text }: Passage): readonly NamedPackage[] {
  const found: NamedPackage[] = []
  for (const match of text.matchAll(INSTALLS)) {
    const from = match.index + match[0].length
    const line = text.slice(from, from + MOST_ARGUMENTS)
    const end = line.search(/[\n;&|`#<>]/)
    const [, npm, npx, , uvx, image, crate, gem] = match
    const registry = findRegistry({ image, npm: npm ?? npx, crate, gem })
    const isOne =
      npx !== undefined || uvx !== undefined || image !== undefined || /\b(?:exec|dlx|create)$/.test(match[0])
    let skip = false
    for (const word of line.slice(0, end === -1 ? undefined : end).matchAll(/[^\s"',[\]()]+(?:\[[\w,.-]{0,80}\])?/g)) {
      if (skip || word[0].startsWith("-")) {
        skip = !skip && TAKES_VALUE.test(word[0])
        continue
      }
      const name = readName(word[0], registry)
      if (name === undefined) break
      found.push({ registry, name, at: from + word.index, isCommand: true })
      if (isOne || found.length > 200) break
    }
  }
  return found
}

/** The registry whose command was matched; pip if it is none of the others. */
function findRegistry(
  matched: Partial<Record<NamedPackage["registry"], string | undefined>>,
): NamedPackage["registry"] {
  return (["image", "npm", "crate", "gem"] as const).find((one) => matched[one] !== undefined) ?? "pip"
}

/** The name without version and extras; nothing for paths, addresses and placeholders. */
function readName(word: string, registry: NamedPackage["registry"]): string | undefined {
  const pattern = {
    npm: /^(@[^\s/@]{1,60}\/[\w.-]{1,80}|[A-Za-z\u0370-\u04ff][\w.\u0370-\u04ff-]{0,80})(?:@[\w.^~*<>=-]{1,40})?$/u,
    pip: /^([A-Za-z\u0370-\u04ff][\w.\u0370-\u04ff-]{0,80})(?:\[[\w,.-]{0,80}\]?)?(?:[=<>~!@]{1,2}[\w.*,<>=!~-]{0,40})?$/u,
    crate: /^([A-Za-z][\w-]{0,80})(?:@[\w.^~*<>=-]{1,40})?$/,
    gem: /^([A-Za-z][\w.-]{0,80})$/,
    image: /^(?:docker\.io\/)?(?:library\/)?([a-z][\w.-]{0,60})(?::[\w.-]{1,60})?(?:@sha256:\w{1,64})?$/,
  }[registry]
  return pattern.exec(word)?.[1]
}

const SECTION = /"(?:dev|peer|optional|bundled)?[dD]ependencies"\s*:\s*\{([^{}]{0,20000})\}/g

function listedInPackageJson(text: string): readonly NamedPackage[] {
  return [...text.matchAll(SECTION)].flatMap((section) => {
    const inner = section[1] ?? ""
    const from = section.index + section[0].length - 1 - inner.length
    return [...inner.matchAll(/"([^"\n]{1,120})"\s*:/g)].map((entry) => ({
      registry: "npm" as const,
      name: entry[1] ?? "",
      at: from + entry.index,
      isCommand: false,
    }))
  })
}

function listedByLine(text: string): readonly NamedPackage[] {
  return [...text.matchAll(/^[ \t]*([A-Za-z][\w.-]{0,80})[ \t]*(?=$|[[=<>~!;@#])/gm)].map((entry) => ({
    registry: "pip" as const,
    name: entry[1] ?? "",
    at: entry.index,
    isCommand: false,
  }))
}

function findListedInToml(text: string): readonly NamedPackage[] {
  return [...text.matchAll(/^#?[ \t]*(?:dependencies|requires|dev|test|docs)\s*=\s*\[([^\]]{0,8000})\]/gm)].flatMap(
    (section) => {
      const from = section.index + section[0].indexOf("[") + 1
      return [...(section[1] ?? "").matchAll(/["']([A-Za-z][\w.-]{0,80})(?=["'[=<>~!; ])/g)].map((entry) => ({
        registry: "pip" as const,
        name: entry[1] ?? "",
        at: from + entry.index,
        isCommand: false,
      }))
    },
  )
}

/** Configurations of servers: a program that runs packages, and its arguments. */
function findStartedByServer(text: string): readonly NamedPackage[] {
  const found: NamedPackage[] = []
  for (const match of text.matchAll(/"command"\s*:\s*"(npx|bunx|pnpx|uvx)"\s*,\s*"args"\s*:\s*\[([^\]]{0,600})\]/g)) {
    const inner = match[2] ?? ""
    const from = match.index + match[0].length - 1 - inner.length
    const registry = match[1] === "uvx" ? "pip" : "npm"
    for (const word of inner.matchAll(/"([^"\n]{1,120})"/g)) {
      if (word[1]?.startsWith("-") === true) continue
      const name = readName(word[1] ?? "", registry)
      if (name !== undefined) found.push({ registry, name, at: from + word.index, isCommand: false })
      break
    }
  }
  return found
}

function findBaseImages(text: string): readonly NamedPackage[] {
  return [...text.matchAll(/^FROM[ \t]+(?:--\S+[ \t]+)?(\S{1,120})/gim)].flatMap((match) => {
    const name = readName(match[1] ?? "", "image")
    return name === undefined ? [] : [{ registry: "image" as const, name, at: match.index, isCommand: false }]
  })
}
