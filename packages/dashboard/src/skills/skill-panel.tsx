import { useLive } from "../api.ts"
import { formatCount, formatNumber } from "../format.ts"
import { ProblemList } from "../parts/problem-list.tsx"
import { Code, Lines, Shown, TextBlock, Waiting } from "../parts/parts.tsx"
import { chooseQuery } from "../router.ts"
import { SkillRequests } from "./skill-requests.tsx"
import { SkillUse } from "./skill-use.tsx"
import type { WireSkillPage } from "../wire.ts"

/** Everything about one skill. */
export function SkillPanel({ reference }: { readonly reference: string }) {
  const { value, error, isLoading } = useLive<WireSkillPage>(
    `/api/skill?ref=${encodeURIComponent(reference)}`,
    "skills",
  ).value
  if (value === undefined) return <Waiting error={error} isLoading={isLoading} />
  const {
    name,
    path,
    source,
    status,
    trust,
    approval,
    description,
    tokensListing,
    tokensBody,
    files,
    problems,
    text,
    why,
    command,
  } = value
  return (
    <section class="panel" aria-label={`Skill ${name}`}>
      <header>
        <h2>
          <Shown text={name} />
        </h2>
        <p>
          <Shown text={description} />
        </p>
        <p class="dim">
          {source} · <Shown text={status} /> · trust {trust}, {approval} · {formatNumber(tokensListing)} tokens in the
          listing, {formatNumber(tokensBody)} when used
        </p>
        <p class="dim mono">
          <Shown text={path} />
        </p>
        {approval !== `trust ${trust}` && (
          <button type="button" onClick={() => chooseQuery({ approve: value.ref })}>
            What an approval would allow
          </button>
        )}
      </header>
      {problems.length > 0 && (
        <div class="part">
          <h3>{formatCount(problems.length, "problem")}</h3>
          <ProblemList problems={problems} />
        </div>
      )}
      <Lines title="Which copy each agent uses" lines={why} />
      <SkillUse name={name} />
      <SkillRequests reference={value.ref} />
      <div class="part">
        <h3>As it is written</h3>
        <TextBlock label="SKILL.md" value={text} command={command} />
      </div>
      {files.length > 0 && (
        <details class="part">
          <summary>{formatCount(files.length, "file")} beside it</summary>
          <p class="mono">
            <Shown text={files.join("\n")} />
          </p>
        </details>
      )}
      <Code>{command}</Code>
    </section>
  )
}
