import { isUtf8 } from "node:buffer"
import fs from "node:fs"
import path from "node:path"
import { type HostProfile } from "../../../hosts/profile.ts"
import { profiles as hostProfiles } from "../../../hosts/profiles.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { makeDirectory } from "../../../system/files/make-directory.ts"
import { makeFoldersBelow } from "../../../system/files/make-folders-below.ts"
import { rewriteFile } from "../../../system/files/replace-file.ts"
import { locateOwnFiles } from "../../../system/own-files.ts"
import { parseToml } from "../../../settings/io/parse-settings.ts"
import { isBelow } from "../../../text/folder-paths.ts"
import { sha256 } from "../../../text/sha256.ts"
import { listForModel } from "../../listing.ts"
import { fitProfile, type ProfileFit, switchSkillsOff } from "../../profiles/plan-profile.ts"
import { parseJsonMap, type ProfileLevel } from "../../profiles/skill-profile.ts"
import { type ProfileHost, switchRules } from "../../profiles/switch-off.ts"
import { refuseLinks } from "../install/install-skills.ts"
import type { Session } from "../session/open-session.ts"
import { requireProfile } from "./define-profiles.ts"
import { locateSwitches } from "./locate-profiles.ts"
import { changeProfileUses, type ProfileUse, requireProfileUses } from "../session/profile-uses.ts"

export interface UseWanted {
  readonly name: string
  readonly host: ProfileHost
  /** Whose settings are written (default: local, else the project's). */
  readonly level?: ProfileLevel | undefined
}

/** What using or clearing a profile changes; nothing is written. */
export interface ProfileChange {
  readonly host: ProfileHost
  readonly title: string
  /** The profile that is used, or cleared. */
  readonly profile: string
  readonly file: string
  readonly level: ProfileLevel
  /** Whether the settings file changes. */
  readonly isChange: boolean
  /** The skills that are off afterwards; none if it is cleared. */
  readonly fit: ProfileFit
  readonly tokens: { readonly before: number; readonly after: number }
  /** The file was edited since a profile was written into it: those edits stay. */
  readonly isEdited: boolean
  readonly text: { readonly before: string | undefined; readonly after: string | undefined }
  readonly use: ProfileUse | undefined
  readonly anchor: string
  /** The topmost directory that goes with the file if it goes. */
  readonly made?: string | undefined
}

const NO_FIT: ProfileFit = { off: [], kept: [], stuck: [], unknown: [] }

export async function planProfileUse(session: Session, { name, host, level }: UseWanted): Promise<ProfileChange> {
  const { skills } = requireProfile(session, name)
  const place = locateSwitches(session.around, host, level)
  const text = readSettingsText(place.anchor, place.file)
  const earlier = listUses(session).find((one) => one.file === place.file)
  const base = earlier === undefined ? { text, isEdited: false } : undoUse(earlier, text)
  const { catalog, settings } = await session.withoutProfiles(host)
  const fit = fitProfile(catalog, skills)
  const after = fit.off.length === 0 ? base.text : writeOff(host, place.file, { text: base.text ?? "", off: fit.off })
  if (after !== undefined) await requireSound(host, place.file, after)
  const listing = (one: typeof catalog) =>
    listForModel(one, hostProfiles[host] as HostProfile, { settings: settings.listing }).tokens
  const use =
    fit.off.length === 0 || after === undefined
      ? undefined
      : {
          ...pickUse(name, host, place),
          before: base.text,
          made: earlier === undefined ? findMissingFolder(place.anchor, place.file) : earlier.made,
          ...(earlier === undefined || text === undefined || base.isEdited ? {} : { replaced: sha256(text) }),
          after: sha256(after),
          off: fit.off,
          usedAt: new Date().toISOString(),
        }
  return {
    host,
    title: hostProfiles[host].title,
    profile: name,
    file: place.file,
    level: place.level,
    anchor: place.anchor,
    isChange: after !== text,
    fit,
    tokens: { before: (await session.listing({ host })).tokens, after: listing(switchSkillsOff(catalog, fit.off)) },
    isEdited: base.isEdited,
    text: { before: text, after },
    use,
    made: earlier?.made,
  }
}

function findMissingFolder(anchor: string, file: string): string | undefined {
  const names = path.relative(anchor, path.dirname(file)).split(path.sep)
  return names
    .map((_, nth) => path.join(anchor, ...names.slice(0, nth + 1)))
    .find((folder) => folder !== anchor && !fs.existsSync(folder))
}

function pickUse(profile: string, host: ProfileHost, { file, level, project }: ReturnType<typeof locateSwitches>) {
  return { profile, host, file, level, project }
}

export interface ClearWanted {
  /** Only of this host. */
  readonly host?: ProfileHost | undefined
  /** Only of this level (default: those of this project). */
  readonly level?: ProfileLevel | undefined
}

/** How every profile that is in use here is taken out again, byte for byte unless the file was edited since. */
export async function planProfileClear(session: Session, wanted: ClearWanted): Promise<readonly ProfileChange[]> {
  const uses = listUsesHere(session).filter(
    (use) =>
      (wanted.host === undefined || use.host === wanted.host) &&
      (wanted.level === undefined ? use.level !== "user" : use.level === wanted.level),
  )
  return Promise.all(uses.map((use) => planClear(session, use)))
}

async function planClear(session: Session, use: ProfileUse): Promise<ProfileChange> {
  const { host, file, level, project } = use
  const anchor = project ?? locateSwitches(session.around, host, level).anchor
  const text = readSettingsText(anchor, file)
  const undone = undoUse(use, text)
  const { catalog, settings } = await session.withoutProfiles(host)
  return {
    host,
    title: hostProfiles[host].title,
    profile: use.profile,
    file,
    level,
    anchor,
    isChange: undone.text !== text,
    fit: NO_FIT,
    tokens: {
      before: (await session.listing({ host })).tokens,
      after: listForModel(catalog, hostProfiles[host] as HostProfile, { settings: settings.listing }).tokens,
    },
    isEdited: undone.isEdited,
    text: { before: text, after: undone.text },
    use: undefined,
    made: use.made,
  }
}

/** Carries a plan out, if the file is still as it was. The record is kept first: it tells how to undo what comes then. */
export function applyProfileChange(session: Session, { anchor, file, text, use, made }: ProfileChange): void {
  changeProfileUses(locateOwnFiles(session.options.env ?? process.env).data, (keep) => {
    if (readSettingsText(anchor, file) !== text.before)
      throw new SkilletError("profile.changed", `${file} was changed in the meantime`, {
        retry: "later",
        next: "run the same command again",
      })
    if (use !== undefined) keep(file, use)
    if (text.after === undefined) removeWithFolders(file, made)
    else if (text.after !== text.before) writeBelow(anchor, file, text.after)
    if (use === undefined) keep(file, undefined)
  })
}

function writeBelow(anchor: string, file: string, text: string): void {
  makeDirectory(anchor)
  const folders = path.relative(anchor, path.dirname(file)).split(path.sep)
  const wrong = makeFoldersBelow(
    anchor,
    folders.filter((one) => one !== ""),
  )
  if (wrong !== undefined) refuseLinks(anchor, path.relative(anchor, wrong.at))
  rewriteFile(file, text)
}

/** A file that there was not before goes, with the directories that were made for it, unless something is in them. */
function removeWithFolders(file: string, made: string | undefined): void {
  fs.rmSync(file, { force: true })
  if (made === undefined) return
  for (let at = path.dirname(file); isBelow(made, at); at = path.dirname(at)) {
    if (!fs.existsSync(at) || fs.readdirSync(at).length > 0) return
    fs.rmdirSync(at)
  }
}

/** The uses that concern the working directory. */
export function listUsesHere(session: Session): readonly ProfileUse[] {
  const { cwd, root } = session.around
  return listUses(session).filter(({ project }) => project === undefined || project === root || project === cwd)
}

function listUses(session: Session): readonly ProfileUse[] {
  return requireProfileUses(locateOwnFiles(session.options.env ?? process.env).data)
}

interface Undone {
  readonly text: string | undefined
  readonly isEdited: boolean
}

/** A process that was killed between the record and the file left the file as it was. */
function undoUse({ host, file, before, after, replaced, off }: ProfileUse, now: string | undefined): Undone {
  if (now === before) return { text: now, isEdited: false }
  if (now === undefined) return { text: undefined, isEdited: true }
  if ([after, replaced].includes(sha256(now))) return { text: before, isEdited: false }
  const erased = onText(now, (text) => switchRules[host].erase(text, off))
  if (erased === undefined)
    throw new SkilletError("profile.edited", `${file} was edited, so it is not known what the profile wrote there`, {
      retry: "no",
      next: `take the skills that shall be on out of ${file} yourself`,
    })
  const isEmpty =
    before === undefined && (erased.trim() === "" || Object.keys(parseJsonMap(erased) ?? { a: 1 }).length === 0)
  return { text: isEmpty ? undefined : erased, isEdited: true }
}

/** A byte order mark stays where it is. */
function onText(text: string, act: (text: string) => string | undefined): string | undefined {
  const mark = text.startsWith("\ufeff") ? "\ufeff" : ""
  const changed = act(text.slice(mark.length))
  return changed === undefined ? undefined : mark + changed
}

function writeOff(
  host: ProfileHost,
  file: string,
  { text, off }: { readonly text: string; readonly off: readonly string[] },
): string {
  const written = onText(text, (one) => switchRules[host].write(one, off))
  if (written !== undefined) return written
  throw new SkilletError("profile.bad-settings", `${file} cannot be understood, so it is not written`, {
    retry: "no",
    next: `correct ${file}`,
  })
}

/** Written text that the host could not read would lose its other settings. */
async function requireSound(host: ProfileHost, file: string, text: string): Promise<void> {
  if (host !== "codex") return
  const parsed = await parseToml(text)
  if (!("values" in parsed))
    throw new SkilletError("profile.bad-settings", `${file} has skills in a form to which nothing can be added`, {
      retry: "no",
      next: `write them as [[skills.config]] in ${file}`,
    })
}

/** A project's link could lead anywhere. The user's own file may be a link, and then its target would be replaced. */
function readSettingsText(anchor: string, file: string): string | undefined {
  refuseLinks(anchor, path.relative(anchor, file), "file")
  if (!fs.existsSync(file)) return undefined
  const bytes = fs.readFileSync(file)
  if (isUtf8(bytes)) return bytes.toString("utf8")
  throw new SkilletError("profile.bad-settings", `${file} is not UTF-8, and writing it would change other bytes`, {
    retry: "no",
    next: `save ${file} as UTF-8`,
  })
}
