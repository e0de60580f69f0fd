import { useState } from "preact/hooks"
import { request, useLive } from "../api.ts"
import { formatCount, formatTime } from "../format.ts"
import { hello } from "../frame.tsx"
import { tell } from "../notes.tsx"
import { FindingLine } from "../parts/finding.tsx"
import { Code, Lines, Shown, TextBlock, Waiting } from "../parts/parts.tsx"
import type { WireApproval, WireApprove } from "../wire.ts"

export interface ApprovalProps {
  readonly reference: string
  /** The skill, by its path, was approved. */
  readonly onApproved: (path: string) => void
  readonly onLeave: () => void
}

/** What a person should see before approving a skill: what it would run, what the audit found, and what changed. */
export function ApprovalPanel({ reference, onApproved, onLeave }: ApprovalProps) {
  const { value, error, isLoading } = useLive<WireApproval>(
    `/api/approval?ref=${encodeURIComponent(reference)}`,
    "skills",
  ).value
  const [isSending, setSending] = useState(false)
  if (value === undefined) return <Waiting error={error} isLoading={isLoading} />
  const { ref, path, digest, commands, grants, files, changedSince, differences, findings, refused, unknown, command } =
    value
  async function approve(): Promise<void> {
    setSending(true)
    const body: WireApprove = { ref: reference, digest }
    const answer = await request("/api/approval", body)
    setSending(false)
    if ("error" in answer) tell(`Not approved: ${answer.error.message}. ${answer.error.next}`, "wrong")
    else {
      tell(`Approved: ${ref} as it was shown`)
      onApproved(path)
    }
  }
  return (
    <section class="panel" aria-label={`Approval of ${ref}`}>
      <header>
        <h2>
          Approve <Shown text={ref} />?
        </h2>
        <p class="dim mono">
          <Shown text={path} />
        </p>
        {changedSince !== undefined && (
          <p>An earlier version was approved on {formatTime(Date.parse(changedSince)).slice(0, 10)}.</p>
        )}
      </header>
      <Lines title="It would run" lines={commands} none="It runs no command while it is rendered." isCode={true} />
      <Lines title="It asks for" lines={grants} none="It asks for no tools." isCode={true} />
      <Lines title="Refused even then" lines={refused} none={unknown ?? ""} isCode={true} />
      <div class="part">
        <h3>{formatCount(findings.length, "finding")} of the audit</h3>
        {findings.map((finding) => (
          <FindingLine key={finding.id} finding={finding} />
        ))}
      </div>
      {differences.map(({ path: file, patch }) => (
        <div class="part" key={file}>
          <h3>
            Changed: <Shown text={file} />
          </h3>
          <TextBlock label={file} value={patch} isDiff={true} />
        </div>
      ))}
      <p class="dim">
        {formatCount(files.length, "file")}, digest <span class="mono">{digest.slice(0, 24)}…</span>. Any change needs a
        new approval.
      </p>
      <p>
        <button
          type="button"
          class="primary"
          disabled={isSending || hello.value?.mayWrite !== true}
          onClick={() => void approve()}
        >
          Approve exactly this
        </button>{" "}
        <button type="button" onClick={onLeave}>
          Not now
        </button>
      </p>
      <Code>{command}</Code>
    </section>
  )
}
