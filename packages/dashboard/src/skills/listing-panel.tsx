import { useState } from "preact/hooks"
import { useLive } from "../api.ts"
import { formatNumber } from "../format.ts"
import { Code, Shown, Waiting } from "../parts/parts.tsx"
import { describeSeen } from "./seen-words.ts"
import type { WireListing } from "../wire.ts"

const SMALLEST = 8_000
const LARGEST = 1_000_000
const USUAL = 200_000

/** What the model of an agent sees of its skills, in its order. The size of its context decides how much fits. */
export function ListingPanel({ host, title }: { readonly host: string; readonly title: string }) {
  const [window, setWindow] = useState(USUAL)
  const { value, error, isLoading } = useLive<WireListing>(`/api/listing?host=${host}&window=${window}`, "skills").value
  return (
    <section class="panel" aria-label={`What the model of ${title} sees`}>
      <header>
        <h2>What the model of {title} sees</h2>
        <label class="field">
          <span>Size of its context: {formatNumber(window)} tokens</span>
          <input
            type="range"
            min={SMALLEST}
            max={LARGEST}
            step={8000}
            value={window}
            onInput={({ currentTarget }) => setWindow(Number(currentTarget.value))}
          />
        </label>
      </header>
      <Waiting error={error} isLoading={isLoading} />
      {value !== undefined && <Entries listing={value} />}
      <Code>{`skillet budget --host ${host} --json`}</Code>
    </section>
  )
}

function Entries({ listing: { tokens, characters, limit, unit, entries } }: { readonly listing: WireListing }) {
  const used = unit === "tokens" ? tokens : characters
  return (
    <>
      <p class="dim">
        {formatNumber(tokens)} tokens, {formatNumber(characters)} characters
        {limit !== undefined && `; at most ${formatNumber(limit)} ${unit}`}
      </p>
      {limit !== undefined && (
        <div class="meter" role="img" aria-label={`${Math.round((used / limit) * 100)} % of the limit`}>
          <i style={{ width: `${Math.min(100, (used / limit) * 100)}%` }} />
        </div>
      )}
      <ul class="entries">
        {entries.slice(0, 1000).map(({ name, text, state }) => (
          <li key={name} class={`entry entry-${state}`}>
            <b>
              <Shown text={name} />
            </b>{" "}
            {state !== "whole" && <span class="badge">{describeSeen(state)}</span>} <Shown text={text} />
          </li>
        ))}
      </ul>
    </>
  )
}
