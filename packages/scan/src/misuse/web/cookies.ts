import { defineMisuseRule } from "../define-misuse-rule.ts"
import { findAncestor } from "../../rules/tree-shapes.ts"
import { findMorselsWithoutTls, findScriptCookies } from "./finders/cookies.ts"

const sessionLike = /sess|token|auth|jwt|login|remember|csrf|xsrf|(?:^|[^a-z])sid\b|secret|credential/i

/** A freshly generated secret, which is not kept as a setting. */
const madeSecret = /^(?:secrets\.token_|uuid\.uuid4|secrets\.choice)/

/** Pyramid's classes that create authentication cookies. */
const tickets = ["AuthTktAuthenticationPolicy", "AuthTktCookieHelper"].map((name) => `pyramid.authentication.${name}`)

/** Cookies. */
export const cookieRules = [
  defineMisuseRule(
    {
      id: "cookie-flags",
      severity: "minor",
      cwe: "CWE-614",
      title: "Insecure cookie: authentication cookie without Secure or HttpOnly",
      description: "Without Secure it is also sent over plain HTTP; without HttpOnly, scripts in the page can read it.",
      fix: "Set secure, httpOnly and sameSite.",
      saidBetterBy: ["cookie-without-tls", "cookie-open-to-scripts"],
      words: ["cookie", "COOKIE", "AuthTkt"],
    },
    [
      {
        language: "script",
        calls: [".cookie", ".setCookie"],
        on: /^(?:res|response|reply|ctx\.res|ctx)$/,
        where: { "0": sessionLike, secure: "missing" },
        and: ({ args }) => args.length > 1,
        example: 'res.cookie("auth_token", token, { httpOnly: true })\n',
        lookAlike: 'res.cookie("auth_token", token, { httpOnly: true, secure: true })\n',
      },
      {
        language: "script",
        calls: [".cookie", ".setCookie"],
        on: /^(?:res|response|reply|ctx\.res|ctx)$/,
        where: { "0": sessionLike, httpOnly: "missing" },
        and: ({ args }) => args.length > 1,
        example: 'res.cookie("auth_token", token, { secure: true })\n',
        lookAlike: 'res.cookie("theme", theme, { secure: true })\n',
      },
      {
        language: "script",
        calls: [".cookie", ".setCookie"],
        on: /^(?:res|response|reply|ctx\.res|ctx)$/,
        where: { "0": sessionLike, secure: /^false$/ },
        example: 'res.cookie("auth_token", token, { httpOnly: true, secure: false })\n',
        lookAlike: 'res.cookie("auth_token", token, { httpOnly: true, secure: isLive })\n',
      },
      {
        language: "script",
        calls: ["session", "express-session", "expressSession", "cookieSession", "cookie-session"],
        where: { "cookie.secure": /^false$/ },
        example: "app.use(session({ secret, cookie: { secure: false } }))\n",
        lookAlike: "app.use(session({ secret, cookie: { secure: isLive } }))\n",
      },
      {
        language: "script",
        calls: ["session", "express-session", "expressSession", "cookieSession", "cookie-session"],
        where: { "cookie.httpOnly": /^false$/ },
        example: "app.use(session({ secret, cookie: { httpOnly: false } }))\n",
        lookAlike: "app.use(session({ secret, cookie: { httpOnly: true } }))\n",
      },
      {
        language: "script",
        calls: ["hono.cookie.setCookie"],
        where: { "1": sessionLike, httpOnly: "missing" },
        example: 'import { setCookie } from "hono/cookie"\nsetCookie(c, "session", token)\n',
        lookAlike: 'import { setCookie } from "hono/cookie"\nsetCookie(c, "session", token, { httpOnly: true })\n',
      },
      {
        language: "script",
        find: (code) => findScriptCookies(code, sessionLike),
        example: 'document.cookie = "token=" + value\n',
        lookAlike: 'document.cookie = "lang=en; Secure"\n',
      },
      {
        language: "python",
        calls: [".set_cookie"],
        where: { "0": sessionLike, secure: "missing" },
        example: 'response.set_cookie("session_id", value, httponly=True)\n',
        lookAlike: 'response.set_cookie("session_id", value, httponly=True, secure=True)\n',
      },
      {
        language: "python",
        calls: [".set_cookie"],
        where: { key: sessionLike, secure: "missing" },
        example: 'response.set_cookie(key="session_id", value=value, httponly=True)\n',
        lookAlike: 'response.set_cookie(key="session_id", value=value, httponly=True, secure=True)\n',
      },
      {
        language: "python",
        calls: [".set_cookie"],
        where: { "1": madeSecret, secure: "missing" },
        unless: { "0": sessionLike },
        example: 'import secrets\nresponse.set_cookie("ticket", secrets.token_hex(20), httponly=True)\n',
        lookAlike: 'import secrets\nresponse.set_cookie("ticket", secrets.token_hex(20), httponly=True, secure=True)\n',
      },
      {
        language: "python",
        calls: [".set_secure_cookie", ".set_signed_cookie"],
        where: { secure: "missing" },
        example: 'self.set_secure_cookie("user", name)\n',
        lookAlike: 'self.set_secure_cookie("user", name, secure=True, httponly=True)\n',
      },
      {
        language: "python",
        find: (code) => findMorselsWithoutTls(code, sessionLike),
        example: 'from http.cookies import SimpleCookie\njar = SimpleCookie()\njar["session"] = value\n',
        lookAlike:
          'from http.cookies import SimpleCookie\njar = SimpleCookie()\njar["session"] = value\njar["session"]["secure"] = True\n',
      },
      {
        language: "python",
        calls: [".set_cookie", ".set_signed_cookie", ".set_secure_cookie"],
        where: { secure: /^false$/ },
        example: 'IS_DEV = True\nresponse.set_cookie("x", value, secure=not IS_DEV)\n',
        lookAlike: 'is_on = True\nresponse.set_cookie("x", value, secure=is_on)\n',
      },
      {
        language: "python",
        calls: [".set_cookie", ".set_signed_cookie", ".set_secure_cookie"],
        where: { httponly: /^false$/ },
        example: 'response.set_cookie("x", value, httponly=False)\n',
        lookAlike: 'response.set_cookie("x", value, httponly=True)\n',
      },
      {
        language: "python",
        calls: tickets,
        where: { secure: /^false$/ },
        example:
          "from pyramid.authentication import AuthTktCookieHelper\nhelper = AuthTktCookieHelper(key, secure=False)\n",
        lookAlike:
          "from pyramid.authentication import AuthTktCookieHelper\nhelper = AuthTktCookieHelper(key, secure=True)\n",
      },
      {
        language: "python",
        calls: tickets,
        where: { http_only: /^false$/ },
        example:
          "from pyramid.authentication import AuthTktCookieHelper\nhelper = AuthTktCookieHelper(key, http_only=False)\n",
        lookAlike:
          "from pyramid.authentication import AuthTktCookieHelper\nhelper = AuthTktCookieHelper(key, http_only=True)\n",
      },
      {
        language: "python",
        names: /^(?:\w+\.)*(?:config\.)?(?:SESSION|CSRF|REMEMBER|LANGUAGE)_COOKIE_(?:SECURE|HTTPONLY)$/,
        is: /^false$/,
        // The settings that a framework begins with; applications have their own.
        when: (node) =>
          !/default/i.test(findAncestor(node, ({ kind }) => kind === "assignment")?.field("left")?.text ?? ""),
        example: 'app.config["SESSION_COOKIE_HTTPONLY"] = False\n',
        lookAlike:
          'app.config["SESSION_COOKIE_HTTPONLY"] = True\ndefault_config = Config({"SESSION_COOKIE_SECURE": False})\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "cookie-without-flags",
      severity: "suggestion",
      persona: "pedantic",
      cwe: "CWE-614",
      title: "Insecure cookie: Secure or HttpOnly is missing",
      description: "Without Secure it is also sent over plain HTTP; without HttpOnly, scripts in the page can read it.",
      fix: "Set secure and sameSite, and httpOnly unless a script in the page has to read the cookie.",
      saidBetterBy: ["cookie-flags", "cookie-without-tls", "cookie-open-to-scripts"],
      words: ["cookie", "session"],
    },
    [
      {
        language: "script",
        calls: [".cookie"],
        on: /^(?:res|response|reply)$/,
        where: { secure: "missing" },
        and: ({ args }) => args.length > 1,
        example: 'res.cookie("lang", "en", { httpOnly: true })\n',
        lookAlike: 'res.cookie("lang", "en", { secure: true, httpOnly: true })\n',
      },
      {
        language: "script",
        calls: [".cookie"],
        on: /^(?:res|response|reply)$/,
        where: { httpOnly: "missing" },
        and: ({ args }) => args.length > 1,
        example: 'res.cookie("lang", "en", { secure: true })\n',
        lookAlike: 'res.cookie("lang", "en", options)\n',
      },
      {
        language: "script",
        calls: ["session", "express-session", "expressSession", "cookieSession", "cookie-session"],
        where: { "0": "given", cookie: "missing" },
        and: ({ args }, code) => args[0] !== undefined && code.shape(args[0]).kind === "record",
        example: "app.use(session({ secret, resave: false }))\n",
        lookAlike: "app.use(session({ secret, cookie: { secure: true, httpOnly: true } }))\n",
      },
      {
        language: "python",
        calls: [".set_cookie"],
        where: { samesite: /^None$/ },
        example: 'response.set_cookie("lang", "en", secure=True, httponly=True, samesite="None")\n',
        lookAlike: 'response.set_cookie("lang", "en", secure=True, httponly=True, samesite="Lax")\n',
      },
      {
        language: "python",
        calls: [".set_cookie"],
        on: /resp|response|^r$|^res$/i,
        where: { secure: "missing" },
        example: 'response.set_cookie("lang", "en", httponly=True)\n',
        lookAlike: 'response.set_cookie("lang", "en", secure=True, httponly=True)\n',
      },
      {
        language: "python",
        calls: [".set_cookie"],
        on: /resp|response|^r$|^res$/i,
        where: { httponly: "missing" },
        example: 'response.set_cookie("lang", "en", secure=True)\n',
        lookAlike: 'response.set_cookie("lang", "en", **flags)\n',
      },
    ],
  ),
]
