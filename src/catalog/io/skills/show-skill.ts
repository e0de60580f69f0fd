import { createHash } from "node:crypto"
import path from "node:path"
import { coverSkill } from "./cover-skill.ts"
import { drawBoundaryAround } from "../sources/link-boundary.ts"
import type { FoundSkill } from "../../skill-source.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { estimateTokens } from "../../../text/estimate-tokens.ts"
import { headerFields, type YamlMap, type YamlValue } from "../../../skill/header/schema/fields.ts"
import type { Problem } from "../../../problem/problem.ts"
import { requireSkill } from "../../../skill/require-skill.ts"
import type { SourceKind } from "../../../skill/place.ts"
import { isApprovable, type TrustState } from "../../../trust/trust-state.ts"
import type { Trust } from "../../../skill/trust.ts"
import { findSkill } from "./find-skill.ts"
import { checkLeavingLinks } from "./check-leaving-links.ts"
import { openBoundaries } from "../session/link-boundaries.ts"
import type { Session } from "../session/open-session.ts"
import { listFilesBeside, type ShownFile } from "./shown-files.ts"
import { readTrust } from "./read-trust.ts"

/** One skill with everything known about it. */
export interface ShownSkill {
  readonly name: string
  readonly ref: string
  readonly source: SourceKind
  readonly path: string
  readonly status: string
  readonly reason?: string
  /** What it may use now, after any approval. */
  readonly trust?: Trust
  /** It comes with Skillet and is not in the listing of the host. */
  readonly isUnlisted?: true
  readonly approval?: TrustState["approval"]
  readonly changed?: TrustState["changed"]
  readonly description: string
  /** Frontmatter fields as understood, by canonical key. */
  readonly header: YamlMap
  /** Fields that Skillet does not know, as written. */
  readonly unknown: YamlMap
  readonly tokens: { readonly listing: number; readonly body: number }
  /** The digest of SKILL.md, byte for byte. */
  readonly digest: string
  /** The digest of all its files, for `trust add --hash`. Absent if nothing has to be approved. */
  readonly approvalDigest?: string | undefined
  readonly lines: number
  readonly files: readonly ShownFile[]
  readonly shadows: readonly string[]
  readonly shadowedBy?: string
  readonly problems: readonly Problem[]
}

/** Reads one skill completely. Throws if there is no such skill, with the nearest names. */
export async function showSkill(skillet: Session, ref: string): Promise<ShownSkill> {
  const skill = await findSkill(skillet, ref)
  const text = await skillet.read(skill.path)
  const reading = requireSkill(text, skill.path)
  const catalog = await skillet.catalog()
  const { header, unknown, body } = reading.skill
  const isWinner = "status" in skill
  const { entries } = await skillet.listing()
  return {
    name: skill.name,
    ref: skill.ref,
    source: skill.source,
    path: skill.path,
    status: isWinner ? skill.status : "shadowed",
    ...(isWinner && skill.reason !== undefined ? { reason: skill.reason } : {}),
    ...(isWinner && skill.isUnlisted === true ? { isUnlisted: true as const } : {}),
    ...(await trustNow(skillet, skill.path, text)),
    description: skill.description,
    header: Object.fromEntries(
      headerFields.flatMap(({ key, property }) =>
        header[property] === undefined ? [] : [[key, header[property] as YamlValue]],
      ),
    ),
    unknown,
    tokens: {
      listing: entries.find((entry) => entry.path === skill.path)?.tokens ?? 0,
      body: estimateTokens(body),
    },
    digest: `sha256:${createHash("sha256").update(text).digest("hex")}`,
    lines: text.split("\n").length,
    files: isInFolder(skill.path) ? listFilesBeside(path.dirname(skill.path)) : [],
    shadows: isWinner ? skill.shadows : [],
    ...(isWinner ? {} : { shadowedBy: skill.by }),
    problems: [
      ...reading.problems,
      ...others(catalog.problems, skill.path, reading.problems.length),
      ...(await leaving(skillet, skill.path)),
    ],
  }
}

/** The trust of a copy after its approval, and the digest to approve. */
async function trustNow(
  skillet: Session,
  file: string,
  text: string,
): Promise<Pick<ShownSkill, "trust" | "approval" | "approvalDigest" | "changed">> {
  for (const { source, listing } of [...(await skillet.copies()), ...(await skillet.bundled()).listed]) {
    const skill = listing.skills.find((one) => one.path === file)
    if (skill === undefined) continue
    const { trust, approval, changed } = readTrust(skillet, { source, skill }, text)
    return {
      trust,
      approval,
      changed,
      ...(isApprovable({ approval }) ? { approvalDigest: digestForApproval(skillet, skill, text) } : {}),
    }
  }
  return {}
}

/** A skill with links or too many files has none: it can be shown, but not approved. */
function digestForApproval(skillet: Session, skill: FoundSkill, text: string): string | undefined {
  try {
    return coverSkill(skillet, skill, text).digest
  } catch (error) {
    if (error instanceof SkilletError) return undefined
    throw error
  }
}

/** Problems that only the catalog knows; those from reading the file are already included. */
function others(problems: readonly Problem[], file: string, own: number): readonly Problem[] {
  return problems.filter((found) => found.path === file).slice(own)
}

async function leaving(skillet: Session, file: string): Promise<readonly Problem[]> {
  if (!isInFolder(file)) return []
  const boundaries = openBoundaries(skillet.around, skillet.options)
  const copies = (await skillet.copies()).flatMap(({ listing }) => listing.skills)
  const root = copies.find((copy) => copy.path === file)?.plugin?.root
  const boundary = root === undefined || boundaries.areOpen ? boundaries.at(file) : drawBoundaryAround([root])
  return checkLeavingLinks(path.dirname(file), boundary).filter((found) => found.path !== file)
}

function isInFolder(file: string): boolean {
  return path.isAbsolute(file) && path.basename(file).toLowerCase() === "skill.md"
}
