import fs from "node:fs"
import path from "node:path"
import type { Renderer } from "../render/io/open-renderer.ts"
import type { WorkflowSession } from "../workflow/io/load-workflows.ts"
import { SkilletError } from "../problem/failure.ts"
import { checkArguments, checkVerbs } from "./arguments/check-arguments.ts"
import { defer } from "./defer.ts"
import { openPlaces, type Places } from "./open-places.ts"
import { openWorkflowSession } from "./open-workflow-session.ts"
import type { OpenOptions } from "./options.ts"
import { openArguments, verbArguments } from "./verb-arguments.ts"
import type { Skillet } from "./skillet.ts"

export function openSkillet(options: OpenOptions = {}): Skillet {
  checkArguments("openSkillet", openArguments, [options])
  requireDirectories(options)
  const session = openWorkflowSession(options)
  const places = openPlaces(options, session)
  let renderer: Promise<Renderer> | undefined
  const loadRenderer = async () => (await import("../render/io/open-renderer.ts")).openRenderer(session)
  const render: Skillet["render"] = async (ref, how) => (await (renderer ??= loadRenderer())).render(ref, how)
  return {
    ...session,
    ...checkVerbs({ ...openSkillVerbs(session, places), render }, verbArguments),
    ...openSkillGroups(places),
    ...openWorkGroups(places),
    async close() {
      await (await renderer)?.close()
      await places.close()
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
  | "resolve"
  | "listing"
  | "read"
  | "find"
  | "show"
  | "why"
  | "match"
  | "lint"
  | "audit"
  | "review"
  | "examine"
  | "watch"
>

function openSkillVerbs(session: WorkflowSession, places: Places): SkillVerbs {
  const { catalog, copies, settings, limits, resolve, listing, read } = session
  return {
    catalog,
    copies,
    settings,
    limits,
    resolve,
    listing,
    read,
    find: async (ref) => (await import("../catalog/io/skills/find-skill.ts")).findSkill(session, ref),
    show: async (ref) => (await import("../catalog/io/skills/show-skill.ts")).showSkill(session, ref),
    why: async (ref) => (await import("../catalog/io/skills/explain-name.ts")).explainName(session, ref),
    match: async (request, limit) =>
      (await import("../catalog/io/skills/match-skills.ts")).matchSkills(session, request, limit),
    lint: async (how = {}) =>
      (await import("../catalog/io/lint/lint-skills.ts")).lintSkills(session, { paths: [], ...how }),
    audit: async (how) => (await import("../audit/io/audit-skills.ts")).auditSkills(session, how),
    review: async (how) =>
      (await import("../review/io/review-project.ts")).reviewProject(await places.session(), await places.runs(), how),
    examine: async (onProgress) => (await import("../doctor/io/examine.ts")).examine(session, onProgress),
    watch: async (onChange, how) =>
      (await import("../catalog/io/watch/watch-catalog.ts")).watchCatalog(session.options, onChange, how),
  }
}

type SkillGroups = Pick<Skillet, "trust" | "authoring" | "workflows" | "state">

function openSkillGroups(places: Places): SkillGroups {
  const { trust, authoring, workflows, state } = verbArguments
  return {
    trust: defer("trust", trust, async () =>
      (await import("./open-skillet-trust.ts")).openSkilletTrust(await places.session()),
    ),
    authoring: defer("authoring", authoring, async () =>
      (await import("./open-skillet-authoring.ts")).openSkilletAuthoring(await places.session()),
    ),
    workflows: defer("workflows", workflows, async () =>
      (await import("./open-skillet-workflows.ts")).openSkilletWorkflows(places),
    ),
    state: defer("state", state, async () => (await import("./open-skillet-state.ts")).openSkilletState(places.env)),
  }
}

type WorkGroups = Pick<Skillet, "reviews" | "runs" | "jobs" | "tasks" | "agents">

function openWorkGroups(places: Places): WorkGroups {
  const { reviews, runs, jobs, tasks, agents } = verbArguments
  return {
    reviews: defer("reviews", reviews, async () =>
      (await import("./open-skillet-reviews.ts")).openSkilletReviews(places),
    ),
    runs: defer("runs", runs, async () => (await import("./open-skillet-runs.ts")).openSkilletRuns(places)),
    jobs: defer("jobs", jobs, async () => (await import("./open-skillet-jobs.ts")).openSkilletJobs(places)),
    tasks: defer("tasks", tasks, async () => (await import("./open-skillet-tasks.ts")).openSkilletTasks(places)),
    agents: defer("agents", agents, async () => (await import("./open-skillet-agents.ts")).openSkilletAgents(places)),
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
