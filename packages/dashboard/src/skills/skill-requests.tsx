import { useLive } from "../api.ts"
import { formatCount } from "../format.ts"
import { Code, Shown, Waiting } from "../parts/parts.tsx"
import type { WireRequest, WireSkillRequests } from "../wire.ts"

/** Whether the requests that are kept beside a skill find it. */
export function SkillRequests({ reference }: { readonly reference: string }) {
  const { value, error, isLoading } = useLive<WireSkillRequests>(
    `/api/requests?ref=${encodeURIComponent(reference)}`,
    "skills",
  ).value
  const failed = value?.requests.filter(({ isAsExpected }) => !isAsExpected) ?? []
  return (
    <div class="part">
      <h3>Requests that it is for</h3>
      <Waiting error={error} isLoading={isLoading} />
      {value !== undefined && value.among > 0 && <p class="dim">{summarise(value)}</p>}
      <ul class="problems">
        {value?.problems.map((problem) => (
          <li key={problem}>
            <Shown text={problem} />
          </li>
        ))}
        {failed.map((request) => (
          <li key={`${request.place} ${request.request}`}>
            <Shown text={`“${request.request}”`} /> {describeRequest(request)}
            {request.before.length > 0 && (
              <>
                ; first: <Shown text={request.before.join(", ")} />
              </>
            )}{" "}
            <span class="dim mono">
              <Shown text={request.place} />
            </span>
          </li>
        ))}
      </ul>
      {value !== undefined && <Code>{value.command}</Code>}
    </div>
  )
}

function summarise({ requests, among }: WireSkillRequests): string {
  if (requests.length === 0) return "None are kept beside it, in evals/*.json."
  const expected = requests.filter(({ isAsExpected }) => isAsExpected).length
  return `${expected} of ${formatCount(requests.length, "request")} as expected, among ${formatCount(among, "skill")}. No agent was asked.`
}

function describeRequest({ isFor, rank }: WireRequest): string {
  if (!isFor) return "finds it first, and should not"
  return rank === undefined ? "does not find it" : `finds it at place ${rank}`
}
