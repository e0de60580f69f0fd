import { comparedPasswords, comparedSignIns, secretComparisons } from "./finders/comparisons.ts"
import { isInSignIn } from "../../answering.ts"
import { knownPath } from "../../known-path.ts"
import { generators, guessableSecrets, secretsFromTime } from "./finders/random.ts"
import { misuseRule } from "../../misuse.ts"
import { shownValue } from "../../shown-value.ts"
import { cipherKeyRows } from "./cipher-keys.ts"
import { settingSecretRows } from "./setting-secrets.ts"
import { hasPassword, isPasswordText, isSecretText, isWrittenFallback } from "./finders/secret-texts.ts"

const signing = ["sign", "verify"].flatMap((verb) => [`jwt.${verb}`, `jsonwebtoken.${verb}`, `JWT.${verb}`])
const databases = [
  "mysql",
  "mysql2",
  "mysql2.promise",
  "promise-mysql",
  "mariadb",
  "pg",
  "mssql",
  "tedious",
  "oracledb",
  "ioredis",
  "redis",
  "ssh2",
  "nodemailer",
]

/** Secrets: hard-coded, guessable, compared in a way that leaks timing. */
export const secretUseRules = [
  misuseRule(
    {
      id: "secret-as-argument",
      severity: "major",
      cwe: "CWE-798",
      title: "Hard-coded key or password",
      description: "Anyone who can read the code has the secret, and rotating it requires a release.",
      fix: "Read it from the environment or a secret store, and rotate the exposed one.",
      saidBetterBy: ["hard-coded-secret", "cloud-key-in-code", "service-token-in-code", "private-key-in-code"],
      words: [
        "CryptoJS",
        "crypto-js",
        "Sequelize",
        "equelize",
        "jwt",
        "JWT",
        "ecret",
        "ECRET",
        "assword",
        "asswd",
        "auth",
        "Hmac",
        "cookieParser",
        "cookie-parser",
        "access_key",
        "accessKey",
        "login(",
        "hmac",
        "ipher",
        "Fernet",
        "dangerous",
        ".pass ",
        "basicAuth",
        "basic-auth",
        "lainText(",
      ],
    },
    [
      {
        language: "script",
        calls: [...signing, "jwt-simple.encode", "jwt-simple.decode", "jwt.encode"],
        where: { "1": isSecretText },
        example: 'const jwt = require("jsonwebtoken")\njwt.sign({ id }, "abc")\n',
        lookAlike: 'const jwt = require("jsonwebtoken")\njwt.sign({ id }, config.key)\n',
      },
      {
        language: "script",
        calls: [
          "session",
          "express-session",
          "expressSession",
          "cookie-session",
          "cookieSession",
          "koa-session",
          "expressjwt",
          "express-jwt",
          "express-jwt.expressjwt",
          "JwtStrategy",
          "passport-jwt.Strategy",
          "JwtModule.register",
          "fastify-jwt",
          "@fastify.jwt",
          "jwt",
          "koa-jwt",
        ],
        where: { secret: isSecretText },
        example: 'app.use(session({ secret: "cats" }))\n',
        lookAlike: "app.use(session({ secret: env.SECRET }))\n",
      },
      {
        language: "script",
        names: /^(?:secretOrKey|clientSecret|secretAccessKey|client_secret|cookieSecret|sessionSecret|jwtSecret)$/,
        is: isPasswordText,
        example: 'new JwtStrategy({ secretOrKey: "top-secret" }, verify)\n',
        lookAlike: "new JwtStrategy({ secretOrKey: publicKey }, verify)\n",
      },
      {
        language: "script",
        names: /^(?:secret|secretOrKey|jwtSecret|sessionSecret|cookieSecret)$/,
        is: isWrittenFallback,
        example: 'register({ secret: config.get("JWT_SECRET") ?? "pelican-orbit-7741" })\n',
        lookAlike: 'register({ secret: config.get("JWT_SECRET") ?? makeKey() })\n',
      },
      {
        language: "script",
        calls: [...signing, "crypto.createHmac", "createHmac"],
        where: { "1": isWrittenFallback },
        example:
          'const jwt = require("jsonwebtoken")\nconst KEY = process.env.JWT_KEY || "s3cr3t-k3y-77"\njwt.sign({ id }, KEY)\n',
        lookAlike:
          'const jwt = require("jsonwebtoken")\nconst KEY = process.env.JWT_KEY || makeKey()\njwt.sign({ id }, KEY)\n',
      },
      {
        language: "script",
        calls: ["createCipheriv", "createDecipheriv"].flatMap((name) => [`crypto.${name}`, name]),
        where: { "1": isSecretText },
        example: 'const KEY = Buffer.from("0f1e2d3c4b5a6978", "hex")\ncrypto.createCipheriv("aes-256-gcm", KEY, iv)\n',
        lookAlike: 'const KEY = Buffer.from(process.env.KEY, "hex")\ncrypto.createCipheriv("aes-256-gcm", KEY, iv)\n',
      },
      {
        language: "script",
        calls: ["crypto.createHmac", "createHmac", ".createHmac"],
        where: { "1": isSecretText },
        example: 'crypto.createHmac("sha256", "cats").update(body)\n',
        lookAlike: 'crypto.createHmac("sha256", key).update("cats")\n',
      },
      {
        language: "script",
        calls: [
          "CryptoJS.AES.encrypt",
          "crypto-js.AES.encrypt",
          "CryptoJS.AES.decrypt",
          "crypto-js.AES.decrypt",
          "CryptoJS.HmacSHA256",
          "crypto-js.HmacSHA256",
        ],
        where: { "1": isSecretText },
        example: 'CryptoJS.AES.encrypt(text, "cats")\n',
        lookAlike: "CryptoJS.AES.encrypt(text, key)\n",
      },
      {
        language: "script",
        calls: databases
          .flatMap((name) =>
            [
              "createConnection",
              "createPool",
              "Client",
              "Pool",
              "connect",
              "createClient",
              "createTransport",
              "Connection",
            ].map((verb) => `${name}.${verb}`),
          )
          .concat(
            "Client",
            "Pool",
            "Sequelize",
            "sequelize.Sequelize",
            "sequelize",
            "sequelize-typescript.Sequelize",
            "Redis",
            "ioredis",
            "typeorm.createConnection",
            "createConnection",
            "DataSource",
            "typeorm.DataSource",
            "knex",
          ),
        and: ({ args }, code) => args.some((arg) => hasPassword(code, arg)),
        example: 'mysql.createPool({ host, user: "root", password: "tiger" })\n',
        lookAlike: 'mysql.createPool({ host, user: "root", password: env.PASSWORD })\n',
      },
      {
        language: "script",
        calls: ["Sequelize", "sequelize.Sequelize", "sequelize", "sequelize-typescript.Sequelize"],
        where: { "2": isPasswordText },
        example: 'new Sequelize("shop", "root", "tiger", { dialect: "mysql" })\n',
        lookAlike: 'new Sequelize("shop", "root", env.PASSWORD, { dialect: "mysql" })\n',
      },
      ...settingSecretRows,
      {
        language: "script",
        find: comparedPasswords,
        example: 'if (user.password === "letmein-2024") open()\n',
        lookAlike: 'if (field.type === "password") hide()\n',
      },
      {
        language: "python",
        calls: ["jwt.encode", "jwt.decode", "jose.jwt.encode", "jose.jwt.decode"],
        where: { "1": isSecretText },
        example: 'import jwt\nt = jwt.encode(payload, "cats", algorithm="HS256")\n',
        lookAlike: 'import jwt\nt = jwt.encode(payload, key, algorithm="HS256")\n',
      },
      {
        language: "python",
        calls: ["jwt.encode", "jwt.decode", "jose.jwt.encode", "jose.jwt.decode"],
        where: { key: isSecretText },
        example: 'import jwt\nt = jwt.decode(token, key="cats", algorithms=["HS256"])\n',
        lookAlike: 'import jwt\nt = jwt.decode(token, key=settings.KEY, algorithms=["HS256"])\n',
      },
      {
        language: "python",
        calls: [
          ".connect",
          "psycopg2.connect",
          "pymysql.connect",
          "MySQLdb.connect",
          "mysql.connector.connect",
          "pymssql.connect",
          "redis.Redis",
          "redis.StrictRedis",
          "Redis",
          "MongoClient",
          "pymongo.MongoClient",
          "cx_Oracle.connect",
          "oracledb.connect",
          "peewee.MySQLDatabase",
          "peewee.PostgresqlDatabase",
          "asyncpg.connect",
          "asyncpg.create_pool",
          "ldap3.Connection",
          "Connection",
        ],
        where: { password: isPasswordText },
        example: 'import psycopg2\nc = psycopg2.connect(user="app", password="tiger")\n',
        lookAlike: 'import psycopg2\nc = psycopg2.connect(user="app", password=env["PASSWORD"])\n',
      },
      {
        language: "python",
        calls: ["pymysql.connect", "MySQLdb.connect", "mysql.connector.connect"],
        where: { passwd: isPasswordText },
        example: 'import MySQLdb\nc = MySQLdb.connect(user="app", passwd="tiger")\n',
        lookAlike: 'import MySQLdb\nc = MySQLdb.connect(user="app", passwd=passwd)\n',
      },
      {
        language: "python",
        calls: [".login"],
        on: /smtp|ftp|server|mail|imap/i,
        where: { "1": isPasswordText },
        example: 'smtp.login("me@shop.com", "tiger")\n',
        lookAlike: 'smtp.login("me@shop.com", password)\n',
      },
      {
        language: "python",
        calls: [
          "HTTPBasicAuth",
          "requests.auth.HTTPBasicAuth",
          "requests.auth.HTTPDigestAuth",
          "httpx.BasicAuth",
          "aiohttp.BasicAuth",
        ],
        where: { "1": isPasswordText },
        example: 'from requests.auth import HTTPBasicAuth\na = HTTPBasicAuth("admin", "tiger")\n',
        lookAlike: 'from requests.auth import HTTPBasicAuth\na = HTTPBasicAuth("admin", password)\n',
      },
      {
        language: "python",
        names: /^auth$/,
        is: (node, code) => {
          const shape = code.shape(node)
          return (
            shape.kind === "list" &&
            shape.items.length === 2 &&
            shape.items[1] !== undefined &&
            isPasswordText(shape.items[1], code)
          )
        },
        inFile: /\brequests\b|\bhttpx\b/,
        example: 'r = requests.get(url, auth=("admin", "tiger"))\n',
        lookAlike: 'r = requests.get(url, auth=("admin", password))\n',
      },
      {
        language: "python",
        names:
          /^(?:\w+\.)?(?:secret_key|config\.SECRET_KEY|SECRET_KEY|config\.JWT_SECRET_KEY|JWT_SECRET_KEY|JWT_SECRET)$/,
        is: isSecretText,
        inFile: /\bflask\b|\bFlask\b|INSTALLED_APPS|\bapp\b|fastapi|FastAPI/,
        example: 'app = Flask(__name__)\napp.secret_key = "cats"\n',
        lookAlike: "app = Flask(__name__)\napp.secret_key = os.urandom(32)\n",
      },
      ...cipherKeyRows,
      {
        language: "python",
        names: /^aws_secret_access_key$/,
        is: (node, code) => isSecretText(node, code) && shownValue(code, node).length >= 8,
        example: 'c = boto3.client("s3", aws_secret_access_key="abcdefghijklmnop")\n',
        lookAlike: 'c = boto3.client("s3", aws_secret_access_key=secret)\n',
      },
      {
        language: "python",
        calls: ["hmac.new"],
        where: { "0": isSecretText },
        example: 'import hmac\nh = hmac.new(b"cats", body, "sha256")\n',
        lookAlike: 'import hmac\nh = hmac.new(key, b"cats", "sha256")\n',
      },
    ],
  ),
  misuseRule(
    {
      id: "random-for-secret",
      severity: "major",
      cwe: "CWE-330",
      title: "Insecure randomness: predictable random number used as a secret",
      description:
        "An attacker who sees a few values can predict the next ones, such as another user's session or password.",
      fix: "Use crypto.randomBytes or crypto.randomUUID; in Python, use the secrets module.",
      saidBetterBy: ["guessable-random"],
      words: ["Math.random", "random", "Date.now", "getTime"],
    },
    [
      {
        language: "script",
        find: guessableSecrets,
        example: 'const n = Math.random().toString(36)\nres.cookie("session", n)\n',
        lookAlike: 'const n = Math.random()\nres.cookie("theme", pick(n))\n',
      },
      {
        language: "script",
        find: secretsFromTime,
        example: 'const resetToken = crypto.createHash("sha256").update(email + Date.now()).digest("hex")\n',
        lookAlike: "const token = { value: crypto.randomUUID(), made: Date.now() }\n",
      },
      {
        language: "python",
        find: guessableSecrets,
        example: 'import random\nn = str(random.random())[2:]\nname = "remember_me"\nresponse.set_cookie(name, n)\n',
        lookAlike: 'import random\nn = random.SystemRandom().random()\nresponse.set_cookie("remember_me", str(n))\n',
      },
    ],
  ),
  misuseRule(
    {
      id: "random-in-sign-in",
      severity: "minor",
      cwe: "CWE-330",
      title: "Insecure randomness: predictable random number in authentication code",
      description: "An attacker who sees a few values can predict the next ones, such as another user's session.",
      fix: "Use the secrets module.",
      saidBetterBy: ["guessable-random", "random-for-secret"],
      words: ["random"],
    },
    [
      {
        language: "python",
        find: (code) =>
          code.calls
            .filter((call) => generators.test(knownPath(code, call.callee)) && isInSignIn(call, code.tree.text))
            .map(({ node }) => node),
        example: 'import random\ndef f(request):\n    n = random.gauss(0, 1)\n    request.session["n"] = n\n',
        lookAlike: "import random\ndef f(request):\n    return random.choice(greetings)\n",
      },
    ],
  ),
  misuseRule(
    {
      id: "plain-comparison",
      severity: "minor",
      cwe: "CWE-208",
      title: "Timing attack: non-constant-time comparison of a signature or password hash",
      description: "The comparison stops at the first difference, so its timing reveals how much of a guess is right.",
      fix: "Use crypto.timingSafeEqual; in Python, use hmac.compare_digest.",
      saidBetterBy: ["secret-compared-plainly"],
      words: ["mac", "hash", "Hash", "pass", "Pass"],
    },
    [
      {
        language: "script",
        find: comparedSignIns,
        example: "const isAllowed = (user, pass) => user == settings.user && pass == settings.pass\n",
        lookAlike: "const isSame = (form) => form.user == form.name && form.pass == form.confirmedPass\n",
      },
      {
        language: "script",
        find: secretComparisons,
        example: 'const own = crypto.createHmac("sha256", key).update(body).digest("hex")\nif (own !== sent) stop()\n',
        lookAlike:
          'const own = crypto.createHash("sha256").update(body).digest("hex")\nif (own !== manifest.hash) stop()\n',
      },
      {
        language: "python",
        find: secretComparisons,
        example: 'own = hmac.new(key, body, "sha256").hexdigest()\nif own != sent:\n    stop()\n',
        lookAlike: "own = hashlib.sha256(body).hexdigest()\nif own != manifest.hash:\n    stop()\n",
      },
    ],
  ),
]
