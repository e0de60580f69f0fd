import { spawn } from "node:child_process"

const program = ["skillet"]
/** opencode waits for its plugins without a limit of its own, and a plugin that throws ends the prompt. */
const MOST_MILLISECONDS = 10_000
const MOST_CHARACTERS = 1_000_000
const MOST_SESSIONS = 100

/** What Skillet's hooks say about a prompt is added to it, as a part that only the model sees. */
export const SkilletPlugin = async ({ client, directory }) => {
  const loadedSkills = new Map()
  return {
    "chat.message": ({ sessionID }, { message, parts }) =>
      withinLimit(async (signal) => {
        const last = parts.at(-1)
        const asked = parts.filter(({ type, synthetic }) => type === "text" && synthetic !== true)
        if (last === undefined || asked.length === 0 || (await isSubAgent(client, sessionID))) return
        const text = await ask("UserPromptSubmit", signal, {
          session_id: sessionID,
          cwd: directory,
          prompt_id: message.id,
          prompt: asked.map((part) => part.text).join("\n"),
          loaded_skills: [...(loadedSkills.get(sessionID) ?? [])],
        })
        // Parts are ordered by their ids.
        if (text !== "" && !signal.aborted)
          parts.push({ id: `${last.id}0`, sessionID, messageID: message.id, type: "text", synthetic: true, text })
      }),
    "tool.execute.after": ({ tool, sessionID, args }) =>
      withinLimit(async () => {
        if (tool !== "skill" || typeof args?.name !== "string") return
        const names = loadedSkills.get(sessionID) ?? new Set()
        loadedSkills.delete(sessionID)
        loadedSkills.set(sessionID, names.add(args.name))
        if (loadedSkills.size > MOST_SESSIONS) loadedSkills.delete(loadedSkills.keys().next().value)
      }),
    "experimental.session.compacting": ({ sessionID }) =>
      withinLimit((signal) => ask("PreCompact", signal, { session_id: sessionID, cwd: directory })),
  }
}

/** A sub-agent's request is not a person's prompt. */
async function isSubAgent(client, id) {
  const { data } = await client.session.get({ path: { id } })
  return data?.parentID !== undefined
}

/** Ends after the limit whatever happens, and never fails. */
async function withinLimit(act) {
  const stop = new AbortController()
  let timer
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, MOST_MILLISECONDS)
  })
  try {
    await Promise.race([act(stop.signal), limit])
  } catch {
    // A prompt without what Skillet would add is better than none.
  } finally {
    clearTimeout(timer)
    stop.abort()
  }
}

/** The text that a hook adds to a context; empty if there is none, or if anything is wrong. */
async function ask(event, signal, input) {
  const [command, ...words] = program
  const options = { cwd: input.cwd, stdio: ["pipe", "pipe", "ignore"], signal, killSignal: "SIGKILL" }
  const child = spawn(command, [...words, "hook", event, "--host", "opencode"], options)
  const answer = await new Promise((resolve) => {
    let text = ""
    child.on("error", () => resolve(""))
    child.stdin.on("error", () => resolve(""))
    child.stdout.on("data", (chunk) => {
      text = (text + chunk).slice(0, MOST_CHARACTERS)
    })
    child.on("close", (code) => resolve(code === 0 ? text : ""))
    child.stdin.end(JSON.stringify(input))
  })
  return answer === "" ? "" : (JSON.parse(answer).hookSpecificOutput?.additionalContext ?? "")
}
