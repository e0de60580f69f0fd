import { useState } from "preact/hooks"
import { useLast, useLive } from "../api.ts"
import { formatCount, formatNumber } from "../format.ts"
import { Ago, Code, Empty, PageHead, Shown, State, TextBlock, Waiting } from "../parts/parts.tsx"
import { Chips, Search, useFound } from "../parts/list-tools.tsx"
import { Slider, useSettled } from "../parts/slider.tsx"
import { Table } from "../parts/table.tsx"
import { WindowedList } from "../parts/windowed-list.tsx"
import { chooseQuery, place } from "../router.ts"
import type { WirePacket, WireTask, WireWorkPage } from "../wire.ts"

export function Agents() {
  const { agent } = place.value.query
  const { value, error, isLoading } = useLive<WireWorkPage>("/api/work").value
  const tasks = useFound(value?.tasks, ({ title, assignee = "", status }) => `${title} ${assignee} ${status}`)
  const names = [
    ...new Set([
      ...(value?.agents ?? []).map(({ name }) => name),
      ...(value?.tasks ?? []).flatMap(({ assignee }) => assignee ?? []),
    ]),
  ]
  const shown = agent ?? names[0]
  return (
    <>
      <PageHead title="Agents and tasks">
        <Search label="Search tasks" />
        <span class="dim">{formatCount(tasks.length, "task")}</span>
      </PageHead>
      <Waiting error={error} isLoading={isLoading} />
      {value !== undefined && (
        <>
          <Chips
            label="Agents"
            chips={names.map((name) => ({
              key: name,
              title: name,
              about: value.agents.find((one) => one.name === name)?.status ?? "never woken",
            }))}
            chosen={shown}
            onChoose={(name) => chooseQuery({ agent: name })}
          />
          <div class="split">
            <div class="split-left">
              {tasks.length === 0 ? (
                <Empty title={value.tasks.length === 0 ? "No tasks on this branch" : "No task fits"}>
                  <p>
                    What agents have to do on this branch is listed here, with what each would get if it were woken.
                  </p>
                  <Code>skillet task add "…" --assign backend</Code>
                </Empty>
              ) : (
                <WindowedList
                  label="Tasks"
                  items={tasks}
                  rowHeight={32}
                  keyOf={({ id }) => id}
                  onOpen={openTask}
                  row={drawTask}
                />
              )}
            </div>
            <div class="split-right">
              {shown !== undefined && <PacketPanel key={shown} agent={shown} />}
              <Messages messages={value.messages} />
            </div>
          </div>
        </>
      )}
    </>
  )
}

function openTask({ assignee }: WireTask): void {
  if (assignee !== undefined) chooseQuery({ agent: assignee })
}

function drawTask(task: WireTask) {
  return <TaskRow task={task} />
}

function TaskRow({ task: { id, depth, title, status, assignee, run, updated } }: { readonly task: WireTask }) {
  return (
    <div class="task-row" style={{ paddingLeft: `${18 + depth * 18}px` }}>
      <State state={status} />
      <span class="bar-name" title={id}>
        <Shown text={title} />
      </span>
      <span class="dim">
        {assignee !== undefined && <Shown text={`@${assignee}`} />}{" "}
        {run !== undefined && <a href={`/run/${run}`}>{run}</a>}
      </span>
      <span class="dim when">
        <Ago at={updated} />
      </span>
    </div>
  )
}

const SMALLEST = 200
const LARGEST = 16_000

/** The packet that an agent would get, with the source and the size of each part. */
function PacketPanel({ agent }: { readonly agent: string }) {
  const [budget, setBudget] = useState(8000)
  const { value, error, isLoading } = useLast(
    useLive<WirePacket>(`/api/packet?agent=${encodeURIComponent(agent)}&budget=${useSettled(budget)}`, "both").value,
  )
  return (
    <section class="panel" aria-label={`What ${agent} would get`}>
      <header>
        <h2>
          If <Shown text={agent} /> were woken now
        </h2>
        <Slider
          label={`At most ${formatNumber(budget)} tokens`}
          value={budget}
          least={SMALLEST}
          most={LARGEST}
          step={100}
          onChoose={setBudget}
        />
      </header>
      <Waiting error={error} isLoading={isLoading} />
      {value !== undefined && (
        <>
          <Table label="What it is made of" heads={["Part", "From", ["Tokens", "number"], "Why"]}>
            {value.parts.map(({ part, source, tokens, reason }) => (
              <tr key={part}>
                <td>{part}</td>
                <td>
                  <Shown text={source} />
                </td>
                <td class="number">{formatNumber(tokens)}</td>
                <td>
                  <Shown text={reason} />
                </td>
              </tr>
            ))}
            {value.leftOut.map(({ part, what, why }) => (
              <tr key={`${part} ${what}`} class="left-out">
                <td>{part}</td>
                <td>
                  <Shown text={what} />
                </td>
                <td class="number">left out</td>
                <td>
                  <Shown text={why} />
                </td>
              </tr>
            ))}
          </Table>
          <p class="dim">{formatCount(value.tokens, "token")} in all</p>
          <TextBlock label="packet" value={value.text} command={value.command} />
          <Code>{value.command}</Code>
        </>
      )}
    </section>
  )
}

function Messages({ messages }: { readonly messages: WireWorkPage["messages"] }) {
  if (messages.length === 0) return null
  return (
    <section class="panel" aria-label="Messages">
      <h2>Messages</h2>
      <ol class="transcript">
        {messages.toReversed().map(({ id, from, to, text, at }) => (
          <li key={id} class="line">
            <span class="dim">
              <Ago at={at} />
            </span>
            <span>
              <b>
                <Shown text={`@${from}${to.length === 0 ? "" : ` to ${to.join(", ")}`}`} />
              </b>{" "}
              <Shown text={text} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
