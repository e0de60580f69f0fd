import { useSignal } from "@preact/signals"
import { useLive } from "../api.ts"
import { hello } from "../frame.tsx"
import { NeedCard } from "../parts/need-card.tsx"
import { Choice, Code, Empty, PageHead, Search, Waiting } from "../parts/parts.tsx"
import { useKeys } from "../keys.ts"
import { chooseQuery, place } from "../router.ts"
import { mayNotify } from "../tell-needs.ts"
import type { WireNeed } from "../wire.ts"

export function Inbox() {
  const { q = "", all = "" } = place.value.query
  const { value, error, isLoading } = useLive<readonly WireNeed[]>(
    all === "1" ? "/api/inbox?all=1" : "/api/inbox",
    "both",
  ).value
  const found = (value ?? []).filter(({ title, text, kind }) =>
    `${title} ${text} ${kind}`.toLowerCase().includes(q.toLowerCase()),
  )
  useKeys({ j: () => moveFocus(1), k: () => moveFocus(-1) })
  return (
    <>
      <PageHead title="Inbox">
        <Search label="Search the inbox" value={q} onChange={(text) => chooseQuery({ q: text })} />
        <Choice
          label="Projects"
          value={all}
          options={[
            ["", "This project"],
            ["1", "All"],
          ]}
          onChoose={(next) => chooseQuery({ all: next })}
        />
        <NotifyButton />
      </PageHead>
      <Waiting error={error} isLoading={isLoading} />
      {value?.length === 0 && (
        <Empty title="Nothing waits for you">
          <p>
            Questions and gates of runs, skills that ask for an approval or changed after it, and schedules gone quiet
            appear here.
          </p>
          <p>
            On the command line: <Code>skillet inbox</Code>
          </p>
        </Empty>
      )}
      <div class="needs">
        {found.map((need) => (
          <NeedCard key={need.id} need={need} mayWrite={hello.value?.mayWrite === true} />
        ))}
      </div>
    </>
  )
}

function moveFocus(by: number): void {
  const cards = [...document.querySelectorAll<HTMLElement>(".need")]
  const at = cards.findIndex((card) => card.contains(document.activeElement))
  cards[Math.min(cards.length - 1, Math.max(0, at + by))]?.focus()
}

/** Asks the browser only when the person wants it. */
function NotifyButton() {
  const state = useSignal(mayNotify())
  if (state.value !== "default") return null
  const ask = () => void Notification.requestPermission().then((answer) => (state.value = answer))
  return (
    <button type="button" onClick={ask}>
      Notify me
    </button>
  )
}
