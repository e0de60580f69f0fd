import { useState } from "preact/hooks"
import { useLast, useLive } from "../api.ts"
import { formatNumber } from "../format.ts"
import { Code, Shown, Waiting } from "../parts/parts.tsx"
import { useSettled } from "../parts/slider.tsx"
import { describeSeen } from "./seen-words.ts"
import type { WireListing } from "../wire.ts"

const USUAL = 200_000
const MOST_SHOWN = 1000

interface ListingProps {
  readonly host: string
  readonly title: string
}

/** What the model of an agent sees of its skills, as the agent writes it, with the line that its budget draws. */
export function ListingPanel({ host, title }: ListingProps) {
  const [window, setWindow] = useState(USUAL)
  const path = `/api/listing?host=${host}&window=${useSettled(window)}`
  const { value, error, isLoading } = useLast(useLive<WireListing>(path, "skills").value)
  return (
    <section class="panel" aria-label={`What the model of ${title} sees`}>
      <header>
        <h2>What the model of {title} sees</h2>
      </header>
      <Waiting error={error} isLoading={isLoading} />
      {value !== undefined && (
        <>
          <Budget listing={value} title={title} window={window} onWindow={setWindow} />
          <Lines entries={value.entries} />
        </>
      )}
      <Code>{`skillet budget --host ${host} --window ${window} --all --json`}</Code>
    </section>
  )
}

interface BudgetProps {
  readonly listing: WireListing
  readonly title: string
  readonly window: number
  readonly onWindow: (window: number) => void
}

/** The agent's limit is a share of the model's context, so dragging the line is choosing the size of the context. */
function Budget({ listing, title, window, onWindow }: BudgetProps) {
  const { tokens, characters, limit, unit, entries } = listing
  const used = unit === "tokens" ? tokens : characters
  const sizes = `${formatNumber(tokens)} tokens, ${formatNumber(characters)} characters`
  if (limit === undefined)
    return (
      <p class="dim">
        {sizes}. No limit of {title} is known: it lists whole descriptions, whatever the size of the context.
      </p>
    )
  const share = limit / listing.window
  const most = Math.ceil(1.25 * Math.max(limit, USUAL * share, sum(entries.map(({ wanted }) => wanted))))
  const place = (size: number) => `${Math.min(100, (size / most) * 100).toFixed(3)}%`
  return (
    <>
      <p class="dim">
        {sizes}, of at most {formatNumber(limit)} {unit} in a context of {formatNumber(listing.window)} tokens
      </p>
      <div class="budget">
        <div class="budget-bar" aria-hidden="true">
          {divide(entries).map(({ as, size }, nth) => (
            <i key={nth} class={`budget-part budget-${as}`} style={{ width: place(size) }} />
          ))}
        </div>
        <input
          type="range"
          class="budget-line"
          aria-label={`The most that ${title} lists, in ${unit}`}
          aria-valuetext={`${formatNumber(limit)} ${unit}, of which ${formatNumber(used)} are used`}
          title="Drag the line: what does not fit is cut, or loses its description"
          min={0}
          max={most}
          step={Math.max(1, Math.round(most / 500))}
          value={window * share}
          onInput={({ currentTarget }) => onWindow(Math.max(1000, Math.round(Number(currentTarget.value) / share)))}
        />
      </div>
      <p class="dim">
        {(["whole", "cut", "name-only", "left-out"] as const)
          .map((as) => [entries.filter((entry) => entry.as === as).length, describeSeen(as)] as const)
          .flatMap(([count, words]) => (count === 0 ? [] : [`${formatNumber(count)} ${words}`]))
          .join(", ")}
      </p>
    </>
  )
}

/** Neighbours that are seen in the same way are one part: there may be thousands. What is left out is beyond the line. */
function divide(entries: WireListing["entries"]): readonly { readonly as: string; readonly size: number }[] {
  const parts: { as: string; size: number }[] = []
  const add = (as: string, size: number) => {
    const last = parts.at(-1)
    if (last?.as === as) last.size += size
    else parts.push({ as, size })
  }
  for (const { as, size } of entries) add(as, size)
  add("left-out", sum(entries.map(({ size, wanted }) => Math.max(0, wanted - size))))
  return parts
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((all, size) => all + size, 0)
}

function Lines({ entries }: { readonly entries: WireListing["entries"] }) {
  return (
    <>
      <ol class="entries mono" aria-label="The listing">
        {entries.slice(0, MOST_SHOWN).map(({ name, line, as }, nth) => (
          <li key={nth} class={`entry entry-${as}`}>
            {as !== "whole" && <span class="badge">{describeSeen(as)}</span>}
            {as !== "whole" && " "}
            <Shown text={line === "" ? name : line} />
          </li>
        ))}
      </ol>
      {entries.length > MOST_SHOWN && <p class="dim">{formatNumber(entries.length - MOST_SHOWN)} more</p>}
    </>
  )
}
