import type { PromptQuestion } from "../../tasks/io/explain-for-prompt.ts"
import type { AuditSkillsOptions } from "../../audit/io/audit-skills.ts"
import type { EstimateWanted } from "../../catalog/io/install/estimate-entries.ts"
import type { SkillInstall } from "../../catalog/io/install/install-skills.ts"
import type { CompareHostsOptions } from "../../catalog/io/skills/compare-hosts.ts"
import type { EvaluateOptions } from "../../catalog/io/evals/evaluate-skills.ts"
import type { LintOptions } from "../../catalog/io/lint/lint-skills.ts"
import type { ProfileWanted } from "../../catalog/io/profiles/define-profiles.ts"
import type { ClearWanted, ProfileChange, UseWanted } from "../../catalog/io/profiles/use-profile.ts"
import type { ProfileLevel } from "../../catalog/profiles/skill-profile.ts"
import type { MigrateOptions } from "../../catalog/io/skills/migrate-commands.ts"
import type { NewSkill, NewSkillOptions } from "../../catalog/io/skills/new-skill.ts"
import type { AuthorPlan } from "../../catalog/io/skills/author-skills.ts"
import type { ApprovalPlan } from "../../catalog/io/skills/trust-skills.ts"
import type { CatalogWatchOptions } from "../../catalog/io/watch/watch-catalog.ts"
import type { Migration } from "../../doctor/io/check-database.ts"
import type { RoleGrant } from "../../doctor/io/grant-roles.ts"
import type { FixPlan } from "../../doctor/io/fix-skills.ts"
import type { Pruning } from "../../doctor/io/prune-state.ts"
import type { Persona } from "../../finding/persona.ts"
import type { HostId } from "../../hosts/profile.ts"
import type { RenderOptions } from "../../render/io/open-renderer.ts"
import type { ReviewKind } from "../../review/claims/categories.ts"
import type { RememberedStatus } from "../../review/claims/merging/identity/review-baseline.ts"
import type { AgentAuditOptions, AuditHooks } from "../../review/io/audit-with-agent.ts"
import type { AcceptedFindings, EarlierReview, ReviewHooks, ReviewOptions } from "../../review/io/review-project.ts"
import type { ProgramName } from "../../review/programs/program-rows.ts"
import type { Gathered } from "../../review/review-data.ts"
import type { CommandGrants } from "../../trust/trust-state.ts"
import type { LoadedWorkflow } from "../../workflow/io/load-workflows.ts"
import { BUDGET, DRIVER, SIGNAL, TEXTS } from "./value-shapes.ts"
import type { VerbArguments } from "./check-arguments.ts"
import type { InstallAsked } from "../open-skillet-authoring.ts"
import type { InboxFilter, Skillet } from "../skillet.ts"
import {
  ANYTHING,
  CALLBACK,
  COUNT,
  FLAG,
  NUMBER,
  OBJECT,
  TEXT,
  either,
  fields,
  having,
  list,
  oneOf,
  optional,
  record,
} from "./shape.ts"

const INSTALL_HOST = oneOf<InstallAsked["host"]>({ claude: true, codex: true, opencode: true, gemini: true })

const PROFILE_LEVEL = oneOf<ProfileLevel>({ project: true, local: true, user: true })
const HOST = oneOf<HostId>({ open: true, claude: true, codex: true, opencode: true, gemini: true })
const ROLE_GRANT = fields<RoleGrant>({ kind: oneOf<RoleGrant["kind"]>({ user: true, worker: true }), role: TEXT })
const PLAN = having<ApprovalPlan>({ ref: TEXT, path: TEXT, digest: TEXT })
const GRANTS = fields<CommandGrants>({ network: FLAG, write: FLAG, env: TEXTS })
const LOADED = having<LoadedWorkflow>({ workflow: OBJECT, children: list(OBJECT), problems: list(OBJECT) })
const REVIEW_HOOKS = fields<ReviewHooks>({
  confirm: optional(CALLBACK),
  baselineMissing: optional(CALLBACK),
  scanning: optional(CALLBACK),
  gathered: optional(CALLBACK),
  planned: optional(CALLBACK),
  started: optional(CALLBACK),
  progress: optional(CALLBACK),
  again: optional(CALLBACK),
  told: optional(CALLBACK),
  heard: optional(CALLBACK),
})
const REVIEW = optional(
  fields<ReviewOptions>({
    paths: optional(TEXTS),
    depth: optional(oneOf<Gathered["depth"]>({ deep: true, quick: true })),
    kind: optional(oneOf<ReviewKind>({ code: true, docs: true })),
    skills: optional(TEXT),
    additional: optional(TEXT),
    skipAgents: optional(TEXTS),
    staged: optional(FLAG),
    diff: optional(TEXT),
    language: optional(TEXT),
    sarif: optional(TEXTS),
    with: optional(list(oneOf<ProgramName>({ semgrep: true, bandit: true, ruff: true, eslint: true, gitleaks: true }))),
    scanWorker: optional(ANYTHING),
    agent: optional(DRIVER),
    program: optional(TEXT),
    baseline: optional(TEXT),
    budget: optional(BUDGET),
    atOnce: optional(COUNT),
    signal: optional(SIGNAL),
    hooks: optional(REVIEW_HOOKS),
  }),
)

const AUDIT_FIELDS = {
  paths: optional(TEXTS),
  persona: optional(oneOf<Persona>({ regular: true, pedantic: true, auditor: true })),
  baseline: optional(either(TEXT, having<{ findings: unknown }>({ findings: list(OBJECT) }))),
  remarks: optional(oneOf<"own" | "all">({ own: true, all: true })),
  onProgress: optional(CALLBACK),
}
const AGENT_AUDIT = fields<AgentAuditOptions>({
  ...AUDIT_FIELDS,
  agent: either(DRIVER, having<{ ask: unknown }>({ ask: CALLBACK })),
  program: optional(TEXT),
  budget: optional(BUDGET),
  atOnce: optional(COUNT),
  signal: optional(SIGNAL),
  hooks: optional(
    fields<AuditHooks>({
      confirm: optional(CALLBACK),
      planned: optional(CALLBACK),
      started: optional(CALLBACK),
      progress: optional(CALLBACK),
      again: optional(CALLBACK),
      told: optional(CALLBACK),
      heard: optional(CALLBACK),
    }),
  ),
})

/** The arguments of the verbs about skills, trust, authoring, workflows, reviews and the machine. */
export const skillArguments: VerbArguments<
  Pick<
    Skillet,
    | "catalog"
    | "copies"
    | "settings"
    | "limits"
    | "bundled"
    | "resolve"
    | "original"
    | "listing"
    | "read"
    | "find"
    | "show"
    | "why"
    | "explainPrompt"
    | "diff"
    | "compareHosts"
    | "match"
    | "evaluate"
    | "render"
    | "lint"
    | "audit"
    | "audits"
    | "review"
    | "reviews"
    | "inbox"
    | "examine"
    | "watch"
    | "trust"
    | "withoutProfiles"
    | "profiles"
    | "fixes"
    | "authoring"
    | "workflows"
    | "state"
  >
> = {
  catalog: [["host", optional(HOST)]],
  copies: [["host", optional(HOST)]],
  settings: [["host", optional(HOST)]],
  limits: [["host", optional(HOST)]],
  bundled: [["host", optional(HOST)]],
  withoutProfiles: [["host", optional(HOST)]],
  original: [
    ["skillPath", TEXT],
    ["host", optional(HOST)],
  ],
  resolve: [
    ["ref", TEXT],
    ["host", optional(HOST)],
  ],
  listing: [
    [
      "options",
      optional(fields<{ window?: number; host?: HostId }>({ window: optional(NUMBER), host: optional(HOST) })),
    ],
  ],
  read: [
    ["skillPath", TEXT],
    ["args", optional(TEXTS)],
  ],
  find: [["ref", TEXT]],
  show: [["ref", TEXT]],
  why: [["ref", TEXT]],
  explainPrompt: [
    ["ref", TEXT],
    ["question", fields<PromptQuestion>({ prompt: TEXT, hosts: optional(list(HOST)) })],
  ],
  diff: [["ref", TEXT]],
  compareHosts: [["options", optional(fields<CompareHostsOptions>({ onlyFound: optional(FLAG) }))]],
  match: [
    ["request", TEXT],
    ["limit", optional(COUNT)],
  ],
  evaluate: [
    ["refs", optional(TEXTS)],
    ["options", optional(fields<EvaluateOptions>({ from: optional(TEXTS), onProgress: optional(CALLBACK) }))],
  ],
  render: [
    ["ref", TEXT],
    [
      "options",
      optional(
        fields<RenderOptions>({
          args: optional(TEXT),
          words: optional(TEXTS),
          by: optional(oneOf<"user" | "model">({ user: true, model: true })),
          session: optional(TEXT),
          effort: optional(TEXT),
          dryRun: optional(FLAG),
          sandbox: optional(oneOf<"required" | "preferred">({ required: true, preferred: true })),
          unasked: optional(FLAG),
          asIfApproved: optional(FLAG),
        }),
      ),
    ],
  ],
  lint: [
    [
      "options",
      optional(
        fields<LintOptions>({
          paths: optional(TEXTS),
          fix: optional(FLAG),
          portable: optional(FLAG),
          onProgress: optional(CALLBACK),
        }),
      ),
    ],
  ],
  audit: [["options", optional(fields<AuditSkillsOptions>(AUDIT_FIELDS))]],
  audits: {
    read: [["options", AGENT_AUDIT]],
    plan: [["options", AGENT_AUDIT]],
    show: [["run", TEXT]],
  },
  review: [["options", REVIEW]],
  reviews: {
    plan: [["options", REVIEW]],
    show: [
      ["run", TEXT],
      ["options", optional(fields<EarlierReview>({ baseline: optional(TEXT), hooks: optional(REVIEW_HOOKS) }))],
    ],
    accept: [
      ["run", TEXT],
      [
        "decision",
        fields<AcceptedFindings>({
          findings: TEXTS,
          reason: TEXT,
          status: optional(oneOf<RememberedStatus>({ accepted: true, "wont-fix": true, "false-positive": true })),
          baseline: optional(TEXT),
        }),
      ],
    ],
  },
  inbox: [["filter", optional(fields<InboxFilter>({ all: optional(FLAG), run: optional(TEXT) }))]],
  examine: [["onProgress", optional(CALLBACK)]],
  watch: [
    ["onChange", CALLBACK],
    ["how", optional(fields<CatalogWatchOptions>({ watcher: optional(ANYTHING), onFailure: optional(CALLBACK) }))],
  ],
  trust: {
    list: [],
    plan: [["ref", TEXT]],
    preview: [["plan", PLAN]],
    approve: [
      ["plan", PLAN],
      ["grants", optional(GRANTS)],
    ],
    remove: [["ref", TEXT]],
    authors: [],
    planAuthor: [["directory", TEXT]],
    grantAuthor: [["plan", having<AuthorPlan>({ path: TEXT })]],
    removeAuthor: [["directory", TEXT]],
    explainServer: [["skillPath", TEXT]],
  },
  profiles: {
    list: [],
    create: [["wanted", fields<ProfileWanted>({ name: TEXT, skills: TEXTS, level: optional(PROFILE_LEVEL) })]],
    uses: [],
    plan: [["wanted", fields<UseWanted>({ name: TEXT, host: INSTALL_HOST, level: optional(PROFILE_LEVEL) })]],
    planClear: [["wanted", fields<ClearWanted>({ host: optional(INSTALL_HOST), level: optional(PROFILE_LEVEL) })]],
    apply: [["change", having<ProfileChange>({ file: TEXT, text: OBJECT })]],
  },
  fixes: {
    plan: [],
    apply: [["plan", having<FixPlan>({ fixes: list(OBJECT) })]],
    undo: [["id", TEXT]],
  },
  authoring: {
    planSkill: [
      [
        "options",
        fields<NewSkillOptions>({
          name: TEXT,
          description: optional(TEXT),
          user: optional(FLAG),
          into: optional(TEXT),
          workflow: optional(FLAG),
        }),
      ],
    ],
    writeSkill: [["plan", having<NewSkill>({ name: TEXT })]],
    planMigration: [["options", optional(fields<MigrateOptions>({ user: optional(FLAG) }))]],
    migrate: [["moves", list(OBJECT)]],
    openEditor: [],
    instruct: [["list", TEXT]],
    planInstall: [
      [
        "wanted",
        fields<InstallAsked>({
          host: INSTALL_HOST,
          skills: TEXTS,
          isUser: optional(FLAG),
          isUndo: optional(FLAG),
          isForced: optional(FLAG),
        }),
      ],
    ],
    install: [["plan", having<SkillInstall>({ directory: TEXT, files: list(OBJECT) })]],
    estimate: [
      [
        "wanted",
        fields<EstimateWanted>({ host: INSTALL_HOST, names: TEXTS, isUser: optional(FLAG), window: optional(NUMBER) }),
      ],
    ],
  },
  workflows: {
    list: [],
    find: [["name", TEXT]],
    open: [["what", TEXT]],
    openAll: [["what", TEXT]],
    moduleProblems: [],
    quote: [
      ["workflow", LOADED],
      ["params", optional(record(TEXT))],
    ],
    checkCommands: [["workflow", LOADED]],
    tryRendering: [["workflow", LOADED]],
  },
  state: {
    show: [],
    checkDatabase: [],
    migrateDatabase: [["how", optional(fields<Migration>({ roles: optional(list(ROLE_GRANT)) }))]],
    printRoleGrants: [["roles", list(ROLE_GRANT)]],
    moveDatabase: [["to", TEXT]],
    prune: [["how", fields<Pruning>({ olderThan: NUMBER, isDryRun: FLAG, now: optional(NUMBER) })]],
  },
}
