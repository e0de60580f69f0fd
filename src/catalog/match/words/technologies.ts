import { toTerm } from "./term.ts"

/** Languages, frameworks and platforms: a skill with one of them in its name is for that one. A row has its names. */
const TECHNOLOGIES: readonly string[] = [
  ..."airflow algorand ansible bash bazel burpsuite cairo cosmos dbt django electron elixir excel".split(" "),
  ..."fastapi figma firebase flask flutter godot golang hermes istio jenkins julia laravel lean linkerd magento".split(
    " ",
  ),
  ..."matlab nestjs nft nx obsidian notion oracle paypal perl php pptx pytorch rails redis rust salesforce".split(" "),
  ..."scala shopify slack snowflake solana solidity spark spring stripe substrate supabase svelte swift".split(" "),
  ..."tailwind tensorflow terraform ton turborepo unity unreal vercel vue web3 windows wordpress".split(" "),
  "android kotlin jetpack compose",
  "angular angularjs",
  "aws amazon",
  "azure azp",
  "cpp c++",
  "csharp c# dotnet .net",
  "docker container containers dockerfile",
  "excel xlsx spreadsheet",
  "gcp google",
  "gitlab",
  "go golang goroutine goroutines",
  "graphql apollo",
  "helm chart charts kubernetes k8s",
  "ios iphone swift swiftui",
  "java jvm maven gradle",
  "javascript js node npm",
  "jest vitest javascript js",
  "kubernetes k8s pod pods kubectl cluster helm",
  "langchain langgraph langsmith",
  "langsmith langchain langgraph",
  "mongodb mongo",
  "mysql sql database",
  "next nextjs",
  "nextjs next",
  "node nodejs npm express fastify",
  "nodejs node npm express fastify",
  "postgres postgresql sql database",
  "postgresql postgres sql database",
  "pptx powerpoint slides slide presentation deck",
  "python py pip pytest asyncio mypy django pandas",
  "react jsx tsx component components",
  "ruby rails gem",
  "rust cargo crate crates tokio",
  "solidity ethereum contract contracts evm",
  "sql query queries database postgres postgresql mysql",
  "terraform infrastructure iac",
  "twitter tweet tweets x",
  "typescript ts tsx type types",
  "youtube video videos",
]

/** By a word of a skill's name: the terms with which a request names the same technology. */
const byWord = new Map<string, readonly string[]>()
for (const row of TECHNOLOGIES) {
  const [word = "", ...others] = row.split(" ")
  byWord.set(word, [...(byWord.get(word) ?? []), word, ...others])
}

/** Whether a skill is for a technology that the request does not name. */
export function isForOther(name: string, terms: ReadonlySet<string>): boolean {
  const named = name
    .slice(name.lastIndexOf(":") + 1)
    .toLowerCase()
    .split(/[-_. ]/)
    .flatMap((word) => byWord.get(word) ?? [])
  return named.length > 0 && !named.some((word) => terms.has(toTerm(word)))
}
