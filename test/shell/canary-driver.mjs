// Runs inside the namespace: each command in the project, then a look at every canary.
import { spawn } from "node:child_process"
import fs from "node:fs"
import net from "node:net"

const [, , controlFolder, port] = process.argv
const { commands, env, home, limit } = JSON.parse(fs.readFileSync(`${controlFolder}/input.json`, "utf8"))
const project = `${home}/project`
const ranFile = `${controlFolder}/ran`
let connections = 0
let received = ""

const server = net.createServer((socket) => {
  connections++
  socket.on("data", (data) => (received += data))
  socket.on("error", () => undefined)
  socket.end("HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n")
})
await new Promise((resolve) => server.listen(Number(port), "127.0.0.1", resolve))

const tools = [".claude", ".agents", ".skillet", "node_modules/.bin", ".git/hooks"].map((name) => `${project}/${name}`)

/** Where programs keep what is theirs. */
const ownState =
  /^\.(?:npm|cache|config|local|terraform\.d|cargo|rustup|gnupg|docker|kube|aws|nuget|dotnet|gsutil|azure|node-gyp|yarn|bun|gem|python_history|lesshst|viminfo|wget-hsts|matplotlib|java|m2|gradle)/

function list(folder, skip) {
  if (!fs.existsSync(folder)) return `${folder} is gone`
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => `${folder}/${name}` !== skip && !(folder === home && ownState.test(name)))
    .map((entry) => {
      const path = `${folder}/${entry.name}`
      const stat = fs.lstatSync(path)
      return entry.isDirectory() ? list(path, skip) : `${path} ${stat.size} ${stat.mtimeMs} ${stat.mode}`
    })
    .join("\n")
}

const look = () => ({
  outside: list(home, project),
  tools: tools.map((folder) => list(folder)).join("\n"),
  ran: fs.readFileSync(ranFile, "utf8"),
})

/** A copy keeps its times, so that it is equal to what it was copied from. */
function restore() {
  for (const name of fs.readdirSync(home)) fs.rmSync(`${home}/${name}`, { recursive: true, force: true })
  fs.cpSync(`${controlFolder}/template`, home, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  fs.writeFileSync(ranFile, "")
}

function run(command) {
  return new Promise((resolve) => {
    const child = spawn("bash", ["-c", command], {
      cwd: project,
      env,
      stdio: ["ignore", "ignore", "ignore"],
      detached: true,
    })
    const end = () => {
      try {
        process.kill(-child.pid, "SIGKILL")
      } catch (error) {
        if (error.code !== "ESRCH") throw error
      }
    }
    const timer = setTimeout(end, limit)
    child.on("exit", () => {
      clearTimeout(timer)
      end()
      resolve()
    })
    child.on("error", resolve)
  })
}

restore()
let before = look()
let whole = list(project)
const touched = []
for (const command of commands) {
  connections = 0
  received = ""
  await run(command)
  const after = look()
  const found = [
    ...(after.outside === before.outside ? [] : ["writes outside"]),
    ...(after.tools === before.tools ? [] : ["writes to tools"]),
    ...new Set(
      after.ran
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => `runs ${line}`),
    ),
    ...(connections > 0 ? ["connects"] : []),
    ...(received.includes("canary-secret") ? ["sends a file"] : []),
  ]
  touched.push(found)
  if (found.length > 0 || list(project) !== whole) {
    restore()
    before = look()
    whole = list(project)
  }
}
fs.writeFileSync(`${controlFolder}/output.json`, JSON.stringify(touched))
server.close()
process.exit(0)
