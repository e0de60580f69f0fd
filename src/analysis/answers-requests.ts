const frameworks =
  /^\s*(?:from|import)\s+(?:flask|django|fastapi|starlette|aiohttp|tornado|bottle|cherrypy|sanic|quart|falcon|pyramid|werkzeug|webob|litestar|wsgiref|rest_framework|webapp2|hug|responder)\b/m
const readsRequest =
  /\brequest\.(?:args|form|values|json|cookies|headers|files|data|GET|POST|COOKIES|query|query_params|match_info)\b|\bstart_response\b|\bdef \w+\((?:self, ?)?request\b/

/** Whether a file of Python answers requests: there the data is followed from them. */
export function answersRequests(text: string): boolean {
  return frameworks.test(text) || readsRequest.test(text)
}
