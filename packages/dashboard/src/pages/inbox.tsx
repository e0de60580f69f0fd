import { useSignal } from "@preact/signals"
import { useLive } from "../api.ts"
import { writeProjectsAddress } from "../first-address.ts"
import { hello } from "../frame.tsx"
import { ProjectsChoice, Search, useFocusKeys, useFound } from "../parts/list-tools.tsx"
import { NeedCard } from "../parts/need-card.tsx"
import { Code, Empty, PageHead, Waiting } from "../parts/parts.tsx"
import { place } from "../router.ts"
import { mayNotify } from "../tell-needs.ts"
import type { WireNeed } from "../wire.ts"

export function Inbox() {
  const { value, error, isLoading } = useLive<readonly WireNeed[]>(
    writeProjectsAddress("/api/inbox", place.value.query["all"]),
    "both",
  ).value
  const found = useFound(value, ({ title, text, kind }) => `${title} ${text} ${kind}`)
  useFocusKeys(".need")
  return (
    <>
      <PageHead title="Inbox">
        <Search label="Search the inbox" />
        <ProjectsChoice />
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
      {value !== undefined && value.length > 0 && found.length === 0 && <Empty title="Nothing fits" />}
      <div class="needs">
        {found.map((need) => (
          <NeedCard key={need.id} need={need} mayWrite={hello.value?.mayWrite === true} />
        ))}
      </div>
    </>
  )
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
