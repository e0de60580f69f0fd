const names =
  "flask|django|fastapi|starlette|aiohttp|tornado|bottle|cherrypy|sanic|quart|falcon|pyramid|werkzeug|webob|litestar|wsgiref|rest_framework|webapp2|hug|responder"
const frameworks = new RegExp(`^\\s*(?:from|import)\\s+(?:${names})\\b`, "m")
const ofFramework = new RegExp(`(?:^|/)(?:${names})/`)
const readsRequest =
  /\brequest\.(?:args|form|values|json|cookies|headers|files|data|GET|POST|COOKIES|query|query_params|match_info)\b|\bstart_response\b|\bdef \w+\((?:self, ?)?request\b/

/** Whether a file of Python answers requests: there the data is followed from them. A framework's own files import it too. */
export function answersRequests(text: string, file = ""): boolean {
  return (frameworks.test(text) && !ofFramework.test(file)) || readsRequest.test(text)
}

const writes = /\bdumps?\(/
const receives = /\.recv\w*\(|\bzmq\b|\bpika\b|\bwebsocket|\bsocketserver\b/

/**
 * Whether a file of Python reads what it wrote itself, as a cache or a message to its own worker. What comes over a
 * network was written by its sender.
 */
export function readsOwnFormat(text: string): boolean {
  return writes.test(text) && !receives.test(text)
}

/** Functions of libraries that create any object, or run code, from a text. */
export const unsafeReaders: readonly string[] = [
  "node-serialize.unserialize",
  "serialize.unserialize",
  "serialize-to-js.deserialize",
  "funcster.deepDeserialize",
  "cryo.parse",
  "v8.deserialize",
]

/** Functions of execa that take a program and a list of arguments. */
export const execaCalls: readonly string[] = ["execa", "execa.sync", "execa.execa", "execa.execaSync"]

/** What the option `shell` is if a shell reads the command. */
export const someShell = /^true$|(?:^|\/)(?:ba|da|z|k)?sh$|^cmd(?:\.exe)?$|powershell|pwsh/i

const made =
  /\bdocument\s*=\s*(?!window\b)(?:new\s+)?[\w.]*(?:[cC]reate(?:HTML)?Document|JSDOM|parseHTML|parseFromString)\(/

/** Whether a script builds a document of its own, such as a mail or a page that is stored: no browser shows it here. */
export function buildsDocument(text: string): boolean {
  return made.test(text)
}

/** Names of options that switch the check of a certificate off: the person who runs the program chooses them. */
export const optionOfChecks =
  /insecure|unsafe|self_?-?signed|ignore|skip|verif|reject|allow|trust|strict|check|validat|(?:^|[._])(?:tls|ssl)/i
