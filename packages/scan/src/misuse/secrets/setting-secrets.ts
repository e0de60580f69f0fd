import { readRecordEntries } from "../call-arguments.ts"
import type { MisuseRow } from "../define-misuse-rule.ts"
import { isPasswordText, isSecretText } from "./finders/secret-texts.ts"

/** Secrets written into the settings of plugins and of resources. */
export const settingSecretRows: readonly MisuseRow[] = [
  {
    language: "script",
    calls: [".register"],
    where: { "0": /fastify[.-](?:jwt|cookie|session|secure-session)$/, secret: isSecretText },
    example: 'import jwt from "@fastify/jwt"\napp.register(jwt, { secret: "cats" })\n',
    lookAlike: 'import jwt from "@fastify/jwt"\napp.register(jwt, { secret: env.SECRET })\n',
  },
  {
    language: "script",
    calls: ["express-basic-auth", "basicAuth"],
    where: {
      users: (node, code) => (readRecordEntries(code, node) ?? []).some(({ value }) => isPasswordText(value, code)),
    },
    example: 'app.use(basicAuth({ users: { admin: "open-sesame" } }))\n',
    lookAlike: "app.use(basicAuth({ users: { admin: env.PASSWORD } }))\n",
  },
  {
    language: "script",
    calls: [".unsafePlainText", ".plainText"],
    on: /SecretValue$/,
    where: { "0": isSecretText },
    example: 'const password = SecretValue.unsafePlainText("open-sesame")\n',
    lookAlike: "const password = SecretValue.unsafePlainText(props.password)\n",
  },
  {
    language: "script",
    calls: ["cookieParser", "cookie-parser"],
    where: { "0": isSecretText },
    example: 'app.use(cookieParser("cats"))\n',
    lookAlike: "app.use(cookieParser())\n",
  },
]
