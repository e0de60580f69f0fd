import type { HostProfile } from "../hosts/profile.ts"
import { isShellOff, openJudge, type RuleLists, chooseSandbox } from "../trust/open-judge.ts"
import { decideToolGrants } from "../shell/tool-grants.ts"
import { allows, type TrustState } from "../trust/trust-state.ts"
import { needsApproval, type UsableSkill, findUseFault } from "../trust/find-use-fault.ts"
import type { ShellRunner } from "../shell/shell-runner.ts"
import type { FoundSkill, SkillSource } from "../catalog/skill-source.ts"
import { SkilletError } from "../problem/failure.ts"
import { quoteForShell } from "../text/quote-for-shell.ts"
import { skillProblem } from "../skill/problems.ts"
import { type HostText, readForHost } from "./read-for-host.ts"
import { planRendering } from "./plan-rendering.ts"
import type { CommandOutput, RenderedCommand, Rendering, RenderPlan } from "./rendering.ts"
import { runCommands } from "./run-commands.ts"
import { splitArguments } from "./split-arguments.ts"

/**
 * The path from a skill to a prompt, from beginning to end. What it promises:
 *
 * 1. Nothing of a skill is used before it is clear that the person or model that asks may use it.
 * 2. Trust is computed from exactly the text that is rendered, and again before every command. Nothing that changed in
 *    between runs.
 * 3. Every command is judged before the first one runs. If one may not run, none does and there is no prompt.
 * 4. An argument stays one value in its command (`findValueFault` proves it).
 * 5. While a limit of the user or the machine cannot be understood, nothing runs, and no grants or hooks are given.
 * 6. The output of a command goes into the prompt unchanged and is not read again.
 * 7. A dry run makes the same decisions, shows them, and runs nothing.
 */
export async function renderSkill(asked: RenderAsked, outside: RenderOutside): Promise<RenderedSkill> {
  const { skill, copy, profile } = asked
  const closed = findUseFault(skill, { by: asked.by, hidesConditional: profile.rendering.hidesConditional })
  if (closed !== undefined) throw renderRefusal(closed)
  if (asksForRule(asked)) throw renderRefusal.needsApproval(skill)

  const file = await outside.read(
    copy.skill.isPrompt === true ? (asked.words ?? splitArguments(asked.args, false)) : undefined,
  )
  const state = outside.trust(file)
  const reading = readForHost(file, profile)
  if (reading.kind === "refused") throw renderRefusal.unreadable(skill)
  const { folder, problems } = await openFolder(outside, allows(state.trust, "paths-of-ours"))

  const files = profile.rendering.raw === undefined || folder === undefined ? [] : outside.files(folder)
  const plan = makePlan(asked, { file, state, folder, files, text: reading.skill })
  const { trust, approval, changed } = state
  const about = { trust, approval, changed, problems: [...plan.result.problems, ...problems] }
  if (asked.dryRun) return { ...finishRendering(plan, []), ...about }

  if (couldRun(plan)) await outside.requireLimits()
  const refused = findRefusedCommand(plan)
  if (refused !== undefined) throw renderRefusal.command(refused, skill)
  const outputs = await runCommands(plan, {
    ...outside,
    grants: state.grants,
    folder,
    sandbox: chooseSandbox(asked.limits.sandbox, asked.sandbox),
    refuseChanged: () => {
      if (outside.trust(file).trust !== state.trust) throw renderRefusal.changed(skill)
    },
  })
  return { ...finishRendering(plan, outputs), ...about }
}

/** Who asks for which copy of a skill, with which arguments, and under which limits. */
export interface RenderAsked {
  readonly skill: UsableSkill & { readonly path: string }
  readonly copy: { readonly source: Pick<SkillSource, "trust" | "kind" | "label">; readonly skill: FoundSkill }
  readonly profile: HostProfile
  readonly by: "user" | "model"
  readonly args: string
  /** The arguments one by one, if they were given that way; otherwise `args` is split. */
  readonly words?: readonly string[] | undefined
  readonly dryRun: boolean
  /** The user of the agent has switched off its permission prompts. */
  readonly unasked: boolean
  readonly sandbox: Sandbox | undefined
  readonly limits: RenderLimits
  /** Paths, the session and the effort, by the names that a text may use for them. */
  readonly variables: Readonly<Record<string, string>>
}

type Sandbox = "required" | "preferred"

/** What the user and the machine set. */
export interface RenderLimits {
  readonly permissions: RuleLists
  readonly shellOff: boolean
  readonly availableModels?: readonly string[] | undefined
  readonly sandbox: Sandbox
  /** A rule such as `Skill(deploy)` lets the model use the skill. */
  readonly letsModelUse: boolean
}

/** What rendering needs from outside. */
export interface RenderOutside {
  /** The file in its current state; for a prompt of a server, the text that the server makes from the arguments. */
  readonly read: (words: readonly string[] | undefined) => Promise<string>
  /** How far the skill with this text is trusted at this moment. */
  readonly trust: (text: string) => TrustState
  /** The directory of its files: its own, or one created for it if it may know a local path. */
  readonly folder: (mayKnow: boolean) => Promise<string | undefined>
  /** The files in that directory, relative to it. */
  readonly files: (folder: string) => readonly string[]
  /** Throws while a limit of the user or the machine is unknown. */
  readonly requireLimits: () => Promise<void>
  readonly openRunner: () => Promise<ShellRunner>
  readonly cwd: string
  readonly environment: (granted: readonly string[]) => Readonly<Record<string, string>>
  /** A text without secrets in it, for messages. */
  readonly redact: (text: string) => string
}

/** A rendered skill, or a note that the model already has exactly this text. */
export interface RenderedSkill extends Rendering {
  readonly trust: TrustState["trust"]
  readonly approval: TrustState["approval"]
  readonly changed?: TrustState["changed"]
  readonly already?: true
}

/** A model that asks again for the same text gets a note instead of a second copy. */
export function replaceRepeat(rendered: RenderedSkill, given: string | undefined, by: "user" | "model"): RenderedSkill {
  if (by !== "model" || given !== rendered.text) return rendered
  const text = `The skill ${rendered.name} is already loaded with the same text.`
  return { ...rendered, text, blocks: [{ type: "text", text }], already: true }
}

/** If files cannot be extracted, the prompt loses its directory but is still rendered. */
async function openFolder(outside: RenderOutside, mayKnow: boolean): Promise<FolderFound> {
  try {
    return { folder: await outside.folder(mayKnow), problems: [] }
  } catch (error) {
    if (!(error instanceof SkilletError)) throw error
    const message = `its files could not be extracted: ${outside.redact(error.message)}`
    const fix = error.next ?? "the prompt has no directory, so references to its files do not work"
    return { folder: undefined, problems: [skillProblem("source.not-extracted", {}, { message, fix })] }
  }
}

interface FolderFound {
  readonly folder: string | undefined
  readonly problems: Rendering["problems"]
}

/** Some hosts require a rule before the model may use a skill with grants or hooks. */
function asksForRule({ copy, profile, by, unasked, limits }: RenderAsked): boolean {
  const { asksForGrants } = profile.rendering
  return needsApproval(copy.skill.summary.header, { by, asksForGrants, unasked, isAllowed: limits.letsModelUse })
}

interface ReadParts {
  readonly file: string
  readonly text: HostText
  readonly state: TrustState
  readonly folder: string | undefined
  readonly files: readonly string[]
}

function makePlan(asked: RenderAsked, { file, text, state, folder, files }: ReadParts): RenderPlan {
  const { copy, profile, limits, variables } = asked
  const { permissions } = limits
  const tools = decideToolGrants(text.header, {
    isGranted: true,
    variables: folder === undefined ? variables : { ...variables, SKILL_DIR: folder },
  })
  const { SKILL_DIR: _own, ...others } = variables
  return planRendering({
    name: asked.skill.name,
    skill: text,
    file,
    form: copy.skill.form,
    folder,
    files,
    server: copy.source.kind === "mcp" ? copy.source.label : undefined,
    isFilled: copy.skill.isPrompt === true,
    trust: state.trust,
    profile,
    args: typedText(asked),
    words: asked.words,
    variables: others,
    availableModels: limits.availableModels,
    shellOff: isShellOff(limits.shellOff, copy.source.kind),
    judge: openJudge(
      profile,
      { ...permissions, deny: [...permissions.deny, ...tools.disallowed] },
      { grants: tools.allowed, trust: state.trust },
    ),
  })
}

/** Whether the prompt would run commands, register hooks or grant tools. */
function couldRun({ commands, result }: RenderPlan): boolean {
  const isJudged = commands.some(({ decision }) => decision !== "request")
  return isJudged || result.hooks !== undefined || result.allowedTools.length > 0
}

/** The finished prompt: the output of each command replaces it, unchanged, and is not read again. */
export function finishRendering(plan: RenderPlan, outputs: readonly (CommandOutput | undefined)[]): Rendering {
  const text = plan.pieces
    .map((piece) => ("text" in piece ? piece.text : outputText(plan.commands[piece.command], outputs[piece.command])))
    .join("")
  return {
    ...plan.result,
    text,
    blocks: [{ type: "text", text }],
    commands: plan.commands.map((command, at) => {
      const output = outputs[at]
      if (output === undefined) return command
      const { exitCode, sandboxed } = output
      return { ...command, exitCode, ...(sandboxed === undefined ? {} : { sandboxed }) }
    }),
  }
}

/** The command that prevents a plan from being executed, if there is one. */
export function findRefusedCommand(plan: RenderPlan): RenderedCommand | undefined {
  return plan.commands.find(({ decision }) => decision === "ask" || decision === "deny")
}

function outputText(command: RenderedCommand | undefined, output: CommandOutput | undefined): string {
  if (command === undefined) return ""
  if (output !== undefined) return output.text === "" ? "(Bash completed with no output)" : output.text
  switch (command.decision) {
    case "off":
      return "[shell command execution disabled by policy]"
    case "request":
      return `[not run, because this skill is not trusted: ${command.command}]`
    case "allow":
    case "ask":
    case "deny":
      return `[not run: ${command.command}]`
  }
}

interface Named {
  readonly name: string
  readonly ref: string
  readonly path: string
}

/** Why there is no prompt, each with a safe next step. */
function renderRefusal(fault: { readonly code: string; readonly message: string; readonly next: string }) {
  return new SkilletError(fault.code, fault.message, { retry: "no", next: fault.next })
}

renderRefusal.unreadable = ({ path }: Named): SkilletError =>
  renderRefusal({
    code: "render.refused",
    message: `${path} is refused`,
    next: `skillet lint ${quoteForShell(path)} says what is wrong with it`,
  })

renderRefusal.needsApproval = ({ ref, name }: Pick<Named, "ref" | "name">): SkilletError =>
  renderRefusal({
    code: "render.needs-approval",
    message: `${ref} has tool grants or hooks, but no rule lets the model use it`,
    next: `the user can allow it with the rule Skill(${name})`,
  })

renderRefusal.command = ({ source, reason }: RenderedCommand, { ref }: Pick<Named, "ref">): SkilletError =>
  renderRefusal({
    code: "render.command-refused",
    message: `Shell command permission check failed for pattern "${source}": ${reason}`,
    next: `skillet render ${ref} --dry-run shows every command of the skill and the decision on each`,
  })

/** An approval covers only what was approved: after a change, not even the next command runs. */
renderRefusal.changed = ({ ref }: Pick<Named, "ref">): SkilletError =>
  renderRefusal({
    code: "render.changed",
    message: `${ref} or a file it runs changed while its commands ran, so the remaining ones did not run`,
    next: "check what changed, then approve it again",
  })

/** What a person types after a name ends where the line does. */
function typedText({ by, args, words }: RenderAsked): string {
  return by === "user" && words === undefined ? args.trim() : args
}
