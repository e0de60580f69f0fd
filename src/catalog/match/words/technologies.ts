import { findAskedConcepts, findConcepts } from "./concepts.ts"
import { openTermSet } from "./terms-by-letter.ts"
import { toTerm } from "./term.ts"

/** Languages, frameworks and platforms: a skill with one of them in its name is for that one. */
const isTechnologyTerm = openTermSet(
  `airflow algorand android angular ansible aws azure bash bazel burpsuite cairo cpp cosmos csharp dbt django docker dotnet
  electron elixir excel fastapi figma firebase flask flutter gcp gitlab godot golang go graphql helm hermes ios istio java
  javascript jenkins jest julia kotlin kubernetes langchain langsmith laravel lean linkerd magento matlab mongodb mysql
  nestjs next nextjs nft node nodejs notion nx obsidian oracle paypal perl php postgres postgresql pptx python pytorch
  rails react redis ruby rust salesforce scala shopify slack snowflake solana solidity spark spring sql stripe substrate
  supabase svelte swift tailwind tensorflow terraform ton turborepo twitter typescript unity unreal vercel vue web3
  windows wordpress youtube`,
)

/** Whether a skill is for a technology that the request does not name. */
export function isForOther(name: string, asked: Asked): boolean {
  const words = name.slice(name.lastIndexOf(":") + 1).split(/[^\p{L}\p{N}]+/u)
  const terms = words.map(toTerm).filter((term) => term !== "" && isTechnologyTerm(term))
  return terms.length > 0 && !terms.some((term) => isAsked(term, asked))
}

/** What a request names: its terms and their concepts. */
export interface Asked {
  readonly terms: ReadonlySet<string>
  readonly concepts: ReadonlySet<string>
}

export function listAsked(terms: readonly { readonly term: string }[]): Asked {
  const words = terms.map(({ term }) => term)
  return { terms: new Set(words), concepts: new Set(words.flatMap((term) => findAskedConcepts(term))) }
}

function isAsked(term: string, { terms, concepts }: Asked): boolean {
  return terms.has(term) || findConcepts(term).some((concept) => concepts.has(concept))
}
