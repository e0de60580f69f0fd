import { useEffect, useRef, useState } from "preact/hooks"
import { request } from "../api.ts"
import { tell } from "../notes.tsx"
import { ApprovalPanel } from "../skills/approval-panel.tsx"
import type { WireAnswer, WireError, WireNeed } from "../wire.ts"
import { Ago, Code, ErrorNote, LongText, Shown } from "./parts.tsx"

const KINDS: Readonly<Record<WireNeed["kind"], string>> = {
  question: "Question",
  gate: "Gate",
  budget: "Budget",
  approval: "Approval",
  "changed-skill": "Skill changed",
  schedule: "Schedule",
  message: "Message",
}

/** One thing that waits for a person, with everything needed to deal with it. */
export function NeedCard({
  need,
  mayWrite,
  isInRun,
}: {
  readonly need: WireNeed
  readonly mayWrite: boolean
  readonly isInRun?: boolean
}) {
  const { kind, title, text, since, run, ref, schedule, command, skills = [] } = need
  return (
    <article class={`need need-${kind}`} tabIndex={0} aria-label={title}>
      <header>
        <span class="badge">{KINDS[kind]}</span>
        <h2>
          <Shown text={title} />
        </h2>
        <span class="dim">
          <Ago at={since} />
        </span>
      </header>
      <LongText text={text} />
      {need.question !== undefined && <AnswerForm need={need} mayWrite={mayWrite} />}
      {kind === "approval" && (
        <Approvals skills={skills.length > 0 ? skills : ref === undefined ? [] : [{ name: "", path: ref }]} />
      )}
      <footer>
        {run !== undefined && isInRun !== true && <a href={`/run/${run}`}>Open run {run}</a>}
        {schedule !== undefined && <a href={`/schedules?open=${schedule}`}>Open schedule</a>}
        <Code>{command}</Code>
      </footer>
    </article>
  )
}

/** Each opens in place, with what it would run, what the audit found and what changed. */
function Approvals({ skills }: { readonly skills: readonly { readonly name: string; readonly path: string }[] }) {
  const [open, setOpen] = useState<string | undefined>(undefined)
  const close = () => setOpen(undefined)
  return (
    <>
      <div class="need-skills">
        {skills.map(({ name, path }) => (
          <button
            key={path}
            type="button"
            aria-expanded={open === path}
            onClick={() => setOpen(open === path ? undefined : path)}
          >
            {name === "" ? "See what changed" : <Shown text={name} />}
          </button>
        ))}
      </div>
      {open !== undefined && <ApprovalPanel key={open} reference={open} onApproved={close} onLeave={close} />}
    </>
  )
}

function AnswerForm({ need, mayWrite }: { readonly need: WireNeed; readonly mayWrite: boolean }) {
  const { options, multiple, run = "", question = "" } = need
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [words, setWords] = useState("")
  const [reason, setReason] = useState("")
  const [error, setError] = useState<WireError | undefined>(undefined)
  const [isSending, setSending] = useState(false)
  const draft = useRef("")
  const write = (text: string) => {
    draft.current = text
    setWords(text)
  }
  useEffect(
    () => () =>
      void (
        draft.current.trim() !== "" &&
        tell(`This was answered elsewhere. Your text was not sent: ${draft.current}`, "wrong")
      ),
    [],
  )
  const answers = options.length === 0 ? [words.trim()].filter((one) => one !== "") : chosen
  const choose = (label: string) => {
    const without = chosen.filter((one) => one !== label)
    if (multiple) setChosen(without.length < chosen.length ? without : [...chosen, label])
    else setChosen([label])
  }
  async function send(event: Event): Promise<void> {
    event.preventDefault()
    setSending(true)
    const body: WireAnswer = { run, question, answers, reason: reason.trim() === "" ? undefined : reason }
    const answer = await request("/api/answer", body)
    setSending(false)
    if ("error" in answer) {
      setError(answer.error)
      // The question may be gone from the page by now.
      tell(`Not answered: ${answer.error.message}. ${answer.error.next}`, "wrong")
    } else {
      draft.current = ""
      tell(`Answered: ${answers.join(", ")}`)
    }
  }
  return (
    <form onSubmit={(event) => void send(event)}>
      <fieldset disabled={!mayWrite || isSending}>
        <legend class="hidden">Answer</legend>
        {options.map(({ label, about }) => (
          <label class="option" key={label}>
            <input
              type={multiple ? "checkbox" : "radio"}
              name={need.id}
              checked={chosen.includes(label)}
              onChange={() => choose(label)}
            />
            <span>
              <b>
                <Shown text={label} />
              </b>{" "}
              {about !== undefined && (
                <span class="dim">
                  <Shown text={about} />
                </span>
              )}
            </span>
          </label>
        ))}
        {options.length === 0 && (
          <label class="field">
            <span>Answer</span>
            <textarea rows={3} value={words} onInput={({ currentTarget }) => write(currentTarget.value)} />
          </label>
        )}
        <label class="field">
          <span>Reason, stored with the answer</span>
          <input type="text" value={reason} onInput={({ currentTarget }) => setReason(currentTarget.value)} />
        </label>
        <button type="submit" class="primary" disabled={answers.length === 0}>
          Answer
        </button>
        {!mayWrite && <span class="dim"> This dashboard only shows.</span>}
      </fieldset>
      {error !== undefined && <ErrorNote error={error} />}
    </form>
  )
}
