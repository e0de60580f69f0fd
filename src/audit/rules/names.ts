import { type AuditRule, defineAuditRules, type Hit } from "../audit-rule.ts"
import type { AuditView } from "../audit-view.ts"
import { gradeByUse, makeHit } from "../run-rule.ts"
import { findLookAlike, indexNames, type KnownNames } from "./names/find-look-alike.ts"
import { findPackages, type NamedPackage } from "./names/find-packages.ts"
import { findImitatedHost } from "./names/find-imitated-host.ts"
import {
  crateNames,
  gemNames,
  imageNames,
  npmNames,
  npmScopes,
  pipNames,
  repositoryOwners,
} from "./names/popular-names.ts"
import { isOnlyMentioned } from "./reading/context.ts"
import { decideCommandUse } from "./reading/decide-command-use.ts"
import type { Passage } from "./reading/passage.ts"

const known: Readonly<Record<NamedPackage["registry"] | "scope" | "owner", KnownNames>> = {
  npm: indexNames(npmNames),
  pip: indexNames(pipNames),
  image: indexNames(imageNames),
  crate: indexNames(crateNames),
  gem: indexNames(gemNames),
  scope: indexNames(npmScopes),
  owner: indexNames(repositoryOwners),
}

/** Names of packages and hosts that look like others. */
export const nameRules: readonly AuditRule[] = defineAuditRules([
  {
    id: "imitates.package",
    class: "A14",
    title: "The name of a package is nearly identical to a popular one's (possible typosquatting)",
    severity: "major",
    confidence: "medium",
    persona: "regular",
    where: ["skill"],
    match: { kind: "skill", check: imitatedPackages },
    about: "A package with such a name is often published by somebody else, and runs code when it is installed.",
    fix: "Check the spelling; use the package that was meant.",
    examples: {
      positive: [
        "```sh\npip install reqeusts\n```",
        "Run `npm install expresss`.",
        "```sh\nnpx -y @modelcontextprotoco1/server-git\n```",
        { files: { "SKILL.md": "# A", "package.json": '{ "dependencies": { "lodahs": "1.0.0" } }' } },
        { files: { "SKILL.md": "# A", "requirements.txt": "numpy\npandsa==2.0\n" } },
        "```sh\ncargo add tokioo\ngem install raisl\n```",
        { files: { "SKILL.md": "# A", Dockerfile: "FROM ngnix:1.27\n" } },
        "```sh\ngit clone https://github.com/antropics/skills\n```",
      ],
      negative: [
        "```sh\npip install requests pandas boto3 boto preact-render\nnpm install preact nuxt colord lodash-es\n```",
        "Attackers publish names such as `reqeusts`. Never run `pip install reqeusts`.",
        { files: { "SKILL.md": "# A", "requirements.txt": "numba\nsympy\n# reqeusts\n" } },
        "```sh\ndocker run --rm nginx:1.27\ncargo add tokio serde_json\ngem install rails\n```",
      ],
    },
  },
  {
    id: "imitates.host",
    class: "A14",
    title: "An address imitates a well-known host",
    severity: "major",
    confidence: "high",
    persona: "regular",
    where: ["skill"],
    match: { kind: "skill", check: imitatedHosts },
    about: "The owner of the look-alike gets what is sent there, and decides what is downloaded from it.",
    fix: "Check the address; use the host that was meant.",
    examples: {
      positive: [
        "```sh\ncurl -LO https://g\u0456thub.invalid/a/b.tar.gz\n```",
        "Get it from https://githuh.example/a/b.",
        "```sh\npip install --index-url https://pypl.example/simple x\n```",
        { files: { "SKILL.md": "# A", "a.py": 'BASE = "https://api.openai.com.gateway.invalid/v1"\n' } },
        "Sign in at https://github.com@login.invalid/start.",
      ],
      negative: [
        "See https://github.com/a/b, https://openapi.example.com, https://www.githubstatus.com and https://gitlab.example.com.",
        "The mirror is https://pypi.example.com/simple.",
        "Phishing pages use addresses such as https://githuh.example/login.",
        "It is archived at https://web.archive.org/web/2024/https://github.com/a.",
      ],
    },
  },
])

function imitatedPackages({ passages, input }: AuditView): readonly Hit[] {
  const own = new Set([input.name.toLowerCase()])
  return passages.flatMap((passage) => {
    if (passage.kind === "header") return []
    const named = findPackages(passage).flatMap((one) => {
      const like = own.has(one.name.toLowerCase()) ? undefined : findImitated(one)
      return like === undefined ? [] : [placeHit(passage, one, `${one.name} could be mistaken for ${like}.`)]
    })
    return [...named, ...imitatedOwners(passage)]
  })
}

function findImitated({ registry, name }: NamedPackage): string | undefined {
  if (!name.startsWith("@")) {
    const plain = registry === "pip" ? name.toLowerCase().replace(/[_.]/g, "-") : name
    const found = findLookAlike(plain, known[registry])
    return found === undefined || isVariant(plain, found.like, registry) ? undefined : found.like
  }
  const [scope = "", rest] = name.split("/")
  const found = findLookAlike(scope.slice(1), known.scope)
  return found === undefined ? undefined : `@${found.like}/${rest}`
}

/** A number at the end names another edition; to pip, marks between words are all the same. */
function isVariant(name: string, like: string, registry: NamedPackage["registry"]): boolean {
  const bare = (text: string) => text.replace(/\d+$/, "")
  return (
    bare(name) === bare(like) || (registry === "pip" && name.replace(/[-_.]/g, "-") === like.replace(/[-_.]/g, "-"))
  )
}

const OWNER = /\bgithub\.com[/:]([\w-]{5,39})\/[\w.-]+/g

function imitatedOwners(passage: Passage): readonly Hit[] {
  if (!passage.words.has("github")) return []
  return [...passage.text.matchAll(OWNER)].flatMap((match) => {
    const owner = match[1] ?? ""
    const found = findLookAlike(owner, known.owner)
    if (found === undefined) return []
    const about = `The account ${owner} could be mistaken for ${found.like}.`
    return [placeHit(passage, { at: match.index, isCommand: false }, about)]
  })
}

function imitatedHosts({ passages }: AuditView): readonly Hit[] {
  return passages.flatMap((passage) => {
    if (passage.kind === "header" || !passage.text.includes("://")) return []
    return [...passage.text.matchAll(ADDRESS)].flatMap((match) => {
      const [, scheme = "", user = "", host = ""] = match
      const about = findImitatedHost(user, host)
      return about === undefined
        ? []
        : [placeHit(passage, { at: match.index - scheme.length, isCommand: false }, about)]
    })
  })
}

/** Who signs in, and the host, in any script. */
const ADDRESS =
  /:\/\/(?<=\b(https?|wss?|git|ssh):\/\/)(?:([^\s/@"'`<>()]{1,80})@)?([\p{L}\p{N}][\p{L}\p{N}.-]{2,120})/giu

function placeHit(passage: Passage, { at, isCommand }: Pick<NamedPackage, "at" | "isCommand">, about: string): Hit {
  const own = { severity: "major", confidence: "medium" } as const
  const isTold = isCommand
    ? ["told", "shown"].includes(decideCommandUse(passage, at))
    : isOnlyMentioned(passage, at, passage.kind === "script" ? "any" : "marked") || isOnlyMentioned(passage, at)
  return makeHit(passage, at, { ...gradeByUse(own, isTold ? "told" : "runs"), about, fact: about })
}
