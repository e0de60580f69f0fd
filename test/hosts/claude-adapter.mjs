// Answers for the comparison with Claude Code (one JSON request on stdin, one JSON answer on stdout), over the built
// library. The case's project counts as approved: what is compared is what Claude Code does with a trusted folder.
import { text } from "node:stream/consumers"
import { openSkillet, SkilletError } from "../../dist/index.js"
import { isForUser } from "../../dist/readers.js"

const request = JSON.parse(await text(process.stdin))
const { args, cwd, dirs, env, events, sessionId, effort } = request

const options = {
  host: "claude",
  cwd,
  env: { PATH: process.env.PATH, HOME: dirs.home, XDG_CACHE_HOME: dirs.tmp, XDG_DATA_HOME: dirs.tmp, ...env },
  managed: dirs.managed,
  cache: false,
  links: "all",
  addDirs: valuesOf("--add-dir"),
  pluginDirs: valuesOf("--plugin-dir"),
  ...levels(),
  skillsOff: ["--disable-slash-commands", "--bare", "--safe-mode"].some((flag) => args.includes(flag)),
}
const touched = []
const given = new Map()

let session = await open()
const listing = await session.skillet.listing(windowOf())
const answers = []
for (const event of events) answers.push(await answer(event))
const commands = (await session.skillet.catalog()).skills.filter(isForUser).map(({ name }) => name)

console.log(
  JSON.stringify({
    listing: listing.entries.map((entry) => [entry.shown, entry.text]),
    userCommands: commands,
    events: answers,
  }),
)

async function open() {
  const skillet = openSkillet({ ...options, touched })
  for (const { ref, trust } of (await skillet.catalog()).skills) {
    if (trust === "remote") await allow(skillet, ref)
  }
  return { skillet }
}

async function answer(event) {
  if (event.event === "read") {
    touched.push(event.path)
    session = await open()
    return null
  }
  try {
    const unasked = valuesOf("--permission-mode")[0] === "bypassPermissions"
    const rendered = await session.skillet.render(event.name, {
      args: event.args,
      by: event.by,
      session: sessionId,
      effort,
      unasked,
    })
    const isSame = event.by === "model" && given.get(rendered.name) === rendered.text
    given.set(rendered.name, rendered.text)
    if (rendered.fork !== undefined) return { outcome: "fork", text: rendered.text }
    return isSame || rendered.already
      ? { outcome: "reused", text: rendered.text }
      : { outcome: "text", text: rendered.text }
  } catch (error) {
    if (!(error instanceof SkilletError)) throw error
    const isUnknown = error.code === "skill.not-found" || error.code.startsWith("ref.")
    return { outcome: isUnknown ? "unknown" : "error", text: error.message }
  }
}

function valuesOf(flag) {
  return args.flatMap((word, at) => (word === flag && args[at + 1] !== undefined ? [args[at + 1]] : []))
}

function levels() {
  const [wanted] = valuesOf("--setting-sources")
  return wanted === undefined ? {} : { levels: wanted.split(",").filter((level) => level !== "") }
}

function windowOf() {
  const [model = ""] = valuesOf("--model")
  if (/-5-5\b/.test(model)) return { window: 750_000 } // a million tokens, counted with three characters each
  return model.endsWith("[1m]") ? { window: 1_000_000 } : {}
}

/** One skill that cannot be approved does not end the case: it stays as it is. */
async function allow(skillet, ref) {
  try {
    await skillet.trust.approve(await skillet.trust.plan(ref), { network: true, write: true, env: [] })
  } catch (error) {
    if (!(error instanceof SkilletError)) throw error
  }
}
