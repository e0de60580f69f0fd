import { setImmediate } from "node:timers/promises"
import type { Hono } from "hono"
import type {
  WireApproval,
  WireApprove,
  WireListing,
  WireSight,
  WireSkillPage,
  WireSkillRequests,
  WireSkillsPage,
  WireSkillUsePage,
} from "@skillet/dashboard"
import { openEntryLines } from "../../catalog/listing/entry-line.ts"
import { type ComparedSkill, type HostComparison, LISTED } from "../../catalog/names/compare-hosts.ts"
import { hostIds, profiles } from "../../hosts/profiles.ts"
import type { HostId } from "../../hosts/profile.ts"
import { SkilletError } from "../../problem/failure.ts"
import { TEXT, fields } from "../../skillet/arguments/shape.ts"
import type { Skillet } from "../../skillet/skillet.ts"
import { describeTrust } from "../../trust/trust-state.ts"
import { quoteForShell } from "../../text/quote-for-shell.ts"
import { cutLine, cutText } from "./cut-text.ts"
import { readBody } from "./read-body.ts"
import { toWireFinding, toWireProblem } from "./to-wire-finding.ts"
import type { ViewTools } from "./view-tools.ts"

const APPROVE = fields<WireApprove>({ ref: TEXT, digest: TEXT })
const MOST_PROBLEMS = 2000
/** Of a model's context, in tokens. */
const USUAL_WINDOW = 200_000
const MOST_WINDOW = 100_000_000

export function addSkills(app: Hono, { live }: ViewTools): void {
  const skills = live.keep(async (skillet) => JSON.stringify(await readSkillsPage(skillet)))
  app.get("/api/skills", async (context) =>
    context.body(await skills(), 200, { "content-type": "application/json; charset=utf-8" }),
  )
  app.get("/api/skill", async (context) => {
    const ref = context.req.query("ref") ?? ""
    return context.json(await live.use((skillet) => readSkillPage(skillet, ref)))
  })
  app.get("/api/listing", async (context) => {
    const { host = "", window = "" } = context.req.query()
    const id = requireHost(host)
    const size = Math.min(MOST_WINDOW, Math.max(1000, Math.round(Number(window)) || USUAL_WINDOW))
    return context.json(await live.use((skillet) => readListing(skillet, id, size)))
  })
  app.get("/api/usage", async (context) => {
    const skill = context.req.query("skill") ?? ""
    return context.json(await live.use((skillet) => readSkillUse(skillet, skill)))
  })
  app.get("/api/requests", async (context) => {
    const ref = context.req.query("ref") ?? ""
    return context.json(await live.use((skillet) => readRequests(skillet, ref)))
  })
  app.get("/api/approval", async (context) => {
    const ref = context.req.query("ref") ?? ""
    return context.json(await live.use((skillet) => readApproval(skillet, ref)))
  })
  app.post("/api/approval", async (context) => {
    const { ref, digest } = await readBody<WireApprove>(context, APPROVE)
    await live.use(async ({ trust }) => {
      const plan = await trust.plan(ref)
      if (plan.digest !== digest)
        throw new SkilletError("trust.changed", `${plan.ref} is not what was shown any more`, {
          retry: "no",
          next: "look at it again; nothing was approved",
        })
      await trust.approve(plan)
    })
    live.renew()
    return context.json({})
  })
}

async function readSkillsPage(skillet: Skillet): Promise<WireSkillsPage> {
  for (const host of hostIds) {
    await skillet.listing({ host })
    // Thousands of skills take a while: others are answered between two hosts.
    await setImmediate()
  }
  const { hosts, skills, problems } = await skillet.compareHosts()
  const catalog = await skillet.catalog()
  const known = new Map(catalog.skills.map((skill) => [skill.path, skill]))
  const counts = new Map<string, number>()
  for (const { path } of problems) counts.set(path, (counts.get(path) ?? 0) + 1)
  const sights = new Map<string, number>()
  return {
    hosts: hosts.map(({ host, title, usable, tokens }) => ({ host, title, usable, tokens })),
    skills: skills.map(({ name, copies, isDrifted, seen }) => {
      const path = copies[0]?.path ?? ""
      const own = known.get(path)
      return {
        name: cutLine(name, 200),
        path,
        copies: copies.length,
        isDrifted,
        sight: numberSight(sights, hosts, seen),
        tokens: own?.tokens ?? 0,
        description: cutLine(own?.description ?? "", 160),
        problems: counts.get(path) ?? 0,
      }
    }),
    sights: [...sights.keys()].map((text) => JSON.parse(text) as readonly WireSight[]),
    problems: problems.slice(0, MOST_PROBLEMS).map(toWireProblem),
  }
}

/** Thousands of skills are seen in a handful of ways, so each way is sent once. */
function numberSight(sights: Map<string, number>, hosts: HostComparison["hosts"], seen: ComparedSkill["seen"]): number {
  const text = JSON.stringify(
    hosts.map(({ host }): WireSight => {
      const { as = "", reason = "" } = seen.find((one) => one.host === host) ?? {}
      return { as, reason: cutLine(reason, 200) }
    }),
  )
  const number = sights.get(text) ?? sights.size
  sights.set(text, number)
  return number
}

async function readSkillPage(skillet: Skillet, ref: string): Promise<WireSkillPage> {
  const shown = await skillet.show(ref)
  const { trust = "remote", approval = "not-needed", changed, tokens } = shown
  const { hosts } = await skillet.why(shown.ref)
  return {
    ref: shown.ref,
    name: shown.name,
    path: shown.path,
    source: shown.source,
    status: shown.reason === undefined ? shown.status : `${shown.status}: ${shown.reason}`,
    trust,
    approval: describeTrust({ trust, approval, changed }),
    description: cutLine(shown.description, 4000),
    tokensListing: tokens.listing,
    tokensBody: tokens.body,
    files: shown.files.slice(0, 500).map(({ path }) => path),
    problems: shown.problems.map(toWireProblem),
    text: cutText(await skillet.read(shown.path)),
    why: hosts.map(({ title, answer }) => `${title}: ${answer}`),
    command: `skillet show ${quoteForShell(shown.ref)} --json`,
  }
}

async function readSkillUse({ sessions }: Skillet, name: string): Promise<WireSkillUsePage> {
  const { rows, sessions: count } = await sessions.usage()
  const uses = rows.filter(({ skill, elsewhere }) => skill === name && elsewhere === undefined)
  return {
    sessions: count,
    uses: uses.map(({ host, offered, invoked, failed, tokens, last }) => ({
      title: profiles[host].title,
      offered,
      byModel: invoked.model,
      byPerson: invoked.person,
      byHook: invoked.hook,
      failed,
      tokens,
      last,
    })),
  }
}

const MOST_REQUESTS = 1000

async function readRequests(skillet: Skillet, ref: string): Promise<WireSkillRequests> {
  const command = `skillet eval ${quoteForShell(ref)}`
  const found = await skillet.evaluate([ref]).catch((error: unknown) => {
    if (error instanceof SkilletError && error.code === "evals.not-used") return error
    throw error
  })
  if (found instanceof SkilletError) return { among: 0, requests: [], problems: [found.message], command }
  const { cases = [], problems = [] } = found.skills[0] ?? {}
  return {
    among: found.among,
    requests: cases.slice(0, MOST_REQUESTS).map(({ request, expects, rank, before, isAsExpected, path, line }) => ({
      request: cutLine(request, 300),
      isFor: expects === "use",
      rank,
      before: before.map((one) => cutLine(one, 200)),
      isAsExpected,
      place: `${path}:${line}`,
    })),
    problems: problems.map(({ path, line = 1, message }) => `${path}:${line} ${message}`),
    command,
  }
}

function requireHost(host: string): HostId {
  const found = hostIds.find((id) => id === host)
  if (found !== undefined) return found
  throw new SkilletError("web.not-found", `there is no host ${host}`, {
    retry: "no",
    next: `use ${hostIds.join(", ")}`,
  })
}

async function readListing(skillet: Skillet, host: HostId, window: number): Promise<WireListing> {
  const { entries, tokens, characters, limit, unit } = await skillet.listing({ host, window })
  const renderLine = openEntryLines(profiles[host].listing.format, entries)
  const shown = entries.map((entry) => {
    const size = unit === "tokens" ? entry.tokens : entry.characters
    return {
      name: cutLine(entry.name, 200),
      line: entry.state === "missing" ? "" : cutLine(renderLine(entry), 4000),
      as: LISTED[entry.state].as,
      size: entry.state === "missing" ? 0 : size,
      wanted: unit === "tokens" ? Math.max(size, estimateSize(entry.wanted)) : entry.wanted,
    }
  })
  return { host, window, tokens, characters, limit, unit, entries: shown }
}

/** In tokens; the text itself is not at hand any more. */
function estimateSize(characters: number): number {
  return Math.ceil(characters / 4)
}

async function readApproval({ trust }: Skillet, ref: string): Promise<WireApproval> {
  const plan = await trust.plan(ref)
  const { refused, unknown, findings = [] } = await trust.preview(plan)
  return {
    ref: plan.ref,
    path: plan.path,
    digest: plan.digest,
    commands: plan.commands.map((command) => cutLine(typeof command === "string" ? command : command.command, 2000)),
    grants: plan.grants.map((grant) => cutLine(grant, 400)),
    files: plan.files.slice(0, 500).map(({ path }) => path),
    changedSince: plan.before?.approvedAt,
    differences: (plan.before?.differences ?? []).slice(0, 50).map(({ path, ...difference }) => ({
      path,
      patch: cutText("patch" in difference && typeof difference.patch === "string" ? difference.patch : "", 60_000),
    })),
    findings: findings.map(toWireFinding),
    refused: refused.map(({ command, reason }) => `${cutLine(command)}: ${reason}`),
    unknown,
    command: `skillet trust add ${quoteForShell(plan.ref)} --hash ${plan.digest}`,
  }
}
