import { SECRETS } from "../reading/shared-patterns.ts"
import { isSecretName } from "./secret-names.ts"

/** Something in an expression that nobody else should get. */
export interface Source {
  /** named: a variable of the environment. file: a file with keys. all: the whole environment. encoded: encoded data. */
  readonly kind: "named" | "file" | "all" | "encoded"
  /** The variable, or what was matched. */
  readonly name: string
  readonly at: number
}

const NAMED =
  /\bprocess\.env(?:\.|\[["'])(\w{3,60})|\bos\.environ(?:\.get\(|\[)\s*["'](\w{3,60})|\bos\.getenv\(\s*["'](\w{3,60})|\b(?:Deno\.env\.get|getenv|os\.Getenv|env::var|System\.getenv|ENV\.fetch)\(\s*["'](\w{3,60})|\bENV\[["'](\w{3,60})|\$env:(\w{3,60})|\$\{\{\s*secrets\.(\w{2,60})|\$\{(?:env:)?([A-Z][A-Z0-9_]{3,60})\b|\$([A-Z][A-Z0-9_]{3,60})\b/g

/** Programs that print a secret, and the variable that would hold it. */
const PRINTED: readonly (readonly [RegExp, string])[] = [
  [/\bgh["',\s]{1,6}auth["',\s]{1,6}token\b/g, "GITHUB_TOKEN"],
  [/\bgcloud\s+auth\s+(?:application-default\s+)?print-access-token\b/g, "GOOGLE_ACCESS_TOKEN"],
  [
    /\baws\s+(?:configure\s+(?:get|export-credentials)|sts\s+get-session-token|secretsmanager\s+get-secret-value)\b/g,
    "AWS_SECRET_ACCESS_KEY",
  ],
  [/\bgit\s+credential(?:-\w+)?\s+(?:fill|get)\b/g, "SSH_GIT_PASSWORD"],
  [/\b(?:op\s+read|pass\s+show|vault\s+kv\s+get|secret-tool\s+lookup)\b/g, "SSH_STORED_PASSWORD"],
  [/\bnpm\s+(?:config\s+get|token\s+(?:list|create))\b[^\n|)]{0,40}(?:_authToken|token)\b/g, "NPM_TOKEN"],
]

const WHOLE =
  /\bprocess\.env\b(?!\s*[.[\w])|\bos\.environ\b(?!\s*[.[\w])|\bos\.environ\.(?:items|copy)\(|\bprintenv\b(?!\s+\w)|(?:\$\(|`|\|\s*)\s*env\s*(?=[)|`])|\bDeno\.env\.toObject\(|\$_ENV\b(?!\[)|\bget-childitem\s+env:/gi

const ENCODED =
  /\bbase64\b|\bxxd\b|\bod\s+-|\bhexdump\b|\bb(?:16|32|64)encode\(|\bhexlify\(|\.hex\(\)|\.toString\(\s*["'](?:hex|base64(?:url)?)["']|\bbtoa\(/g

/** Every source in an expression. */
export function findSources(text: string): readonly Source[] {
  if (!MAY_READ.test(text)) return []
  const found: Source[] = []
  for (const match of text.matchAll(NAMED)) {
    const name = match.slice(1).find((one) => one !== undefined) ?? ""
    if (isSecretName(name)) found.push({ kind: "named", name, at: match.index })
  }
  for (const [pattern, name] of PRINTED)
    for (const match of text.matchAll(pattern)) found.push({ kind: "named", name, at: match.index })
  for (const match of text.matchAll(WHOLE)) found.push({ kind: "all", name: match[0], at: match.index })
  for (const match of text.matchAll(SECRETS)) found.push({ kind: "file", name: match[0], at: match.index })
  for (const match of text.matchAll(ENCODED)) found.push({ kind: "encoded", name: match[0], at: match.index })
  return found
}

/** What a text must contain to have any source. */
export const MAY_READ =
  /\benv\b|environ|getenv|\bENV\b|secrets\.|\$\{?[A-Z]|\$env:|auth|credential|\.ssh|\.aws|\.netrc|\.npmrc|base64|xxd|hexlify|\bhex\b|\.kube|\.docker|cookies|_history/i
