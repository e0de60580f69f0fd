// Answers for the comparison with Claude Code (one JSON request on stdin, one JSON answer on stdout), over the built
// library. Only what concerns listing and naming; invoking is answered with nothing.
import { text } from "node:stream/consumers"
import { isForUser, openSkillet } from "../../dist/index.js"

const request = JSON.parse(await text(process.stdin))
const { args, cwd, dirs, env, events } = request

const options = {
  host: "claude",
  cwd,
  env: { HOME: dirs.home, XDG_CACHE_HOME: dirs.tmp, ...env },
  managed: dirs.managed,
  cache: false,
  addDirs: valuesOf("--add-dir"),
  pluginDirs: valuesOf("--plugin-dir"),
  ...levels(),
}
const touched = events.filter(({ event }) => event === "read").map(({ path }) => path)

const atStart = openSkillet(options)
const listing = await atStart.listing(windowOf())
const atEnd = await openSkillet({ ...options, touched }).catalog()

console.log(
  JSON.stringify({
    listing: listing.entries.map((entry) => [entry.shown, entry.text]),
    userCommands: atEnd.skills.filter(isForUser).map(({ name }) => name),
    events: events.map(() => null),
  }),
)

function valuesOf(flag) {
  return args.flatMap((word, at) => (word === flag && args[at + 1] !== undefined ? [args[at + 1]] : []))
}

function levels() {
  const [given] = valuesOf("--setting-sources")
  return given === undefined ? {} : { levels: given.split(",").filter((level) => level !== "") }
}

function windowOf() {
  const [model = ""] = valuesOf("--model")
  return model.endsWith("[1m]") ? { window: 1_000_000 } : {}
}
