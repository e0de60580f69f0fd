import { type ScanFile, type ScanReport, type SourcedPattern, detectTreeLanguage } from "@skillet/scan"
import { findBlindReviewers, describeBlindReviewers, resolveSkippedAgents } from "./instructions/agent-names.ts"
import { listBundledSkills, keepLanguages } from "./instructions/default-skills.ts"
import { withoutUnapprovedRules } from "./instructions/without-unapproved-rules.ts"
import { instructReviewers, ownSkills } from "./instructions/instruct-reviewers.ts"
import {
  type NamedReviewSkill,
  collectSkillPatterns,
  toReviewMatches,
  listSearchedCategories,
  listTriedRules,
} from "./plan/review-patterns.ts"
import { warnNothingShown, listNotShown, readContext } from "./read-context.ts"
import type { Gathered, UnreadFile } from "./review-data.ts"
import { nothingToReview, switchedOff } from "./review-failures.ts"
import { parseReviewSettings, type ReviewSettings, type ReviewSettingsFile, SETTINGS_FILE } from "./review-settings.ts"
import { describeLeftBeside, sortBeside, selectBesideChange } from "./scope/beside-change.ts"
import type { ReviewScope } from "./scope/scope-entries.ts"
import { limitMatches } from "./claims/limit-matches.ts"
import {
  type Content,
  explainNothing,
  isWorthReading,
  type ScopeEntry,
  type SelectedFiles,
  selectFiles,
} from "./scope/select-files.ts"
import { listUncheckedFiles, summariseCoverage } from "./scope/language-coverage.ts"
import { hasCommands } from "./scope/runnable-names.ts"
import { listUnfinishedFiles } from "./scope/unread-files.ts"
import { detectLanguage } from "./detect-language.ts"
import { findReviewPlace } from "./secondary-files.ts"

/**
 * The story of a review.
 *
 * `gatherReview` below reads everything once. `reviewWorkflow` (review-workflow.ts) then runs on what was gathered: who
 * is asked what (ask-agents.ts, reviewers.ts, plan), what of their answers holds (review-steps.ts, claims), and the
 * report (report). Offline nobody is asked: the matches that were gathered are the claims, and the workflow goes straight
 * from `gather` to `report`.
 *
 * What a review promises, no matter who wrote the code:
 * 1. A name from git never chooses where something is read or written. It is parsed into a RepositoryPath, or the file
 *    is not read; contents come from git by their ids, or from below the root without following a link.
 * 2. Every file of a change is either reviewed or named in `unread` with the reason, in every format. With `--fail-on`,
 *    changed code that was not read fails the review.
 * 3. A change does not decide how it is reviewed: its settings, instructions, skills and baseline are those of its base.
 * 4. Nothing touches the disk after gathering. The same gathered data gives the same prompts and the same report.
 * 5. Names and code are data in a prompt: escaped, fenced, and said to be data.
 * 6. A match counts because we matched it. What an agent says counts only as far as the code shows it.
 * 7. Nothing of ours disappears. Whatever agents answer, every finding of the offline review is in the report, with its
 *    own words and at least its own severity. If a judge calls one invalid and quotes code that is there, it is shown to
 *    more thorough personas; everyone else sees its title, its place and the reason, and it still counts for
 *    `--fail-on`. What agents claimed and was thrown away is counted in every format.
 */
export async function gatherReview(asked: ReviewAsked, outside: ReviewOutside): Promise<GatheredReview> {
  const scope = await outside.findScope()
  const project = await outside.openProject(scope)
  const settings = parseReviewSettings(await project.settings(SETTINGS_FILE))
  if (!settings.enabled) throw switchedOff(SETTINGS_FILE)
  const wanted = { ...asked, reviewers: settings.reviewers }
  const { skills, own, usual, failedSkills, warnings } = await findSkills(wanted, { scope, project }, outside)
  const selected = await readFiles(scope, { asked, settings, skills, outside })
  const { files } = selected
  const isNothing = files.length === 0 && !selected.unread.some(({ isWanted }) => isWanted)
  // A change without code passes: CI asks about every change. Named paths without code are an error.
  if (isNothing && scope.change === undefined) throw failWithoutFiles(asked, scope, selected)

  const { code, notes } = await readCodeAround(scope, { selected, project, outside })
  const scan = await outside.scan(code, collectSkillPatterns([...skills, ...(own === undefined ? [] : [own])]))
  const skipped = [...settings.skipAgents, ...resolveSkippedAgents(asked.kind, asked.skipAgents)]
  const { blind, coverage, matches, unread } = findWhatWasChecked(asked, { scope, selected, scan, isNothing })
  const { languages, ...beside } = await readContext(files, project, asked.isOffline)
  const { problems, ...instructed } = instructReviewers(skills, { own, skipped, usual: fitting(usual, languages) })

  return {
    settings,
    gathered: {
      ...instructed,
      ...pickAsked(asked),
      root: scope.root,
      files,
      ...beside,
      promptTokens: settings.promptTokens,
      merge: settings.merge,
      additional: [settings.additional, asked.additional].filter((text) => text.trim() !== "").join("\n\n"),
      project: {
        branch: outside.findBranch(scope.root),
        languages: putFirst(asked.language ?? settings.language, languages),
        scope: scope.about,
      },
      skippedAgents: [...new Set([...skipped, ...blind.map(({ id }) => id)])],
      failedSkills,
      warnings: [
        ...warnings,
        ...problems.map(({ message }) => message),
        ...project.leftOut().map((name) => describeLeftOut(name)),
        ...notes,
        ...settingTexts(settings),
        ...(asked.isOffline ? [] : warnNoInstructions(instructed)),
      ],
      content: asked.isOffline ? "paths" : "inline",
      isOffline: asked.isOffline || isNothing,
      judgesOwn: true,
      matches,
      unread,
      coverage,
      change: scope.change,
      named: scope.named,
      incomplete: [
        ...scope.incomplete,
        ...scan.problems.map(({ message, path }) => `${path}: ${message}`),
        ...describeBlindReviewers(blind),
        ...(asked.isOffline ? [] : warnNothingShown(selected)),
      ],
    },
  }
}

function failWithoutFiles({ kind }: ReviewAsked, { entries, about }: ReviewScope, selected: SelectedFiles) {
  return nothingToReview(kind, explainNothing(entries, selected, { kind, about }))
}

function pickAsked({ depth, kind }: ReviewAsked): Pick<Gathered, "depth" | "kind"> {
  return { depth, kind }
}

/** What a person asks for. */
export interface ReviewAsked extends Pick<Gathered, "kind" | "depth" | "additional"> {
  readonly skills: string
  readonly skipAgents: readonly string[]
  readonly language?: string | undefined
  readonly isOffline: boolean
}

/** Everything a review needs from outside. Each is read once. */
export interface ReviewOutside {
  readonly findScope: () => Promise<ReviewScope>
  readonly openProject: (scope: ReviewScope) => Promise<ProjectFiles>
  /** Skills of the project are those of the base of a change. */
  readonly resolveSkills: (
    list: string,
    project: Pick<ProjectFiles, "readVersion" | "listDeletedSkills">,
  ) => Promise<NamedSkills>
  readonly readContents: (scope: ReviewScope, wanted: readonly ScopeEntry[]) => Promise<ReadonlyMap<string, Content>>
  /** Patterns in the style of .gitignore. */
  readonly pathMatcher: (patterns: readonly string[]) => (path: string) => boolean
  readonly scan: (code: ScannedCode, patterns: readonly SourcedPattern[]) => Promise<Scanned>
  readonly findBranch: (root: string) => string
}

/** The code under review, and other code that data may pass through. */
export interface ScannedCode {
  readonly files: readonly ScanFile[]
  readonly beside: readonly ScanFile[]
  readonly isChange: boolean
}

/** Files that say how to review. For a change, the versions in its base are used. */
export interface ProjectFiles {
  readonly isThere: (name: string) => boolean
  /** Those that exist. */
  readonly read: (names: readonly string[]) => Promise<readonly { readonly path: string; readonly text: string }[]>
  readonly settings: (name: string) => Promise<ReviewSettingsFile>
  /** Which version of a file counts, by its absolute path. */
  readonly readVersion: (file: string) => Promise<FileVersion>
  /** The files of skills with this name that the change deletes, by their absolute paths. */
  readonly listDeletedSkills: (name: string) => readonly string[]
  /** Files that the change under review modifies, so that their new version is not used. */
  readonly leftOut: () => readonly string[]
  /** All files of a project after a change; empty if no change is reviewed. */
  readonly afterChange: readonly ScopeEntry[]
}

/** The file as it is, or its text in the base of the change, which is undefined if it is not there. */
export type FileVersion = { readonly kind: "own" } | { readonly kind: "base"; readonly text: string | undefined }

export interface NamedSkills {
  readonly skills: readonly NamedReviewSkill[]
  readonly failed: readonly string[]
  readonly warnings: readonly string[]
}

export type Scanned = Pick<ScanReport, "matches" | "notCompleted" | "flows" | "problems" | "searched">

export interface GatheredReview {
  readonly gathered: Gathered
  readonly settings: ReviewSettings
}

interface Reading {
  readonly asked: ReviewAsked
  readonly settings: ReviewSettings
  readonly skills: readonly NamedReviewSkill[]
  readonly outside: ReviewOutside
}

async function readFiles(scope: ReviewScope, { asked, settings, skills, outside }: Reading): Promise<SelectedFiles> {
  const how = {
    kind: asked.kind,
    isChange: scope.change !== undefined,
    named: scope.named,
    isPriority: outside.pathMatcher(skills.flatMap(({ priorityFiles }) => priorityFiles.patterns)),
    isTest: outside.pathMatcher(settings.testPatterns),
  }
  const wanted = scope.entries.filter((entry) => isWorthReading(entry, how))
  return selectFiles(scope.entries, await outside.readContents(scope, wanted), how)
}

interface Beside {
  readonly selected: SelectedFiles
  readonly project: ProjectFiles
  readonly outside: ReviewOutside
}

/** What is scanned: the code under review, and unchanged code that exchanges data with a change. */
async function readCodeAround(
  scope: ReviewScope,
  { selected: { scanned }, project, outside }: Beside,
): Promise<{ readonly code: ScannedCode; readonly notes: readonly string[] }> {
  const isFollowed = scanned.some(({ name, readAs }) => detectTreeLanguage(readAs ?? name) !== undefined)
  const changed = scope.entries.map(({ path }) => path)
  const { wanted, left } = selectBesideChange(isFollowed ? project.afterChange : [], changed)
  const { callers, others } = sortBeside(await outside.readContents(scope, wanted), scanned)
  return {
    code: { files: [...scanned, ...callers], beside: others, isChange: scope.change !== undefined },
    notes: left === 0 ? [] : [describeLeftBeside(left)],
  }
}

interface SkillsOfReview extends Pick<Gathered, "failedSkills" | "warnings"> {
  /** Those that were named. */
  readonly skills: readonly NamedReviewSkill[]
  /** The one that this kind of review always follows. */
  readonly own: NamedReviewSkill | undefined
  /** Those that agents follow if none are named. */
  readonly usual: readonly NamedReviewSkill[]
}

async function findSkills(
  asked: ReviewAsked & Pick<ReviewSettings, "reviewers">,
  { scope, project }: { readonly scope: ReviewScope; readonly project: ProjectFiles },
  outside: ReviewOutside,
): Promise<SkillsOfReview> {
  // Offline nobody is asked, so there are no reviewers of the project's own.
  const list = [asked.skills, ...(asked.isOffline ? [] : asked.reviewers)].join(",")

  const named = withoutUnapprovedRules(withoutOwnExcuses(await outside.resolveSkills(list, project), scope))
  const ownName = ownSkills[asked.kind]
  const own = ownName === undefined ? NO_SKILLS : await outside.resolveSkills(ownName, project)
  const isUsual = !asked.isOffline && asked.skills.trim() === ""
  const usual = isUsual ? await outside.resolveSkills(listBundledSkills(asked.kind), project) : NO_SKILLS
  return {
    skills: asked.isOffline ? named.skills.map((skill) => ({ ...skill, reviewer: undefined })) : named.skills,
    own: own.skills[0],
    usual: usual.skills,
    failedSkills: named.failed,
    warnings: [...skillTexts(named), ...own.warnings, ...usual.warnings],
  }
}

const NO_SKILLS: NamedSkills = { skills: [], failed: [], warnings: [] }

/** A review by agents without a skill is possible, but nobody should take it for the usual one. */
function warnNoInstructions({ skillInstructions }: Pick<Gathered, "skillInstructions">): readonly string[] {
  if (Object.keys(skillInstructions).length > 0) return []
  return ["agents get no instructions from skills: none of the skills for this review could be used"]
}

/** Errors and warnings from reading the skills. Style suggestions are left to lint. */
function skillTexts({ skills, warnings }: NamedSkills): readonly string[] {
  const all = skills.flatMap(({ problems = [] }) => problems.filter(({ level }) => level !== "note"))
  return [
    ...warnings,
    ...all.map(({ path, line, message }) => `${path}${line === undefined ? "" : `:${line}`}: ${message}`),
  ]
}

/** Bundled skills need no approval, and their rules never hide a finding. */
function fitting(skills: readonly NamedReviewSkill[], languages: readonly string[]): readonly NamedReviewSkill[] {
  return skills.map((skill) => keepLanguages(skill, languages))
}

/** A skill that the change modifies may not say which findings about the change are false positives. */
function withoutOwnExcuses(
  { skills, failed, warnings }: NamedSkills,
  { root, change, entries }: ReviewScope,
): NamedSkills {
  const changed = skills.filter(({ path }) => {
    const folder = path.slice(root.length + 1, path.lastIndexOf("/") + 1)
    return change !== undefined && path.startsWith(`${root}/`) && entries.some((entry) => entry.path.startsWith(folder))
  })
  const said = changed.map(
    ({ name }) => `the change under review modifies skill ${name}, so its false-positive rules were not used`,
  )
  return {
    skills: skills.map((skill) => (changed.includes(skill) ? { ...skill, falsePositiveRules: [] } : skill)),
    failed,
    warnings: [...warnings, ...said],
  }
}

interface Searched {
  readonly scope: ReviewScope
  readonly selected: SelectedFiles
  readonly scan: Scanned
  readonly isNothing: boolean
}

/** What the review may claim: which rules were tried on which files, and which files were not checked. */
function findWhatWasChecked(asked: ReviewAsked, searched: Searched) {
  const { scope, selected, scan, isNothing } = searched
  const { matches, unread: cut } = limitMatches(
    toReviewMatches(scan.matches, selected.files),
    scope.change !== undefined,
  )
  const tried = listTriedRules(selected.scanned, scan.searched)
  const coverage =
    asked.kind === "code" ? summariseCoverage(selected.scanned, scan.searched, scan.notCompleted) : undefined
  return {
    blind: asked.isOffline && !isNothing ? findBlindReviewers(asked, listSearchedCategories(tried)) : [],
    coverage,
    matches,
    unread: [...cut, ...listUnread(searched, { isOffline: asked.isOffline, coverage })],
  }
}

/** Every file that was not read, not checked to its end or, without agents, not checked for lack of rules. */
function listUnread(
  { scope, selected, scan: { notCompleted, flows } }: Searched,
  { isOffline, coverage = [] }: Pick<Gathered, "coverage"> & { readonly isOffline: boolean },
): readonly UnreadFile[] {
  const isChange = scope.change !== undefined
  const notShown = isOffline ? [] : listNotShown(selected, scope)
  const isUnseen = (path: string) => isOffline || notShown.some((row) => row.path === path)
  const alone = selected.scanned.filter(({ name }) => isUnseen(name))
  const run = new Set(isChange ? selected.files.filter(hasCommands).map(({ path }) => path) : [])
  const isRun = (path: string) => run.has(path)
  const findLanguageId = (path: string) =>
    selected.files.find((file) => file.path === path)?.language ?? detectLanguage(path)
  const unchecked = listUncheckedFiles(alone, coverage, { isChange, isRun })
  const rows = [
    ...selected.unread,
    ...listUnfinishedFiles(notCompleted, { flows, isChange, findLanguageId }),
    ...unchecked,
    ...notShown.filter(({ path }) => !unchecked.some((row) => row.path === path)),
  ]
  if (isChange) return rows
  const files = new Map(selected.files.map((file) => [file.path, file]))
  return rows.map((row) => {
    const file = files.get(row.path) ?? { path: row.path, text: "", isTest: false }
    return findReviewPlace(file, scope.named) === undefined ? row : { ...row, isSecondary: true }
  })
}

/** The language from the settings first, then the languages of the files. */
function putFirst(said: string | undefined, languages: readonly string[]): readonly string[] {
  return said === undefined ? languages : [said, ...languages.filter((language) => language !== said)]
}

/** Warns about files of a change that may not influence its own review. */
export function describeLeftOut(name: string): string {
  return `the change under review modifies ${name}, so the version before the change was used`
}

/** What is wrong with the settings of a review, and whom they leave out. */
function settingTexts({ problems, skipAgents }: ReviewSettings): readonly string[] {
  const wrong = problems.map(({ message, path }) => `${path}: ${message}`)
  return skipAgents.length === 0 ? wrong : [...wrong, `${SETTINGS_FILE} leaves out: ${skipAgents.join(", ")}`]
}
