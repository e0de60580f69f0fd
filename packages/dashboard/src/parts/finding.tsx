import type { ComponentChildren } from "preact"
import type { WireFinding } from "../wire.ts"
import { LongText, Shown, TextBlock } from "./parts.tsx"

/** A finding that opens: what, where, who said it, the code, and how to fix it. */
export function FindingLine({
  finding,
  children,
}: {
  readonly finding: WireFinding
  readonly children?: ComponentChildren
}) {
  const {
    title,
    file,
    line,
    severity,
    confidence,
    category,
    description,
    evidence,
    fix,
    saidBy,
    verdict,
    reason,
    patch,
    rule,
    compared,
  } = finding
  return (
    <details class={`finding finding-${severity}`}>
      <summary>
        <span class={`badge severity-${severity}`}>{severity}</span> <Shown text={title} />{" "}
        <span class="dim mono">
          <Shown text={`${file}:${line}`} />
        </span>{" "}
        {compared === "new" && <span class="badge badge-new">new</span>}
      </summary>
      <LongText text={description} />
      <TextBlock label="code" value={evidence} />
      <p class="dim">
        <Shown
          text={`${category} · ${rule} · confidence ${confidence}${saidBy.length === 0 ? "" : ` · said by ${saidBy.join("; ")}`}${verdict === undefined ? "" : ` · judged ${verdict}`}`}
        />
      </p>
      {reason !== undefined && (
        <p>
          <Shown text={reason} />
        </p>
      )}
      {fix !== undefined && (
        <p>
          Fix: <Shown text={fix} />
        </p>
      )}
      {patch !== undefined && <TextBlock label="patch" value={patch} isDiff={true} />}
      {children}
    </details>
  )
}
