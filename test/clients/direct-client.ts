import fs from "node:fs"
import path from "node:path"

interface Directed {
  readonly env: Readonly<Record<string, string>>
  readonly model: string
}

interface Place {
  readonly home: string
  readonly port: number
}

/** Directs a client to the local server; a person has this in their own settings. */
export function directClient(name: string, place: Place): Directed {
  return ways[name]?.(place) ?? { env: {}, model: "" }
}

const KEY = "sk-local-0123456789"

const ways: Readonly<Record<string, (place: Place) => Directed>> = {
  claude: ({ port }) => ({
    env: { ANTHROPIC_BASE_URL: address(port), ANTHROPIC_API_KEY: KEY, CLAUDE_CODE_MAX_RETRIES: "0" },
    model: "claude-opus-5-5",
  }),
  codex({ home, port }) {
    const provider = `[model_providers.local]\nname = "local"\nbase_url = "${address(port)}/v1"\nenv_key = "OPENAI_API_KEY"\nwire_api = "responses"\n`
    write(path.join(home, ".codex", "config.toml"), `model_provider = "local"\n${provider}`)
    return { env: { OPENAI_API_KEY: KEY }, model: "gpt-5.5" }
  },
  gemini({ home, port }) {
    write(path.join(home, ".gemini", "settings.json"), '{"security":{"auth":{"selectedType":"gemini-api-key"}}}')
    return { env: { GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: address(port) }, model: "gemini-2.5-pro" }
  },
  opencode({ home, port }) {
    const file = path.join(home, "opencode.json")
    const options = { baseURL: `${address(port)}/v1`, apiKey: KEY }
    const local = { npm: "@ai-sdk/openai-compatible", options, models: { m: { name: "m" } } }
    write(file, JSON.stringify({ provider: { local }, autoupdate: false, share: "disabled" }))
    return { env: { OPENCODE_CONFIG: file }, model: "local/m" }
  },
}

function address(port: number): string {
  return `http://127.0.0.1:${port}`
}

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, text)
}
