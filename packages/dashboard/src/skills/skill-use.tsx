import { useLive } from "../api.ts"
import { formatCount, formatNumber } from "../format.ts"
import { Ago, Code, Waiting } from "../parts/parts.tsx"
import type { WireSkillUse, WireSkillUsePage } from "../wire.ts"

/** How the agents of this machine used one skill, by their transcripts. */
export function SkillUse({ name }: { readonly name: string }) {
  const { value, error, isLoading } = useLive<WireSkillUsePage>(
    `/api/usage?skill=${encodeURIComponent(name)}`,
    "skills",
  ).value
  return (
    <div class="part">
      <h3>How it was used</h3>
      <Waiting error={error} isLoading={isLoading} />
      {value?.sessions === 0 && <p class="dim">There are no transcripts of sessions on this machine.</p>}
      {value !== undefined && value.sessions > 0 && value.uses.length === 0 && (
        <p class="dim">In {formatCount(value.sessions, "session")} on this machine it was neither listed nor used.</p>
      )}
      <ul class="problems">
        {value?.uses.map((use) => (
          <UseLine key={use.title} use={use} sessions={value.sessions} />
        ))}
      </ul>
      <Code>skillet usage</Code>
    </div>
  )
}

function UseLine({ use, sessions }: { readonly use: WireSkillUse; readonly sessions: number }) {
  const { title, offered, byModel, byPerson, byHook, failed, tokens, last } = use
  const times = byModel + byPerson + byHook
  const who = [
    [byModel, "by the model"],
    [byPerson, "by a person"],
    [byHook, "by a hook"],
  ].flatMap(([count, words]) => (count === 0 ? [] : [`${count} ${words}`]))
  return (
    <li>
      {title}: {times === 0 ? "not used" : `used ${formatCount(times, "time")} (${who.join(", ")})`}
      {failed > 0 && `, ${formatNumber(failed)} failed`}
      {tokens > 0 && `, ${formatNumber(tokens)} tokens read`}
      {offered !== undefined && `, listed in ${formatNumber(offered)} of ${formatCount(sessions, "session")}`}
      {last !== undefined && (
        <>
          , last <Ago at={last} />
        </>
      )}
    </li>
  )
}
