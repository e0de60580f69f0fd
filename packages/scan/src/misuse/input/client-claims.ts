import { defineMisuseRule } from "../define-misuse-rule.ts"
import {
  findClaimedRolesInPython,
  findIdentitiesInCookies,
  findLinksToSentHostInPython,
} from "./finders/python-claims.ts"
import { findClaimedRoles, findLinksToSentHost, findListsThroughChecks } from "./finders/client-claims.ts"

/** Decisions that rely on what the sender of a request says. */
export const clientClaimRules = [
  defineMisuseRule(
    {
      id: "role-from-request",
      severity: "minor",
      cwe: "CWE-807",
      title: "Broken access control: permission or identity depends on a value that the client sends",
      description: "Anyone can send this header, cookie or field.",
      fix: "Take the user and the role from the session or from a verified token.",
      words: ["admin", "role", "Admin", "Role", "superuser", "authenticated", ".cookies", ".COOKIES"],
    },
    [
      {
        language: "script",
        find: findClaimedRoles,
        example: 'app.delete("/x", (req, res) => { if (req.headers["x-admin"] === "true") purge() })\n',
        lookAlike: 'app.delete("/x", (req, res) => { if (req.user.role === "admin") purge() })\n',
      },
      {
        language: "python",
        find: findClaimedRolesInPython,
        example: 'def purge():\n    if request.cookies.get("role") == "admin":\n        clear()\n',
        lookAlike: 'def purge():\n    if session.get("role") == "admin":\n        clear()\n',
      },
      {
        language: "python",
        find: findIdentitiesInCookies,
        example: 'def me():\n    user_id = request.cookies.get("user_id")\n    return User.query.get(user_id)\n',
        lookAlike:
          'def me():\n    user_id = signer.unsign(request.cookies.get("user_id"))\n    return User.query.get(user_id)\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "link-to-sent-host",
      severity: "minor",
      cwe: "CWE-640",
      title: "Host header injection: link with a token uses the host that the client sent",
      description: "An attacker who requests the link for somebody else can make it lead to another host.",
      fix: "Use a configured address.",
      words: ["host", "Host", "HTTP_HOST", "url_root", "base_url"],
    },
    [
      {
        language: "script",
        find: findLinksToSentHost,
        example: "app.post('/x', (req, res) => mail(`https://${req.headers.host}/reset?token=${token}`))\n",
        lookAlike: "app.post('/x', (req, res) => mail(`https://${config.host}/reset?token=${token}`))\n",
      },
      {
        language: "python",
        find: findLinksToSentHostInPython,
        example: 'def forgot():\n    send(mail, f"https://{request.host}/reset/{token}")\n',
        lookAlike: 'def forgot():\n    send(mail, f"https://{settings.HOST}/reset/{token}")\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "list-through-check",
      severity: "minor",
      persona: "pedantic",
      cwe: "CWE-843",
      title: "Type confusion: check of a parameter can be bypassed with a list",
      description: "A parameter that is sent twice arrives as an array, and the check then looks for an equal element.",
      fix: "Check that the value is a string first.",
      words: ["query", "body"],
    },
    [
      {
        language: "script",
        find: findListsThroughChecks,
        example: 'app.get("/x", (req, res) => { if (req.query.f.indexOf("..") !== -1) return res.end() })\n',
        lookAlike: 'app.get("/x", (req, res) => { if (String(req.query.f).indexOf("..") !== -1) return res.end() })\n',
      },
    ],
  ),
]
