import { useCallback, useMemo } from "preact/hooks"
import { useLive } from "../api.ts"
import { formatCount, formatNumber } from "../format.ts"
import { Choice, Code, Empty, PageHead, Shown, Waiting } from "../parts/parts.tsx"
import { ProblemList } from "../parts/problem-list.tsx"
import { Chips, Search, useFound } from "../parts/list-tools.tsx"
import { WindowedList } from "../parts/windowed-list.tsx"
import { chooseQuery, place } from "../router.ts"
import { ApprovalPanel } from "../skills/approval-panel.tsx"
import { ListingPanel } from "../skills/listing-panel.tsx"
import { describeSeen, SEEN } from "../skills/seen-words.ts"
import { SkillPanel } from "../skills/skill-panel.tsx"
import type { WireProblem, WireSight, WireSkill, WireSkillsPage } from "../wire.ts"

const LOOKS: readonly (readonly [string, string])[] = [
  ["", "All"],
  ["drifted", "Drifted"],
  ["problems", "With problems"],
  ["hidden", "Not seen whole"],
]

export function Skills() {
  const { query } = place.value
  const { look = "", open, approve, listing } = query
  const { value, error, isLoading } = useLive<WireSkillsPage>("/api/skills", "skills").value
  const fitting = useMemo(() => value?.skills.filter((skill) => fits(skill, look, value.sights)), [value, look])
  const found = useFound(fitting, ({ name, description, path }) => `${name} ${description} ${path}`)
  const drawRow = useCallback(
    (skill: WireSkill) => (
      <SkillRow skill={skill} hosts={value?.hosts ?? []} sight={value?.sights[skill.sight] ?? []} />
    ),
    [value],
  )
  const panel =
    approve !== undefined ? (
      <ApprovalPanel
        key={approve}
        reference={approve}
        onApproved={(path) => chooseQuery({ approve: undefined, open: path })}
        onLeave={() => chooseQuery({ approve: undefined })}
      />
    ) : listing !== undefined ? (
      <ListingPanel
        key={listing}
        host={listing}
        title={value?.hosts.find(({ host }) => host === listing)?.title ?? listing}
      />
    ) : open !== undefined ? (
      <SkillPanel key={open} reference={open} />
    ) : (
      value !== undefined && <Problems problems={value.problems} />
    )
  return (
    <>
      <PageHead title="Skills">
        <Search label="Search skills" />
        <Choice label="Which skills" value={look} options={LOOKS} onChoose={(next) => chooseQuery({ look: next })} />
        <span class="dim">{formatCount(found.length, "skill")}</span>
      </PageHead>
      <Waiting error={error} isLoading={isLoading} />
      {value !== undefined && (
        <>
          <Chips
            label="What the model of an agent sees"
            chips={value.hosts.map(({ host, title, usable, tokens }) => ({
              key: host,
              title,
              about: `${formatCount(usable, "skill")}, ${formatNumber(tokens)} tokens listed`,
            }))}
            chosen={listing}
            onChoose={(host) =>
              chooseQuery({ listing: listing === host ? undefined : host, open: undefined, approve: undefined })
            }
          />
          <p class="legend dim">
            {Object.entries(SEEN).map(([as, { sign, words, about }]) => (
              <span key={as} title={about}>
                <b class={`seen seen-${as}`}>{sign}</b> {words}
              </span>
            ))}
          </p>
          <div class="split">
            <div class="split-left">
              {found.length === 0 ? (
                <Empty title={value.skills.length === 0 ? "No skills yet" : "No skill fits"}>
                  {value.skills.length === 0 && (
                    <p>
                      <Code>skillet new NAME</Code> makes one here; <Code>skillet add SOURCE</Code> installs one from
                      others.
                    </p>
                  )}
                </Empty>
              ) : (
                <>
                  <SkillHeads hosts={value.hosts} />
                  <WindowedList
                    label="Skills"
                    items={found}
                    rowHeight={44}
                    keyOf={({ path }) => path}
                    open={open}
                    onOpen={openSkill}
                    row={drawRow}
                  />
                </>
              )}
            </div>
            <div class="split-right">{panel}</div>
          </div>
        </>
      )}
    </>
  )
}

function openSkill({ path }: WireSkill): void {
  chooseQuery({ open: path, approve: undefined, listing: undefined })
}

function fits({ isDrifted, problems, sight }: WireSkill, look: string, sights: WireSkillsPage["sights"]): boolean {
  if (look === "drifted") return isDrifted
  if (look === "problems") return problems > 0
  return look === "" || sights[sight]?.some(({ as }) => as !== "whole" && as !== "") === true
}

/** Each row names its agents itself, for readers that do not see columns. */
function SkillHeads({ hosts }: { readonly hosts: WireSkillsPage["hosts"] }) {
  return (
    <div class="skill-heads dim" aria-hidden="true">
      <span>Skill</span>
      <span class="skill-seen">
        {hosts.map(({ host, title }) => (
          <span key={host} class="seen">
            {title}
          </span>
        ))}
      </span>
    </div>
  )
}

interface SkillRowProps {
  readonly skill: WireSkill
  readonly hosts: WireSkillsPage["hosts"]
  readonly sight: readonly WireSight[]
}

function SkillRow({ skill, hosts, sight }: SkillRowProps) {
  const { name, description, isDrifted, problems, copies } = skill
  return (
    <button type="button" class="skill-row" onClick={() => openSkill(skill)}>
      <span class="skill-name">
        <b>
          <Shown text={name} />
        </b>
        {isDrifted && <span class="badge">drifted</span>}
        {copies > 1 && <span class="badge">{copies} copies</span>}
        {problems > 0 && <span class="badge badge-bad">{formatCount(problems, "problem")}</span>}
        <span class="dim skill-about">
          <Shown text={description} />
        </span>
      </span>
      <span
        class="skill-seen"
        role="img"
        aria-label={sight.map(({ as }, nth) => `${hosts[nth]?.title ?? ""} ${describeSeen(as)}`).join(", ")}
      >
        {sight.map(({ as, reason }, nth) => (
          <i
            key={hosts[nth]?.host}
            class={`seen seen-${as === "" ? "none" : as}`}
            title={`${hosts[nth]?.title ?? ""}: ${describeSeen(as)}${reason === "" ? "" : `, ${reason}`}`}
          >
            {as === "" ? " " : (SEEN[as]?.sign ?? "?")}
          </i>
        ))}
      </span>
    </button>
  )
}

function Problems({ problems }: { readonly problems: readonly WireProblem[] }) {
  if (problems.length === 0) return <Empty title="No problems in these skills" />
  return (
    <section class="panel" aria-label="Problems">
      <h2>{formatCount(problems.length, "problem")}</h2>
      <p class="dim">Choose a skill for everything about it, or an agent to see what its model sees.</p>
      <ProblemList problems={problems.slice(0, 200)} />
    </section>
  )
}
