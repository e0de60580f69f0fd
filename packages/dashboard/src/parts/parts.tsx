import { signal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { formatAgo, formatNumber, formatTime, showHidden } from "../format.ts"
import type { WireError, WireText, WireVisit } from "../wire.ts"

/** Moves once a second, so that what says how long ago is right. */
export const clock = signal(Date.now())
setInterval(() => {
  if (!document.hidden) clock.value = Date.now()
}, 1000)

/** Text from others. Preact never takes it for markup; what cannot be seen is made visible. */
export function Shown({ text }: { readonly text: string }) {
  return <>{showHidden(text)}</>
}

export function Ago({ at }: { readonly at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatTime(at)}>
      {formatAgo(at, clock.value)}
    </time>
  )
}

const MARKS: Readonly<Record<string, string>> = {
  running: "●",
  waiting: "◆",
  done: "✓",
  ok: "✓",
  unfinished: "✗",
  failed: "✗",
  fail: "✗",
  cancelled: "–",
  skip: "–",
  abandoned: "○",
  iterate: "↻",
}

const SAID: Readonly<Record<string, string>> = { waiting: "waits for you", unfinished: "ended without success" }

/** A state by sign, word and colour: never by colour alone. */
export function State({ state }: { readonly state: string }) {
  return (
    <span class={`state state-${state}`}>
      <span aria-hidden="true">{MARKS[state] ?? "·"}</span> {SAID[state] ?? state}
    </span>
  )
}

/** A step that was not left is in the state of its run, which may wait for a person. */
export function describeVisit({ left, outcome }: Pick<WireVisit, "left" | "outcome">, run: string): string {
  return outcome ?? (left === undefined ? run : "cancelled")
}

export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  )
}

export function Code({ children }: { readonly children: string }) {
  return <code class="command">{children}</code>
}

export function ErrorNote({ error }: { readonly error: WireError }) {
  return (
    <div class="error" role="alert">
      <strong>
        <Shown text={error.message} />
      </strong>
      <div>
        <Shown text={error.next} /> <span class="dim">({error.code})</span>
      </div>
    </div>
  )
}

/** What was asked from the server, or why it is not there. */
export function Waiting({ error, isLoading }: { readonly error?: WireError | undefined; readonly isLoading: boolean }) {
  if (error !== undefined) return <ErrorNote error={error} />
  return isLoading ? <p class="dim loading">Loading …</p> : null
}

/** A whole text, such as a prompt or an output. */
export function TextBlock({
  value,
  label,
  command,
  isDiff = false,
}: {
  readonly value: WireText
  readonly label: string
  readonly command?: string | undefined
  readonly isDiff?: boolean
}) {
  const [isCopied, setCopied] = useState(false)
  const { text, length } = value
  if (text === "") return <p class="dim">No text.</p>
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true))
  return (
    <div class="text-block">
      <button type="button" class="copy" onClick={copy} aria-label={`Copy ${label}`}>
        {isCopied ? "Copied" : "Copy"}
      </button>
      <pre tabIndex={0} aria-label={label}>
        {isDiff ? <DiffLines text={text} /> : <Shown text={indentJson(text)} />}
      </pre>
      {text.length < length && (
        <p class="dim">
          The first {formatNumber(text.length)} of {formatNumber(length)} characters.{" "}
          {command !== undefined && <Code>{command}</Code>}
        </p>
      )}
    </div>
  )
}

/** Lines of the same kind that follow each other are one element: a diff may have thousands. */
function DiffLines({ text }: { readonly text: string }) {
  const parts: { kind: string; text: string }[] = []
  let isHead = true
  for (const line of text.split("\n")) {
    // Before the first place of a file, plus and minus name its two sides.
    if (/^(@@|diff )/.test(line)) isHead = !line.startsWith("@")
    const kind = isHead ? "file" : (DIFF_KINDS[line[0] ?? ""] ?? "same")
    const last = parts.at(-1)
    if (last?.kind === kind) last.text += `\n${line}`
    else parts.push({ kind, text: line })
  }
  return (
    <>
      {parts.map(({ kind, text: lines }, nth) => (
        <span key={nth} class={`diff diff-${kind}`}>
          <Shown text={`${lines}\n`} />
        </span>
      ))}
    </>
  )
}

const DIFF_KINDS: Readonly<Record<string, string>> = { "+": "added", "-": "removed", "@": "place" }

/** JSON on one line is hard to read. */
function indentJson(text: string): string {
  if (!/^\s*[[{]/.test(text) || text.length > 100_000) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}

interface LinesProps {
  readonly title: string
  readonly lines: readonly string[]
  /** Said instead of an empty list. */
  readonly none?: string
  readonly isCode?: boolean
}

export function Lines({ title, lines, none = "", isCode = false }: LinesProps) {
  if (lines.length === 0) return none === "" ? null : <p class="dim">{none}</p>
  return (
    <div class="part">
      <h3>{title}</h3>
      <ul class={isCode ? "problems mono" : "problems"}>
        {lines.map((line, nth) => (
          <li key={nth}>
            <Shown text={line} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const LONG = 300

/** A text with line breaks that scrolls once it is high. */
export function LongText({ text }: { readonly text: string }) {
  const isLong = text.length > LONG || text.split("\n").length > 5
  return (
    <p class="need-text" tabIndex={isLong ? 0 : undefined}>
      <Shown text={text} />
    </p>
  )
}

/** One of a few choices, all of them in sight. */
export function Choice({ value, options, onChoose, label }: ChoiceProps) {
  return (
    <div class="choice" role="group" aria-label={label}>
      {options.map(([name, text]) => (
        <button key={name} type="button" aria-pressed={name === value} onClick={() => onChoose(name)}>
          {text}
        </button>
      ))}
    </div>
  )
}

interface ChoiceProps {
  readonly value: string
  readonly options: readonly (readonly [string, string])[]
  readonly onChoose: (value: string) => void
  readonly label: string
}

export function PageHead({
  title,
  children,
}: {
  readonly title: ComponentChildren
  readonly children?: ComponentChildren
}) {
  return (
    <header class="page-head">
      <h1>{title}</h1>
      <div class="tools">{children}</div>
    </header>
  )
}
