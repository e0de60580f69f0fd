import fs from "node:fs"
import path from "node:path"
import type { Renderer } from "../render/io/open-renderer.ts"
import type { WorkflowSession } from "../workflow/io/load-workflows.ts"
import { SkilletError } from "../problem/failure.ts"
import { checkArguments, checkVerbs } from "./arguments/check-arguments.ts"
import { defer } from "./defer.ts"
import { addComposites, openResources, type Resources } from "./open-resources.ts"
import { openSession } from "../catalog/io/session/open-session.ts"
import type { OpenOptions } from "./options.ts"
import { openArguments, verbArguments } from "./verb-arguments.ts"
import type { Skillet } from "./skillet.ts"

export function openSkillet(options: OpenOptions = {}): Skillet {
  checkArguments("openSkillet", openArguments, [options])
  requireDirectories(options)
  const session = addComposites(openSession(options))
  const resources = openResources(options, session)
  let renderer: Promise<Renderer> | undefined
  const loadRenderer = async () => (await import("../render/io/open-renderer.ts")).openRenderer(session)
  const render: Skillet["render"] = async (ref, how) => (await (renderer ??= loadRenderer())).render(ref, how)
  return {
    ...session,
    ...checkVerbs({ ...openSkillVerbs(session, resources), render }, verbArguments),
    ...openSkillGroups(resources),
    ...openWorkGroups(resources),
    async close() {
      await (await renderer)?.close()
      await resources.close()
      await session.close()
    },
  }
}

type SkillVerbs = Pick<
  Skillet,
  | "catalog"
  | "copies"
  | "settings"
  | "limits"
  | "bundled"
  | "resolve"
  | "original"
  | "listing"
  | "withoutProfiles"
  | "read"
  | "find"
  | "show"
  | "why"
  | "explainPrompt"
  | "diff"
  | "compareHosts"
  | "match"
  | "evaluate"
  | "lint"
  | "audit"
  | "review"
  | "inbox"
  | "examine"
  | "watch"
>

function openSkillVerbs(session: WorkflowSession, resources: Resources): SkillVerbs {
  const { catalog, copies, settings, limits, bundled, resolve, original, listing, withoutProfiles, read } = session
  return {
    catalog,
    copies,
    settings,
    limits,
    bundled,
    resolve,
    original,
    listing,
    withoutProfiles,
    read,
    find: async (ref) => (await import("../catalog/io/skills/find-skill.ts")).findSkill(session, ref),
    show: async (ref) => (await import("../catalog/io/skills/show-skill.ts")).showSkill(session, ref),
    why: async (ref) => (await import("../catalog/io/skills/explain-name.ts")).explainName(session, ref),
    explainPrompt: async (ref, question) =>
      (await import("../tasks/io/explain-for-prompt.ts")).explainForPrompt(session, ref, question),
    diff: async (ref) => (await import("../catalog/io/skills/diff-copies.ts")).diffCopies(session, ref),
    compareHosts: async (how) =>
      (await import("../catalog/io/skills/compare-hosts.ts")).compareFoundHosts(session, how),
    match: async (request, limit) =>
      (await import("../catalog/io/skills/match-skills.ts")).matchSkills(session, request, { limit }),
    evaluate: async (refs, options) =>
      (await import("../catalog/io/evals/evaluate-skills.ts")).evaluateSkills(session, refs, options),
    lint: async (how = {}) =>
      (await import("../catalog/io/lint/lint-skills.ts")).lintSkills(session, { paths: [], ...how }),
    audit: async (how) => (await import("../audit/io/audit-skills.ts")).auditSkills(session, how),
    review: async (how) =>
      (await import("../review/io/review-project.ts")).reviewProject(
        await resources.session(),
        await resources.runs(),
        how,
      ),
    inbox: async (filter) => (await import("./gather-needs.ts")).gatherNeeds(resources, filter),
    async examine(onProgress) {
      const { problems: moduleProblems } = await resources.workflows()
      return (await import("../doctor/io/examine.ts")).examine(session, { onProgress, moduleProblems })
    },
    watch: async (onChange, how) =>
      (await import("../catalog/io/watch/watch-catalog.ts")).watchCatalog(session.options, onChange, how),
  }
}

type SkillGroups = Pick<
  Skillet,
  "trust" | "installs" | "profiles" | "fixes" | "authoring" | "workflows" | "sessions" | "state"
>

function openSkillGroups(resources: Resources): SkillGroups {
  const { trust, installs, profiles, fixes, authoring, workflows, sessions, state } = verbArguments
  return {
    trust: defer("trust", trust, async () =>
      (await import("./open-skillet-trust.ts")).openSkilletTrust(await resources.session()),
    ),
    installs: defer("installs", installs, async () =>
      (await import("./open-skillet-installs.ts")).openSkilletInstalls(await resources.session()),
    ),
    profiles: defer("profiles", profiles, async () =>
      (await import("./open-skillet-profiles.ts")).openSkilletProfiles(await resources.session()),
    ),
    fixes: defer("fixes", fixes, async () =>
      (await import("./open-skillet-fixes.ts")).openSkilletFixes(await resources.session()),
    ),
    authoring: defer("authoring", authoring, async () =>
      (await import("./open-skillet-authoring.ts")).openSkilletAuthoring(await resources.session(), resources),
    ),
    workflows: {
      ...defer("workflows", workflows, async () =>
        (await import("./open-skillet-workflows.ts")).openSkilletWorkflows(resources),
      ),
      moduleProblems: async () => (await resources.workflows()).problems,
    },
    sessions: defer("sessions", sessions, async () =>
      (await import("./open-skillet-sessions.ts")).openSkilletSessions(resources),
    ),
    state: defer("state", state, async () => (await import("./open-skillet-state.ts")).openSkilletState(resources.env)),
  }
}

type WorkGroups = Pick<Skillet, "audits" | "reviews" | "runs" | "jobs" | "tasks" | "agents" | "schedules">

function openWorkGroups(resources: Resources): WorkGroups {
  const { audits, reviews, runs, jobs, tasks, agents, schedules } = verbArguments
  return {
    audits: defer("audits", audits, async () =>
      (await import("./open-skillet-audits.ts")).openSkilletAudits(resources),
    ),
    reviews: defer("reviews", reviews, async () =>
      (await import("./open-skillet-reviews.ts")).openSkilletReviews(resources),
    ),
    runs: defer("runs", runs, async () => (await import("./open-skillet-runs.ts")).openSkilletRuns(resources)),
    jobs: defer("jobs", jobs, async () => (await import("./open-skillet-jobs.ts")).openSkilletJobs(resources)),
    tasks: defer("tasks", tasks, async () => (await import("./open-skillet-tasks.ts")).openSkilletTasks(resources)),
    agents: defer("agents", agents, async () =>
      (await import("./open-skillet-agents.ts")).openSkilletAgents(resources),
    ),
    schedules: defer("schedules", schedules, async () =>
      (await import("./open-skillet-schedules.ts")).openSkilletSchedules(resources),
    ),
  }
}

/** A named directory that does not exist is a mistake, not an empty directory. */
function requireDirectories(options: OpenOptions): void {
  const cwd = path.resolve(options.cwd ?? process.cwd())
  const { addDirs = [], skillsDirs = [], pluginDirs = [] } = options
  const named = [cwd, ...[...addDirs, ...skillsDirs, ...pluginDirs].map((one) => path.resolve(cwd, one))]
  const missing = named.find((at) => fs.statSync(at, { throwIfNoEntry: false })?.isDirectory() !== true)
  if (missing === undefined) return
  throw new SkilletError("library.no-directory", `openSkillet(options?): ${missing} is not a directory`, {
    retry: "no",
    next: "name a directory that exists",
  })
}
