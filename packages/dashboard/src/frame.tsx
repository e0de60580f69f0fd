import { signal } from "@preact/signals"
import type { ComponentType } from "preact"
import { useEffect, useState } from "preact/hooks"
import { useLive } from "./api.ts"
import { isHelpOpen } from "./keys.ts"
import { connection } from "./live.ts"
import { Notes } from "./notes.tsx"
import { Code, ErrorNote } from "./parts/parts.tsx"
import { followLink, goTo, place, readViewName } from "./router.ts"
import { tellNeeds } from "./tell-needs.ts"
import { runCommands, views } from "./views.ts"
import type { WireHello } from "./wire.ts"

export const hello = signal<WireHello | undefined>(undefined)

/** Views are loaded when they are first opened. The first part of the path is the view. */
const pages: Readonly<Record<string, () => Promise<ComponentType>>> = {
  inbox: async () => (await import("./pages/inbox.tsx")).Inbox,
  runs: async () => (await import("./pages/runs.tsx")).Runs,
  skills: async () => (await import("./pages/skills.tsx")).Skills,
  reviews: async () => (await import("./pages/reviews.tsx")).Reviews,
  agents: async () => (await import("./pages/agents.tsx")).Agents,
  schedules: async () => (await import("./pages/schedules.tsx")).Schedules,
  spend: async () => (await import("./pages/spend.tsx")).Spend,
  compare: async () => (await import("./pages/compare.tsx")).Compare,
  run: async () => (await import("./pages/run.tsx")).RunView,
}

const loaded = new Map<string, ComponentType>()
const loading = new Map<string, Promise<void>>()

/** Loads the code of the view of a path, once; undefined if there is no such view. */
export function loadView(path: string): Promise<void> | undefined {
  const name = readViewName(path)
  const load = pages[name]
  if (load === undefined) return undefined
  const already = loading.get(name)
  if (already !== undefined) return already
  const begun = load().then((page) => void loaded.set(name, page))
  loading.set(name, begun)
  begun.catch(() => loading.delete(name))
  return begun
}

export function Frame() {
  const name = readViewName(place.value.path)
  useEffect(() => {
    if (name === "") goTo("/inbox", "replace")
  }, [name])
  return (
    <div class="frame" onClick={followLink}>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Side name={name === "run" ? "runs" : name} />
      <main id="main" tabIndex={-1}>
        {connection.value === "lost" && (
          <div class="lost" role="status">
            The server does not answer. What you see may be old. Start <Code>skillet serve</Code> again; this page
            continues by itself.
          </div>
        )}
        {connection.value === "stranger" && (
          <div class="lost" role="status">
            What answers here is not the server that let this page in. Open the address that <Code>skillet serve</Code>{" "}
            printed last. This page sends nothing, and continues by itself once that server answers.
          </div>
        )}
        <Page key={name} name={name} />
      </main>
      <Notes />
      {isHelpOpen.value && <Help name={name} />}
    </div>
  )
}

function Page({ name }: { readonly name: string }) {
  const [, setLoaded] = useState(0)
  const [failure, setFailure] = useState("")
  const Found = loaded.get(name)
  useEffect(() => {
    if (Found !== undefined) return
    loadView(`/${name}`)?.then(
      () => setLoaded(loaded.size),
      (error: unknown) => setFailure(String(error)),
    )
  }, [name])
  if (failure !== "")
    return (
      <ErrorNote
        error={{ code: "web.page", message: `this view could not be loaded: ${failure}`, next: "reload the page" }}
      />
    )
  if (Found !== undefined) return <Found />
  return pages[name] === undefined && name !== "" ? (
    <ErrorNote error={{ code: "web.no-view", message: `there is no view ${name}`, next: "choose one of the views" }} />
  ) : null
}

function Side({ name }: { readonly name: string }) {
  const told = useLive<WireHello>("/api/hello", "both")
  const { value, error } = told.value
  useEffect(() => {
    if (value === undefined) return
    hello.value = value
    document.title = value.needs > 0 ? `(${value.needs}) ${value.project} · Skillet` : `${value.project} · Skillet`
    tellNeeds(value)
  }, [value])
  useEffect(
    () => document.querySelector(".side [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" }),
    [name],
  )
  return (
    <nav class="side" aria-label="Views">
      <div class="brand" title={value?.directory}>
        <strong>{value?.project ?? "Skillet"}</strong>
        <span class="dim">{value?.branch ?? ""}</span>
      </div>
      <ul>
        {views.map((view) => (
          <li key={view.path}>
            <a
              href={view.path}
              aria-current={view.path === `/${name}` ? "page" : undefined}
              title={`${view.about}  g ${view.letter}`}
            >
              {view.name}
              {view.path === "/inbox" && (value?.needs ?? 0) > 0 && <span class="count">{value?.needs}</span>}
            </a>
          </li>
        ))}
      </ul>
      <div class="side-foot">
        {value?.mayWrite === false && <span class="badge">read-only</span>}
        <span class={`connection connection-${connection.value}`}>{connection.value}</span>
        <button type="button" onClick={() => (isHelpOpen.value = true)} aria-label="Help and keys">
          ?
        </button>
        <ThemeButton />
      </div>
      {error !== undefined && connection.value === "live" && <ErrorNote error={error} />}
    </nav>
  )
}

const THEMES = ["auto", "light", "dark"] as const
const THEME = "skillet-theme"

/** A browser may refuse to keep anything; then the choice holds until the page is loaded again. */
export function applyTheme(theme: string | null): void {
  if (theme === null || theme === "auto") delete document.documentElement.dataset["theme"]
  else document.documentElement.dataset["theme"] = theme
}

function ThemeButton() {
  const [theme, setTheme] = useState(localStorage.getItem(THEME) ?? "auto")
  const turn = () => {
    const next = THEMES[(THEMES.findIndex((one) => one === theme) + 1) % THEMES.length] ?? "auto"
    localStorage.setItem(THEME, next)
    applyTheme(next)
    setTheme(next)
  }
  return (
    <button
      type="button"
      onClick={turn}
      aria-label={`Colours: ${theme}`}
      title="Colours: light, dark, or as the system has it"
    >
      {theme}
    </button>
  )
}

applyTheme(localStorage.getItem(THEME))

const KEYS: readonly (readonly [string, string])[] = [
  ["j  k", "next, previous"],
  ["Enter", "open"],
  ["/", "search in this view"],
  ["Esc", "leave the search, close"],
  ["?", "this help"],
]

function Help({ name }: { readonly name: string }) {
  const view = views.find(({ path }) => path === `/${name}`)
  const commands = name === "run" ? runCommands : (view?.commands ?? [])
  return (
    <div class="over" role="dialog" aria-modal="true" aria-labelledby="help-title">
      <div class="sheet">
        <h2 id="help-title">Keys</h2>
        <dl class="keys">
          {KEYS.map(([key, what]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
          {views.map(({ letter, name: title }) => (
            <div key={letter}>
              <dt>
                <kbd>g {letter}</kbd>
              </dt>
              <dd>{title}</dd>
            </div>
          ))}
        </dl>
        {commands.length > 0 && (
          <>
            <p>This view on the command line:</p>
            {commands.map((command) => (
              <p key={command}>
                <Code>{command}</Code>
              </p>
            ))}
          </>
        )}
        <button type="button" ref={(button) => button?.focus()} onClick={() => (isHelpOpen.value = false)}>
          Close
        </button>
      </div>
    </div>
  )
}
