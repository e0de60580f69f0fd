import type { FollowedRun } from "../../../sessions/io/follow-run.ts"
import type { FollowedSession } from "../../../sessions/io/follow.ts"
import type { FollowedStep } from "../../../sessions/follow-run.ts"
import type { FollowedSkill } from "../../../sessions/follow-session.ts"
import type { CallEvidence, JudgedStep } from "../../../sessions/steps/judge-steps.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { formatCount } from "../../../text/format-count.ts"
import { withSkillet } from "../../open-with-options.ts"
import type { Io } from "../../output.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { defineCommand } from "../../parsing/command.ts"
import { shortenPath } from "../../terminal/shorten-path.ts"
import { applyStyle } from "../../terminal/style.ts"
import { indentHanging } from "../../terminal/wrap-text.ts"
import { describeUnread } from "./describe-unread.ts"

export const follow = defineCommand({
  more: "A step is done only if a tool call shows it. What an agent only says is no evidence. Exits with 1 if a step is not done.",
  usage: "RUN|SESSION [--skill NAME]",
  examples: [
    { line: "skillet follow 3e8c7f12", about: "a session, by its id or the beginning of it" },
    { line: "skillet follow session.jsonl --skill deploy", about: "one skill in a transcript" },
    { line: "skillet follow r-ab2c3d4e", about: "a run of a procedure, by its record" },
  ],
  options: {
    skill: { kind: "text", value: "NAME", about: "only this skill of the session", completes: "skill" },
    ...catalogOptions,
  },
  arguments: { least: 1, most: 1, what: "a run, a session or a transcript", completes: "file" },
  async run({ options, arguments: [target = ""] }, io) {
    return withSkillet(io, options, async ({ sessions }) => {
      const followed = await sessions.follow(target, { skill: options.skill })
      if (options.json === true) io.json(followed)
      else io.out((followed.kind === "run" ? renderRun(followed, io) : renderSession(followed, io)).join("\n"))
      return listVerdicts(followed).includes("not-done") ? 1 : 0
    })
  },
})

type Verdict = JudgedStep["verdict"]

function listVerdicts(followed: FollowedRun | FollowedSession): readonly Verdict[] {
  const steps = followed.kind === "run" ? followed.steps : followed.skills.flatMap((skill) => skill.steps)
  return steps.map(({ verdict }) => verdict)
}

const marks: Readonly<Record<Verdict, string>> = { done: "done", "not-done": "NOT DONE", "no-evidence": "no evidence" }
const WIDE = 13

function renderRun(followed: FollowedRun, io: Io): readonly string[] {
  const { id, workflow, status, steps, transcripts } = followed
  const read =
    transcripts.length === 0 ? "no transcript of its sessions" : formatCount(transcripts.length, "transcript")
  return [
    applyStyle(io, "bold", toVisibleLine(`${workflow}, run ${id} (${status})`)),
    "",
    ...steps.flatMap((step) => renderRunStep(step, io)),
    "",
    `${countVerdicts(followed)} Read: the record of the run, and ${read}. ${describeUnread(followed.problems, io)}`,
  ]
}

function renderRunStep({ number, title, verdict, why, rounds, evidence }: FollowedStep, io: Io): readonly string[] {
  const times = rounds > 1 ? `, ${rounds} rounds` : ""
  return [
    ...renderHead({ number, title, verdict }, io),
    ...indent(`${why}${times}`, io),
    ...evidence.flatMap((one) => indent(renderCall(one), io)),
  ]
}

function renderSession(followed: FollowedSession, io: Io): readonly string[] {
  const { host, id, file, skills, withoutText, subAgents, gaps } = followed
  const others = subAgents === 0 ? "" : ` and ${formatCount(subAgents, "sub-agent")}`
  return [
    `${host} session ${toVisibleLine(id)}${others}: ${toVisibleLine(shortenPath(file, io, ""))}`,
    ...skills.flatMap((skill) => ["", ...renderSkill(skill, io)]),
    ...withoutText.map(
      (name) => `\n${toVisibleLine(name)}: its text is neither in the transcript nor here, so nothing can be said`,
    ),
    "",
    ...(skills.length + withoutText.length === 0 ? ["No skill was given to the model in this session."] : []),
    ...(gaps.length === 0 ? [] : [`A missing call proves nothing here: ${gaps.join("; ")}.`]),
    `${countVerdicts(followed)} ${describeUnread(followed.problems, io)}`,
  ]
}

function renderSkill({ skill, by, line, textFrom, steps }: FollowedSkill, io: Io): readonly string[] {
  const text = textFrom === "today" ? "; the steps are those of today's text" : ""
  const head = `${applyStyle(io, "bold", toVisibleLine(skill))}  given by the ${by}, line ${line}${text}`
  if (steps.length === 0) return [head, "  It has no numbered steps and no checklist."]
  return [head, ...steps.flatMap((step) => renderStep(step, io))]
}

function renderStep(step: JudgedStep, io: Io): readonly string[] {
  const { why, claim, before, evidence, verdict } = step
  return [
    ...renderHead(step, io),
    ...(verdict === "done" ? [] : indent(why, io)),
    ...(before === undefined ? [] : indent(`out of order: before step ${before}`, io)),
    ...(claim === undefined ? [] : indent(`the agent says that it did it: line ${claim.line}`, io)),
    ...evidence.flatMap((one) => indent(renderCall(one), io)),
  ]
}

function renderHead(
  { number, title, verdict }: Pick<JudgedStep, "number" | "title" | "verdict">,
  io: Io,
): readonly string[] {
  const style = verdict === "not-done" ? "red" : verdict === "done" ? "green" : "dim"
  const mark = applyStyle(io, style, marks[verdict].padEnd(WIDE - 2))
  return indentHanging(toVisibleLine(`${number}. ${title}`), WIDE, io.width)
    .split("\n")
    .map((line, at) => (at === 0 ? `${mark}  ${line}` : line))
}

type ShownCall = Pick<CallEvidence, "shown" | "line"> & {
  readonly exit?: number | undefined
  readonly outcome?: CallEvidence["outcome"]
}

const MOST_SHOWN = 120

function renderCall({ shown, line, exit, outcome }: ShownCall): string {
  const first = shown.split("\n")[0] ?? ""
  const text = first.length > MOST_SHOWN || first !== shown ? `${first.slice(0, MOST_SHOWN)}…` : first
  const ended = exit === undefined ? (outcome === "failed" ? ", failed" : "") : `, exit code ${exit}`
  return `line ${line}: ${text}${ended}`
}

function indent(text: string, io: Io): readonly string[] {
  return (" ".repeat(WIDE) + indentHanging(toVisibleLine(text), WIDE, io.width)).split("\n")
}

function countVerdicts(followed: FollowedRun | FollowedSession): string {
  const verdicts = listVerdicts(followed)
  const count = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length
  return `Of ${formatCount(verdicts.length, "step")}, ${count("done")} done, ${count("not-done")} not done, ${count("no-evidence")} without evidence.`
}
