import { defineMisuseRule } from "../define-misuse-rule.ts"
import { findEnclosingFunction } from "../../rules/tree-shapes.ts"
import { findSecretsInAddresses, findSecretsInUrls } from "./finders/secrets-in-urls.ts"
import { findLoggedSecrets, secretWords } from "./finders/shown-secrets.ts"

const decoders = [
  "jwt.decode",
  "jsonwebtoken.decode",
  "jwt-decode",
  "jwtDecode",
  "jwt_decode",
  "jwt-decode.jwtDecode",
  "jose.decodeJwt",
  "decodeJwt",
]
const verifies = /\bverify\w*\(|\bjwtVerify\(|expressjwt|passport|JwtStrategy|getSigningKey/

/** Signed tokens, and secrets that end up in logs and URLs. */
export const tokenRules = [
  defineMisuseRule(
    {
      id: "unsigned-token",
      severity: "major",
      cwe: "CWE-347",
      title: "JWT used without a signature or expiration check",
      description: "Anyone can forge such a token, or keep using one that has expired.",
      fix: "Verify the token with its key and the allowed algorithms: jwt.verify in Node.js, jwt.decode in Python.",
      saidBetterBy: ["unverified-jwt"],
      words: ["jwt", "JWT", "jsonwebtoken", "jose", "ecodeJwt"],
    },
    [
      {
        language: "script",
        calls: ["jwt.verify", "jsonwebtoken.verify", "jose.jwtVerify", "jwtVerify"],
        where: { algorithms: /(?:^|[[ ])none\b/i },
        example: 'jwt.verify(token, key, { algorithms: ["none"] })\n',
        lookAlike: 'jwt.verify(token, key, { algorithms: ["ES256"] })\n',
      },
      {
        language: "script",
        names: /^ignoreExpiration$/,
        is: /^true$/,
        inFile: /jwt|jsonwebtoken/i,
        example: "jwt.verify(token, key, { ignoreExpiration: true })\n",
        lookAlike: "jwt.verify(token, key, { ignoreExpiration: false })\n",
      },
      {
        language: "script",
        calls: ["jose.JWT.verify", "jose.JWT.sign", "jose.JWS.verify"],
        where: { "1": /(?:^|\.)JWK\.None$/ },
        example: 'const { JWT, JWK } = require("jose")\nJWT.verify(token, JWK.None)\n',
        lookAlike: 'const { JWT, JWK } = require("jose")\nJWT.verify(token, JWK.asKey(key))\n',
      },
      {
        language: "script",
        calls: ["jwt.sign", "jsonwebtoken.sign"],
        where: { algorithm: /^none$/i },
        example: 'jwt.sign(payload, "", { algorithm: "none" })\n',
        lookAlike: 'jwt.sign(payload, key, { algorithm: "HS256" })\n',
      },
      {
        language: "script",
        calls: ["jwt-simple.decode", "jwt.decode"],
        where: { "2": /^true$/ },
        example: 'const jwt = require("jwt-simple")\njwt.decode(token, key, true)\n',
        lookAlike: 'const jwt = require("jwt-simple")\njwt.decode(token, key, false)\n',
      },
      {
        language: "script",
        calls: decoders,
        where: { "0": (node, code) => code.origin(node, "any") === "request" },
        and: (_, code) => !verifies.test(code.tree.text) && !/jwt-simple/.test(code.tree.text),
        example: "app.use((req, res, next) => { req.user = jwt.decode(req.headers.authorization.slice(7)); next() })\n",
        lookAlike:
          "app.use((req, res, next) => { jwt.verify(req.cookies.t, key); req.user = jwt.decode(req.cookies.t); next() })\n",
      },
      {
        language: "python",
        calls: ["jwt.decode", "jose.jwt.decode"],
        where: { algorithms: /(?:^|[[ ])none\b/i },
        example: 'import jwt\njwt.decode(token, key, algorithms=["none"])\n',
        lookAlike: 'import jwt\njwt.decode(token, key, algorithms=["HS256"])\n',
      },
      {
        language: "python",
        calls: ["jwt.decode", "jose.jwt.decode"],
        where: { "options.verify_signature": /^false$/ },
        example: 'import jwt\nopts = {"verify_signature": False}\njwt.decode(token, key, options=opts)\n',
        lookAlike: 'import jwt\nopts = {"verify_signature": True}\njwt.decode(token, key, options=opts)\n',
      },
      {
        language: "python",
        calls: ["jwt.encode", "jose.jwt.encode"],
        where: { algorithm: /^none$/i },
        example: 'import jwt\njwt.encode(payload, None, algorithm="none")\n',
        lookAlike: 'import jwt\njwt.encode(payload, key, algorithm="HS256")\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "decoded-token",
      severity: "minor",
      persona: "pedantic",
      cwe: "CWE-347",
      title: "JWT decoded without verifying its signature",
      description: "Anyone can forge the token, so decisions must not rely on its claims.",
      fix: "Verify the token with its key first: jwt.verify in Node.js, jwt.decode in Python.",
      saidBetterBy: ["unverified-jwt", "unsigned-token"],
      words: ["jwt", "jsonwebtoken", "ecodeJwt"],
    },
    [
      {
        language: "script",
        calls: decoders,
        and: ({ node }, code) =>
          !verifies.test(findEnclosingFunction(node)?.text ?? code.tree.text) && !/jwt-simple/.test(code.tree.text),
        example: "const user = jwt.decode(token)\n",
        lookAlike: "const user = jwt.decode(token)\njwt.verify(token, key)\n",
      },
      {
        language: "python",
        calls: ["jose.jwt.get_unverified_claims", "jwt.get_unverified_claims", "jose.jws.get_unverified_claims"],
        and: ({ node }, code) =>
          !/\bjw[ts]\.(?:decode|verify)\(/.test(findEnclosingFunction(node)?.text ?? code.tree.text),
        example: "from jose import jwt\nuser = jwt.get_unverified_claims(token)\n",
        lookAlike:
          'from jose import jwt\nissuer = jwt.get_unverified_claims(token)["iss"]\nuser = jwt.decode(token, keys[issuer])\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "secret-in-log",
      severity: "minor",
      cwe: "CWE-532",
      title: "Secret written to a log",
      description: "Logs are copied, kept and read by more people than the secret is meant for.",
      fix: "Log that it exists, or its owner, but not its value.",
      words: [...secretWords, "log", "console", "Log"],
    },
    [
      {
        language: "python",
        find: findLoggedSecrets,
        example: 'logger.info("login of %s with %s", user, password)\n',
        lookAlike: 'logger.info("%s: %s, %s", user, len(password), disable_password)\n',
      },
      {
        language: "script",
        find: findLoggedSecrets,
        example: "logger.debug(`sign in with ${password}`)\n",
        lookAlike: "logger.debug(`sign in with ${password.length} characters`)\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "secret-in-url",
      severity: "minor",
      persona: "pedantic",
      cwe: "CWE-598",
      title: "Secret sent as part of a URL",
      description: "Servers, proxies and browsers keep URLs in logs and histories.",
      fix: "Send it in a header or in the body, if the service accepts that.",
      words: ["key=", "Key=", "oken=", "word=", "ecret=", "asswd="],
    },
    [
      {
        language: "python",
        find: findSecretsInAddresses,
        example: 'url = f"https://api.shop.com/items?api_key={key}"\n',
        lookAlike: 'url = f"https://api.shop.com/items?page={page}"\n',
      },
      {
        language: "script",
        find: findSecretsInUrls,
        example: "const load = (apiKey) => fetch(`https://api.shop.com/list?api_key=${apiKey}`)\n",
        lookAlike: "const load = (page) => fetch(`https://api.shop.com/list?page=${page}`)\n",
      },
    ],
  ),
]
