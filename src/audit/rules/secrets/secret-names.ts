/** Whose secret a variable holds, by the beginning of its name, and words of the hosts that may get it. */
const OWNERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:GITHUB|GH)_/, ["github", "ghe", "ghcr"]],
  [/^GITLAB_|^CI_JOB_TOKEN/, ["gitlab"]],
  [/^(?:NPM|NODE_AUTH)_/, ["npm", "pkg.github", "registry"]],
  [/^(?:PYPI|TWINE|UV_PUBLISH)_/, ["pypi"]],
  [/^AWS_/, ["aws", "amazon"]],
  [/^(?:ANTHROPIC|CLAUDE)_/, ["anthropic", "claude"]],
  [/^OPENAI_/, ["openai", "azure"]],
  [/^(?:GEMINI|GOOGLE|GCP|GCLOUD)_/, ["google"]],
  [/^(?:HF|HUGGINGFACE|HUGGING_FACE)_/, ["huggingface", "hf"]],
  [/^AZURE_/, ["azure", "microsoft", "windows"]],
  [/^STRIPE_/, ["stripe"]],
  [/^SLACK_/, ["slack"]],
  [/^(?:DATABASE|DB|POSTGRES|PG|MYSQL|MONGO|MONGODB|REDIS)_?/, []],
  [/^(?:KUBE|SSH|GPG|SIGNING|WALLET|MNEMONIC|SEED)_/, []],
  [/^(?:DOCKER|DOCKERHUB)_/, ["docker"]],
  [/^(?:CLOUDFLARE|CF)_/, ["cloudflare"]],
  [/^(?:JIRA|ATLASSIAN|CONFLUENCE)_/, ["atlassian", "jira", "confluence"]],
  [/^(?:DATADOG|DD)_/, ["datadog"]],
  [/^(?:FIREBASE)_/, ["firebase", "google"]],
  [
    /^(?:VERCEL|NETLIFY|HEROKU|TWILIO|SENDGRID|DISCORD|TELEGRAM|DIGITALOCEAN|SUPABASE|SENTRY|LINEAR|NOTION|FIGMA|SHOPIFY|PAYPAL)_/,
    [],
  ],
]

/** Models are often reached through gateways, with the key of the maker. */
const MODELS = /^(?:ANTHROPIC|CLAUDE|OPENAI|GEMINI|GOOGLE|HF|HUGGINGFACE)_/

const SECRET =
  /(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|API_?KEY|ACCESS_KEY|PRIVATE_KEY|DEPLOY_KEY|CREDENTIALS?|DATABASE_URL|MONGO(?:DB)?_UR[IL]|REDIS_URL|MNEMONIC|SEED_PHRASE|_PAT$|_DSN$|_KEY$|_AUTH$|WEBHOOK_URL$)/

export function isSecretName(name: string): boolean {
  return SECRET.test(name.toUpperCase()) && !/PUBLIC|PUBLISHABLE|_ID$/.test(name.toUpperCase())
}

/** The beginning of the name, as its owner: GITHUB of GITHUB_TOKEN. */
export function readOwner(name: string): string {
  return name.toUpperCase().split("_")[0] ?? ""
}

/** Whether it is known whose secret this is. */
export function hasKnownOwner(name: string): boolean {
  return OWNERS.some(([pattern]) => pattern.test(name.toUpperCase()))
}

export function isModelKey(name: string): boolean {
  return MODELS.test(name.toUpperCase())
}

/** Whether a host is one that a secret is for: a word of its name, or one of its owner's hosts. */
export function isForHost(name: string, host: string): boolean {
  const upper = name.toUpperCase()
  const own = upper
    .split("_")
    .filter(
      (word) =>
        word.length >= 3 && !/^(?:API|KEY|TOKEN|SECRET|ACCESS|PASSWORD|AUTH|URL|PRIVATE|CLIENT|BOT|USER)$/.test(word),
    )
  const known = OWNERS.find(([pattern]) => pattern.test(upper))?.[1] ?? []
  const at = host.toLowerCase()
  return [...own.map((word) => word.toLowerCase()), ...known].some((word) => at.includes(word))
}

/** This machine, or the network behind it. */
export function isLocalHost(host: string): boolean {
  return /^(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[?::1\]?|host\.docker\.internal|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+|[\w-]+\.local|[\w-]+\.localhost)$/i.test(
    host,
  )
}
